import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { beforeEach, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { executable, temporaryFolder } from '../support/product.ts';

let cli: CommandLine;
let folder: string;
const w = '--allow-write';
const general = ['--channel', 'general'];

beforeEach(async () => {
  folder = await temporaryFolder();
  cli = await commandLine({ WORKSPACE_DATA: folder });
});

/** The lines that a terminal shows, without styles. */
async function shown(columns: number, ...args: string[]): Promise<string[]> {
  const line = [process.execPath, executable, ...args].map((word) => `'${word}'`).join(' ');
  const env = { PATH: process.env.PATH, HOME: cli.home, WORKSPACE_DATA: folder, TERM: 'xterm-256color' };
  const script = ['-qec', `stty cols ${columns}; ${line}`, '/dev/null'];
  const { stdout } = await promisify(execFile)('script', script, { env, cwd: cli.home });
  return stripVTControlCharacters(stdout).replaceAll('\r', '').trimEnd().split('\n');
}

test('a list shows whole IDs and whole titles, and no line is wider than the terminal', async () => {
  const title = 'What we decided about prices for teams in spring';
  await writeFile(join(cli.home, 'plan.md'), '# Plan\n');
  const { artifact } = await cli.json('artifacts', '--kind', 'markdown', '--title', title, '--file', 'plan.md', w);
  for (const columns of [60, 80, 120, 200]) {
    const lines = await shown(columns, 'artifacts');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    expect(lines.join('\n')).toContain(artifact.id);
    expect(lines.join('\n')).toContain(title);
  }
  expect((await shown(200, 'artifacts')).filter((line) => line.includes(artifact.id))).toHaveLength(1);
  const narrow = await shown(80, 'artifacts');
  expect(narrow.slice(0, 2)).toEqual([expect.stringMatching(/^ID .*KIND/), expect.stringMatching(/^ {2}.*BY$/)]);
});

/** A Data Set of four deals. */
async function newDeals() {
  await writeFile(join(cli.home, 'deals.csv'), 'Name,Stage,Amount\nCrane,won,5\nLift,lost,7\nRamp,won,9\nWinch,,1\n');
  const types = '{"Stage": "select"}';
  return cli.json('import', 'deals.csv', ...general, '--name', 'Deals', '--types', types, w);
}

test.each(['board', 'table'])('a grouped %s is shown by its groups', async (renderer) => {
  const { dataSet } = await newDeals();
  const view = { name: `A ${renderer}`, renderer, objectTypeId: dataSet.objectTypeId, groupByFieldKey: 'stage' };
  await writeFile(join(cli.home, 'board.json'), JSON.stringify(view));
  const { slug } = (await cli.json('views', ...general, '--file', 'board.json', w)).view;
  const lines = await shown(80, 'views', ...general, '--view', slug);
  const headings = lines.filter((line) => /\(\d+\)$/.test(line));
  expect(headings).toEqual(['won (2)', 'lost (1)', 'No Stage (1)']);
  const cards = lines.slice(lines.indexOf('lost (1)') + 1, lines.indexOf('No Stage (1)'));
  expect(cards).toEqual([
    expect.stringMatching(/^title +name +amount +id$/),
    expect.stringMatching(/^Lift +Lift +7 +rec_[0-9a-z]{26}$/),
    '',
  ]);
});

test('an answer is shown without the marks of Markdown', async () => {
  await newDeals();
  const lines = await shown(80, 'query', 'ask', 'How many deals are there by stage?');
  expect(lines.join('\n')).not.toMatch(/\*\*|\| ---/);
  expect(lines).toContainEqual(expect.stringMatching(/^Stage +Number$/));
  expect(lines).toContainEqual(expect.stringMatching(/^won +2$/i));
});

test('a channel is renamed and described; its slug stays', async () => {
  const { channel } = await cli.json('channels', '--create', 'Sales', w);
  const change = ['channels', '--channel', channel.id, '--rename', 'Selling', '--description', 'Deals', w];
  expect((await cli.json(...change)).channel).toMatchObject({ slug: 'sales', name: 'Selling', description: 'Deals' });
  expect((await cli.json('channels', '--channel', 'sales', '--visibility', 'private', w)).channel).toMatchObject({
    name: 'Selling',
    visibility: 'private',
  });
});

test('people are shown by name where records and Views name them, and by ID in JSON', async () => {
  const add = ['admin', 'users', 'add', '--data', folder, '--email'];
  const ids: string[] = [];
  for (const [email, name] of [
    ['ada@workspace.test', 'Ada'],
    ['one@workspace.test', 'Sam'],
    ['two@workspace.test', 'Sam'],
  ] as const)
    ids.push((await cli.json(...add, email, '--name', name)).userId);
  const fields = JSON.stringify([
    { key: 'owner', type: 'user' },
    { key: 'helpers', type: 'user', multiple: true },
  ]);
  const made = await cli.json('data-sets', ...general, '--create', 'Tasks', '--fields', fields, w);
  const tasks = [...general, '--data-set', 'tasks'];
  const set = ['--set', `owner=${ids[0]}`, '--set', `helpers=${JSON.stringify(ids.slice(1))}`];
  const { record } = await cli.json('records', ...tasks, '--create', 'Fence', ...set, w);
  expect(record.values).toEqual({ owner: ids[0], helpers: ids.slice(1) });
  const view = {
    name: 'By owner',
    renderer: 'board',
    objectTypeId: made.dataSet.objectTypeId,
    groupByFieldKey: 'owner',
  };
  await writeFile(join(cli.home, 'board.json'), JSON.stringify({ ...view, cardFieldKeys: ['owner', 'helpers'] }));
  await cli.json('views', ...general, '--file', 'board.json', w);
  const query = JSON.stringify({
    operation: 'aggregate',
    groupBy: ['owner'],
    metrics: [{ alias: 'n', function: 'count_rows' }],
  });
  for (const [expected, ...command] of [
    [['Ada', 'Sam (one@workspace.test)'], 'records', ...tasks],
    [['owner: Ada', 'Sam (two@workspace.test)'], 'records', ...general, '--record', record.id],
    [['Ada (1)', 'Sam (one@workspace.test)'], 'views', ...general, '--view', 'by owner'],
    [['Ada'], 'query', 'run', query, ...tasks],
  ] as [string[], ...string[]][]) {
    const lines = await shown(80, ...command);
    for (const text of expected) expect(lines.join('\n')).toContain(text);
    expect(lines.join('\n')).not.toContain('usr_');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(80);
  }
  const { data } = await cli.json('views', ...general, '--view', 'By owner');
  expect(data.records[0].values).toEqual({ owner: ids[0], helpers: ids.slice(1) });
  await cli.json('records', ...general, '--record', record.id, '--set', `owner=${ids[1]}`, w);
  const history = await shown(80, 'records', ...general, '--record', record.id, '--history');
  expect(history.join('\n')).toContain('owner: Ada → Sam');
});
