import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });
const w = '--allow-write';

test('the command line says who would gain or lose access, and changes nothing', async () => {
  const token = await accessToken(gateway.dataFolder);
  const cli = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: token });
  await writeFile(join(cli.home, 'plan.txt'), 'Plan');
  const { file } = await cli.json('files', '--upload', 'plan.txt', w);
  const { channel } = await cli.json('channels', '--create', 'Board', '--visibility', 'private', w);
  const { query } = await cli.json('query', 'ask', 'How many deals are won?');
  const mia = gateway.idOf('mia@workspace.test');
  const gained = expect.stringMatching(
    new RegExp(`^1 person would gain access:\nID +NAME\n${mia} +mia@workspace.test\nNobody would lose access.\n$`),
  );

  expect(await cli.run('access', '--file', file.id, '--channel', 'general')).toMatchObject({ stdout: gained });
  expect(await cli.run('access', '--channel', channel.id, '--visibility', 'organization')).toMatchObject({
    stdout: gained,
  });
  expect(await cli.json('access', '--file', file.id, '--channel', channel.id)).toEqual({
    gains: { count: 0, people: [] },
    loses: { count: 0, people: [] },
  });
  const closing = await cli.run('access', '--channel', 'general', '--visibility', 'private');
  expect(closing.stdout).toContain('would lose access:');
  expect((await cli.json('channels', '--channel', channel.id)).channel.visibility).toBe('private');
  expect((await cli.json('files', '--file', file.id)).file.links).toEqual([]);
  const sharing = await cli.run('access', '--session', query.sessionId, '--channel', 'general');
  expect(sharing.stdout).toEqual(gained);
});

test('the command line says who would lose a document, moves it home and takes it back', async () => {
  const token = await accessToken(gateway.dataFolder);
  const cli = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: token });
  await writeFile(join(cli.home, 'plan.md'), '# Plan');
  const { channel } = await cli.json('channels', '--create', 'Attic', '--visibility', 'private', w);
  const made = ['--kind', 'markdown', '--title', 'Plan', '--file', 'plan.md', '--channel', 'general'];
  const { artifact } = await cli.json('artifacts', ...made, w);
  const named = ['--artifact', artifact.id];
  const { loses } = await cli.json('access', ...named, '--move', '--channel', channel.slug);
  expect(loses.people).toMatchObject([{ id: gateway.idOf('mia@workspace.test') }]);
  const moved = await cli.json('artifacts', ...named, '--move', '--channel', channel.slug, w);
  expect(moved.artifact).toMatchObject({ channelId: channel.id, versionNumber: 1 });
  expect((await cli.json('artifacts', ...named, '--withdraw', w)).artifact).not.toHaveProperty('channelId');
  const { stdout } = await cli.run('artifacts', ...named, '--move', '--channel', 'general', w);
  expect(stdout).toMatch(/^Its home channel is ch_\w+ now\.\n$/);
  expect((await cli.run('artifacts', ...named, '--move', w)).stderr).toContain('--move needs --channel.');
});

test.each([
  [[], 'Name a --file'],
  [['--channel', 'general'], 'Name a --file'],
  [['--file', 'file_x'], '--file needs one of --channel, --session or --record.'],
  [['--session', 'ses_x'], '--session needs --channel.'],
  [['--visibility', 'private'], '--visibility needs --channel.'],
  [['--artifact', 'art_x', '--channel', 'general', '--visibility', 'private'], '--visibility does not go with'],
])('%j is refused', async (options, sentence) => {
  const cli = await commandLine({ WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: 'none' });
  expect(await cli.run('access', ...options)).toMatchObject({ status: 2, stderr: expect.stringContaining(sentence) });
});
