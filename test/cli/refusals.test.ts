import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { temporaryFolder } from '../support/product.ts';

const general = ['--channel', 'general'];
const w = '--allow-write';
let cli: CommandLine;

beforeEach(async () => {
  cli = await commandLine({ WORKSPACE_DATA: await temporaryFolder() });
  await writeFile(join(cli.home, 'deals.csv'), 'Deal,Stage,Amount\nCrane,won,12\n');
  await cli.json('import', 'deals.csv', ...general, '--name', 'Deals', w);
});

/** What is said of rows that do not fit. */
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
    '/file: row 1, "Amount": must be a number such as -1234.5',
    '/file: row 2, "Amount": must be a number such as -1234.5',
  ]);
});

test(`${limits.mistakesListed} mistakes are listed, and of more how many they are`, async () => {
  const all = await ofRows(limits.mistakesListed);
  expect(all).toHaveLength(1 + limits.mistakesListed);
  expect(all.at(-1)).toContain('"Amount": must be');
  const more = await ofRows(limits.mistakesListed + 1);
  expect(more).toHaveLength(1 + limits.mistakesListed + 1);
  expect(more.at(-1)).toBe('and 1 more');
});

test('mistakes that are the refusal are said once', async () => {
  const set = ['--set', 'amount=many', '--set', 'stage=[1]'];
  const { stderr } = await cli.run('records', ...general, '--data-set', 'Deals', '--create', 'T', ...set, w);
  expect(stderr.trimEnd().split('\n')).toEqual(['/values/stage: must be a text', '/values/amount: must be a number']);
});
