import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { mistakeLimits } from '../../schemas/limits.ts';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const general = ['--channel', 'general'];
const w = '--allow-write';
const gateway = sharedGateway();
let cli: CommandLine;

beforeEach(async () => {
  cli = await commandLine({ WORKSPACE_DATA: await temporaryFolder() });
  await writeFile(join(cli.home, 'deals.csv'), 'Deal,Stage,Amount\nCrane,won,12\n');
  await cli.json('import', 'deals.csv', ...general, '--name', 'Deals', w);
});

/** The messages about rows that do not fit. */
async function ofRows(count: number): Promise<string[]> {
  await writeFile(join(cli.home, 'more.csv'), `Deal,Stage,Amount\n${'Lift,won,abc\n'.repeat(count)}`);
  const { status, stdout, stderr } = await cli.run('import', 'more.csv', ...general, '--data-set', 'Deals', w);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  return stderr.trimEnd().split('\n');
}

test('the mistakes of an import are named, a line each', async () => {
  const [announced, ...named] = await ofRows(2);
  expect(announced).toContain('the mistakes are named by their rows');
  expect(named).toEqual([
    '<path>: row 1, "Amount": must be a number such as -1234.5',
    '<path>: row 2, "Amount": must be a number such as -1234.5',
  ]);
});

test(`${mistakeLimits.mistakesListed} mistakes are listed, and of more how many they are`, async () => {
  const all = await ofRows(mistakeLimits.mistakesListed);
  expect(all).toHaveLength(1 + mistakeLimits.mistakesListed);
  expect(all.at(-1)).toContain('"Amount": must be');
  const more = await ofRows(mistakeLimits.mistakesListed + 1);
  expect(more).toHaveLength(1 + mistakeLimits.mistakesListed + 1);
  expect(more.at(-1)).toBe('and 1 more');
});

test('a mistake that is the refusal is said once; a text may look like a list', async () => {
  const set = ['--set', 'amount=many', '--set', 'stage=[1]'];
  const { stderr } = await cli.run('records', ...general, '--data-set', 'Deals', '--create', 'T', ...set, w);
  expect(stderr).toBe('--set amount: must be a number\n');
  const asJson = ['records', ...general, '--data-set', 'Deals', '--create', 'T', ...set, w, '--json'];
  expect(JSON.parse((await cli.run(...asJson)).stderr).error.errors).toEqual([
    { path: '/values/amount', message: 'must be a number' },
  ]);
});

test.each([
  [['channels', '--create', ' ', w], /^--create: /],
  [['records', ...general, '--data-set', 'Deals', '--create', ' ', w], /^--create: /],
  [['search', '--limit', '201'], /^--limit: /],
  [['post', ' ', ...general, w], /^<text>: /],
  [['artifacts', '--limit', '201'], /^--limit: /],
])('%j is refused where it was typed', async (args, place) => {
  expect(await refused(...args)).toMatch(place);
});

const refused = async (...args: string[]) => {
  const { status, stdout, stderr } = await cli.run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  return stderr;
};

test('an unknown field is refused with the known ones, however it is written', async () => {
  const create = ['records', ...general, '--data-set', 'Deals', '--create', 'T', w];
  for (const key of ['Amounts', 'price', 'x'.repeat(mistakeLimits.mistakePath * 2)]) {
    const stderr = await refused(...create, '--set', `${key}=8000`);
    expect(stderr).toContain(`--set ${key.slice(0, 100)}`);
    expect(stderr).toContain('is not a field of this Data Set; the fields are deal, stage, amount');
  }
});

test('a View without a renderer is told which there are; what it lacks is missing', async () => {
  const made = async (view: object) => {
    await writeFile(join(cli.home, 'view.json'), JSON.stringify(view));
    return refused('views', ...general, '--file', 'view.json', w);
  };
  const view = { name: 'V', objectTypeId: 'ot_x' };
  const renderers = 'table, board, calendar, timeline, dashboard, pivot_table';
  expect(await made(view)).toBe(`/renderer: must be one of ${renderers}\n`);
  expect(await made({ ...view, renderer: 'chart' })).toBe(`/renderer: must be one of ${renderers}\n`);
  const lacking = await made({ ...view, renderer: 'pivot_table', rowFieldKeys: ['stage'] });
  expect(lacking).toBe('/period: is missing\n/metric: is missing\n');
});

test('mistakes within a parameter are told apart', async () => {
  const there = await commandLine({
    WORKSPACE_URL: gateway.url,
    WORKSPACE_TOKEN: await accessToken(gateway.dataFolder),
  });
  const made = ['--types', '{"Stage": "select"}', '--name', 'Deals', w];
  const { dataSet } = await there.json('import', join(cli.home, 'deals.csv'), ...general, ...made);
  const view = { name: 'All', renderer: 'table', objectTypeId: dataSet.objectTypeId };
  await writeFile(join(cli.home, 'view.json'), JSON.stringify(view));
  await there.json('views', ...general, '--file', join(cli.home, 'view.json'), w);
  const filters = JSON.stringify([{ field: 'stage' }, { field: 'stage' }]);
  const { status, stderr } = await there.run('views', ...general, '--view', 'all', '--filters', filters);
  const lines = stderr.trimEnd().split('\n');
  expect(status).toBe(2);
  expect(lines).toEqual([...new Set(lines)]);
  expect(lines).toContain('--filters: /1/fieldKey is missing');
});
