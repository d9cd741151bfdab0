import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../support/command-line.ts';

let cli: CommandLine;
const w = '--allow-write';

beforeEach(async () => {
  cli = await commandLine();
});

test.each([
  [['files', '--upload', 'a', '--upload', 'b', w]],
  [['feed', '--channel', 'general', '--channel', 'other']],
  [['files', '--limit', '1', '--limit', '2']],
  [['records', '--channel', 'general', '--data-set', 'd', '--create', 'T', '--create', 'U', w]],
  [['login', '--url', 'https://a.test', '--url', 'https://b.test']],
])('an option that takes one value is refused when it is given twice: %j', async (args) => {
  const { status, stdout, stderr } = await cli.run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('It is given twice');
});

test('so is one field of a record; what may be repeated is taken', async () => {
  const data = ['--data', join(cli.home, 'data')];
  await cli.run('post', 'Hello', '--channel', 'general', w, ...data);
  await writeFile(join(cli.home, 'deals.csv'), 'Name,Stage,Amount\nA,won,5\n');
  const { dataSet } = await cli.json('import', 'deals.csv', '--channel', 'general', '--name', 'Deals', w, ...data);
  const create = ['records', '--channel', 'general', '--data-set', dataSet.objectType, '--create', 'B', w, ...data];
  const { record } = await cli.json(...create, '--set', 'stage=lost', '--set', 'amount=7');
  expect(record.values).toMatchObject({ stage: 'lost', amount: 7 });
  const twice = await cli.run(...create, '--set', 'amount=7', '--set', 'amount=8');
  expect(twice).toMatchObject({ status: 2, stderr: '--set amount is given twice; which is meant?\n' });
  expect((await cli.run(...create, '--set', '__proto__=5')).status).toBe(2);
  const found = await cli.json('search', 'hello', '--type', 'post', '--type', 'file', ...data);
  expect(found.results).toMatchObject([{ type: 'post' }]);
});

test.each([
  [['files', '--bogus'], 'unknown option'],
  [['files', '--limit', '1e3'], 'Give a whole number'],
  [['feed'], '--channel'],
  [['files', 'foo'], 'too many arguments'],
  [['nonsense'], 'unknown command'],
  [['admin', 'check', '--bogus'], 'unknown option'],
  [['whoami', '--url', 'nowhere'], 'must be an http or https URL'],
])('whoever reads JSON is told of mistakes in JSON: %j', async (args, said) => {
  const { status, stdout, stderr } = await cli.run(...args, '--json');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  const { error } = JSON.parse(stderr);
  expect(error).toEqual({ code: 'invalid_request', detail: expect.stringContaining(said), retryable: false });
  expect(error.detail).not.toMatch(/^error:/);
});

test.each([
  [['records', '--chanel', 'general'], "unknown option '--chanel'\n(Did you mean --channel?)\n"],
  [['channels', '--membrs'], "unknown option '--membrs'\n(Did you mean --members?)\n"],
  [['chanels'], "unknown command 'chanels'\n(Did you mean channels?)\n"],
])('a mistyped word is answered with the one that was meant, and nothing else: %j', async (args, said) => {
  expect(await cli.run(...args)).toMatchObject({ status: 2, stdout: '', stderr: `error: ${said}` });
});

test('another one is answered with where all are', async () => {
  const { stderr } = await cli.run('channels', '--zzz');
  expect(stderr).toMatch(/^error: unknown option '--zzz'\n.*--help.*\n$/);
});

test('a command line that cannot be read has the same status for all commands', async () => {
  for (const args of [
    ['serve', '--bogus'],
    ['token', '--bogus'],
    ['mcp', 'config', '--bogus'],
    ['mcp', '--data', 'data', 'config', '--bogus'],
    ['help', 'constructor'],
    ['help', '__proto__'],
    ['help', 'toString', 'call'],
  ]) {
    const { status, stdout } = await cli.run(...args);
    expect({ args, status, stdout }).toEqual({ args, status: 2, stdout: '' });
  }
});

test('a file that cannot be read, or has no end, is told of in a sentence', async () => {
  const data = ['--data', join(cli.home, 'data')];
  await cli.run('post', 'Hello', '--channel', 'general', w, ...data);
  // A file of whoever reads it, at whose beginning there is nothing to read.
  const unreadable = '/proc/self/mem';
  for (const args of [
    ['files', '--upload', unreadable],
    ['import', unreadable, '--channel', 'general', '--name', 'N'],
    ['artifacts', '--kind', 'csv', '--title', 'T', '--file', unreadable],
  ]) {
    const { status, stdout, stderr } = await cli.run(...args, w, ...data);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^\/proc\/self\/mem cannot be read: EIO[^\n]+\n$/);
  }
  const endless = ['artifacts', '--kind', 'csv', '--title', 'T', '--file', '/dev/zero', w];
  expect(await cli.run(...endless, ...data)).toMatchObject({ status: 7, stdout: '' });
});

test('a question makes no workspace; what does says so', async () => {
  const folder = join(cli.home, 'new');
  for (const args of [
    ['query', 'ask', 'hi'],
    ['query', 'cancel', 'query_x'],
  ]) {
    const { status, stderr } = await cli.run(...args, '--data', folder);
    expect({ status, stderr }).toEqual({ status: 5, stderr: expect.stringContaining('There is no workspace in') });
    expect(existsSync(folder)).toBe(false);
  }
  const post = ['post', 'Hello', '--channel', 'general', w, '--data', folder];
  expect(await cli.run(...post)).toMatchObject({
    status: 0,
    stderr: `There was no workspace in ${folder}: this made a new one.\n`,
  });
  expect(await cli.run(...post)).toMatchObject({ status: 0, stderr: '' });
});
