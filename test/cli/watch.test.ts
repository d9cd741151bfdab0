import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { temporaryFolder } from '../support/product.ts';

const w = '--allow-write';

async function watchedFolder() {
  const cli = await commandLine({ WORKSPACE_DATA: await temporaryFolder() });
  const say = async (text: string) => (await cli.json('post', text, '--channel', 'general', w)).post as { id: string };
  return { cli, say };
}

test('watch prints who changed what and where, and the cursor with which it goes on', async () => {
  const { cli, say } = await watchedFolder();
  const post = await say(`Unloading starts at six. ${'The harbour is open. '.repeat(20)}`);
  const { status, stdout, stderr } = await cli.run('watch', '--all', '--once', '--channel', 'general');
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}.+ created a post in #general$/);
  expect(lines.at(-1)).toMatch(new RegExp(`^ {2}${post.id} {2}Unloading starts at six\\..*…$`));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  const after = /^More: --after (\S+)$/m.exec(stderr)![1]!;

  const next = await say('Second');
  const rest = await cli.run('watch', '--after', after, '--once', '--channel', 'general', '--json');
  expect(
    rest.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([{ type: 'post', id: next.id, action: 'created', title: 'Second', via: { interface: 'cli' } }]);
  expect(await cli.run('watch', '--after', after, '--all')).toMatchObject({ status: 2, stdout: '' });
  expect(await cli.run('watch', '--type', 'mountain', '--once')).toMatchObject({ status: 2, stdout: '' });
});

test('watch prints changes while it waits, and ends with its cursor when it is interrupted', async () => {
  const { cli, say } = await watchedFolder();
  await say('Before');
  const watching = cli.start('watch', '--type', 'post', '--json');
  const ended = outcomeOf(watching);
  const printed = once(createInterface(watching.stdout), 'line') as Promise<[string]>;
  // A watch begins where it first asks, so posts are written until it prints one.
  let line: [string] | undefined;
  do line = await Promise.race([printed, say('Now').then(() => undefined)]);
  while (line === undefined);
  expect(JSON.parse(line[0])).toMatchObject({ type: 'post', action: 'created', title: 'Now' });
  watching.kill('SIGINT');
  expect(await ended).toMatchObject({ status: 130, stderr: expect.stringMatching(/^More: --after \S+\n$/) });
});
