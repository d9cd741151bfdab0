import { beforeEach, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { temporaryFolder } from '../support/product.ts';

const general = ['--channel', 'general'];
let cli: CommandLine;
let postId: string;

const reply = (text: string) => cli.json('post', text, ...general, '--reply-to', postId, '--allow-write');

beforeEach(async () => {
  cli = await commandLine({ WORKSPACE_DATA: await temporaryFolder() });
  postId = (await cli.json('post', 'We ship on Monday.', ...general, '--allow-write')).post.id;
  await reply('Good.');
  await reply('Which\nMonday?');
});

test('the feed counts the replies', async () => {
  const { stdout } = await cli.run('feed', ...general);
  const [headings, item] = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(item![headings!.indexOf('REPLIES')]).toBe('2');
});

test('a discussion is read with what it is about, and by pages', async () => {
  const read = ['feed', ...general, '--discussion', postId];
  const { status, stdout } = await cli.run(...read);
  expect(status).toBe(0);
  const places = ['We ship on Monday.', 'Good.', 'Which\nMonday?'].map((text) => stdout.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  const answered = await cli.json(...read);
  expect(answered).toMatchObject({ root: { type: 'post', id: postId }, comments: [{ body: 'Good.' }, {}] });
  const first = await cli.run(...read, '--limit', '1');
  expect(first.stdout).not.toContain('Monday?');
  const { nextCursor } = await cli.json(...read, '--limit', '1');
  expect(first.stderr).toContain(`--cursor ${nextCursor}`);
  expect((await cli.json(...read, '--limit', '1', '--cursor', nextCursor)).comments).toMatchObject([
    { body: 'Which\nMonday?' },
  ]);
  const all = await cli.json(...read, '--limit', '1', '--all');
  expect(all).toMatchObject({ root: { id: postId }, comments: [{ body: 'Good.' }, {}] });
});

test('so is the discussion of a document; what has none is told', async () => {
  const document = ['artifacts', '--kind', 'markdown', '--title', 'Plan', '--file', '-', ...general, '--allow-write'];
  const child = cli.start(...document, '--json');
  child.stdin.end('# Plan');
  const chunks: Buffer[] = await child.stdout.toArray();
  const { artifact } = JSON.parse(Buffer.concat(chunks).toString());
  const { stdout } = await cli.run('feed', ...general, '--discussion', artifact.id);
  expect(stdout).toMatch(/Plan \(version 1\)\n\nThere are no replies\.\n$/);
  const wrong = await cli.run('feed', ...general, '--discussion', 'deal_1');
  expect(wrong).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('post_') });
  expect((await cli.run('feed', ...general, '--discussion', 'post_unknown')).status).toBe(5);
});
