import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { form, textFile } from '../support/forms.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { patience } from '../support/patience.ts';
import { session } from '../support/questions.ts';
import type { Body } from '../support/rest.ts';

const people = staffedGateway();
const { as, idOf } = people;

const noMentions = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };
const ids = (...names: Name[]) => names.map(idOf);
const inboxOf = async (name: Name, query = 'limit=200') => (await as(name).done(`GET /inbox?${query}`)).items as Item[];
type Item = Body['items'][number] & {
  isGiven?: true;
  kind: string;
  id: string;
  seen: boolean;
  title: string;
  text?: string;
};

/** The inbox items about a thing, by person. */
async function toldOf(id: string, ...names: Name[]): Promise<string[]> {
  const told: string[] = [];
  for (const name of names)
    for (const item of await inboxOf(name)) if (item.id === id) told.push(`${name} ${item.kind}`);
  return told;
}
const all: Name[] = ['admin', 'mia', 'will', 'rita', 'ned', 'lea'];

const post = async (by: Name, channel: string, body: string, ...mentioned: Name[]) =>
  (await as(by).done(`POST /channels/${channel}/posts`, { body, mentionedUserIds: ids(...mentioned) })).post;

/** Waits until a question is answered, without reading its answer. The list of questions shows only its status. */
async function isReady(name: Name, id: string): Promise<void> {
  const completed = async () =>
    (await as(name).done('GET /queries?status=completed&limit=200')).queries.map((query) => query.id);
  await expect.poll(completed, patience).toContain(id);
}

test('a decision with two mentions is found by both, and by nobody else', async () => {
  const decision = await post('mia', 'news', 'We open in May.\nThe rest follows.', 'will', 'rita', 'mia');
  expect(await toldOf(decision.id, ...all)).toEqual(['will mention', 'rita mention']);
  const [item] = await inboxOf('will', 'limit=1');
  expect(item).toEqual({
    kind: 'mention',
    at: decision.createdAt,
    seen: false,
    type: 'post',
    id: decision.id,
    title: 'We open in May.',
    text: 'We open in May.\nThe rest follows.',
    actor: { id: idOf('mia'), name: expect.any(String) },
    via: { interface: 'api' },
    channel: { id: expect.stringMatching(/^ch_/), name: 'News' },
    url: decision.url,
  });
});

test('replies go to the author of a post, comments to whoever made the thing, and a mention goes before both', async () => {
  const { id: postId } = await post('mia', 'news', 'Who knows?');
  const replies = `/channels/news/posts/${postId}/replies`;
  const { reply } = await as('will').done(`POST ${replies}`, { body: 'I do.' });
  expect(await toldOf(reply.id, ...all)).toEqual(['mia reply']);
  const { reply: own } = await as('mia').done(`POST ${replies}`, { body: 'Thanks.', mentionedUserIds: ids('will') });
  expect(await toldOf(own.id, ...all)).toEqual(['will mention']);
  const { reply: both } = await as('will').done(`POST ${replies}`, { body: 'Yes.', mentionedUserIds: ids('mia') });
  expect(await toldOf(both.id, ...all)).toEqual(['mia mention']);

  const document = { kind: 'markdown', title: 'Plan', content: 'One.\n', channelId: 'news' };
  const keyed = { ...document, idempotencyKey: crypto.randomUUID() };
  const { artifact } = await as('will').done('POST /artifacts', keyed);
  const { file } = await as('will').done('POST /files', form(['channelId', 'news'], ['file', textFile('a'), 'a.txt']));
  const { session } = await as('will').done('POST /sessions', { title: 'Talk' });
  await as('will').done(`POST /sessions/${session.id}/channels`, { channelId: 'news' });
  for (const [type, id] of [
    ['artifact', artifact.id],
    ['file', file.id],
    ['session', session.id],
  ]) {
    const thread = `/channels/news/feed/threads/${type}/${id}/comments`;
    const { comment } = await as('mia').done(`POST ${thread}`, { body: 'Good.' });
    expect(await toldOf(comment.id, ...all)).toEqual(['will comment']);
    expect((await inboxOf('will', 'limit=1'))[0]).toMatchObject({ type: 'comment', root: { type, id } });
  }
});

test('an edit tells newly mentioned people, and takes back dropped mentions', async () => {
  const { id } = await post('mia', 'news', 'Will?', 'will');
  const edit = { ...noMentions, body: 'Rita?', mentionedUserIds: ids('rita') };
  const { post: edited } = await as('mia').done(`PATCH /channels/news/posts/${id}`, edit);
  expect(await toldOf(id, ...all)).toEqual(['rita mention']);
  expect((await inboxOf('rita', 'limit=1'))[0]).toMatchObject({ id, at: edited.editedAt, text: 'Rita?' });
  const again = { ...edit, body: 'Rita!' };
  await as('mia').done(`PATCH /channels/news/posts/${id}`, again);
  expect((await inboxOf('rita', 'limit=1'))[0]).toMatchObject({ id, at: edited.editedAt, text: 'Rita!' });

  const { reply } = await as('will').done(`POST /channels/news/posts/${id}/replies`, {
    body: 'Mia',
    mentionedUserIds: ids('mia'),
  });
  await as('will').done(`PATCH /channels/news/feed/comments/${reply.id}`, { body: 'Me' });
  expect(await toldOf(reply.id, ...all)).toEqual(['mia mention']);
  await as('will').done(`PATCH /channels/news/feed/comments/${reply.id}`, { body: 'Me', mentionedUserIds: [] });
  expect(await toldOf(reply.id, ...all)).toEqual(['mia reply']);
});

test('nobody is told of deleted things, nor of comments on them', async () => {
  const { id } = await post('mia', 'news', 'Will?', 'will');
  const { reply } = await as('rita')
    .call(`POST /channels/news/posts/${id}/replies`, { body: 'x' })
    .then(async () =>
      as('will').done(`POST /channels/news/posts/${id}/replies`, { body: 'Here.', mentionedUserIds: ids('rita') }),
    );
  expect(await toldOf(reply.id, ...all)).toEqual(['mia reply', 'rita mention']);
  await as('mia').done(`DELETE /channels/news/posts/${id}`);
  expect([...(await toldOf(id, ...all)), ...(await toldOf(reply.id, ...all))]).toEqual([]);
});

test('only readers are told, and no longer when they cease to be', async () => {
  const { channel } = await as('mia').done('POST /channels', { name: 'Secret', visibility: 'private' });
  const secret = await post('mia', channel.id, 'Ned? Will?', 'ned', 'will');
  expect(await toldOf(secret.id, ...all)).toEqual([]);
  for (const name of ['ned', 'will'] as const)
    await as('mia').done(`PUT /channels/${channel.id}/members/${idOf(name)}`, { role: 'writer' });
  expect(await toldOf(channel.id, ...all)).toEqual(['will share', 'ned share']);
  const told = await post('mia', channel.id, 'Ned? Will?', 'ned', 'will');
  expect(await toldOf(told.id, ...all)).toEqual(['will mention', 'ned mention']);
  await as('mia').done(`DELETE /channels/${channel.id}/members/${idOf('ned')}`);
  expect(JSON.stringify(await inboxOf('ned'))).not.toMatch(/Secret|Ned\? Will/);
  expect(await toldOf(told.id, ...all)).toEqual(['will mention']);
});

test("an attachment in a member's channel is shared with them, as far as they may read it", async () => {
  const { channel } = await as('mia').done('POST /channels', { name: 'Club', visibility: 'private' });
  const { file: early } = await as('mia').done(
    'POST /files',
    form(['channelId', channel.id], ['file', textFile('a'), 'early.txt']),
  );
  await as('mia').done(`PUT /channels/${channel.id}/members/${idOf('will')}`, { role: 'writer' });
  await as('mia').done(`PUT /channels/${channel.id}/members/${idOf('will')}`, { role: 'reader' });
  const { file } = await as('mia').done(
    'POST /files',
    form(['channelId', channel.id], ['file', textFile('a'), 'late.txt']),
  );
  const { session } = await as('mia').done('POST /sessions', { title: 'Talk' });
  await as('mia').done(`POST /sessions/${session.id}/channels`, { channelId: channel.id });
  const key = { idempotencyKey: crypto.randomUUID() };
  const { artifact } = await as('mia').done('POST /artifacts', {
    kind: 'markdown',
    title: 'Own',
    content: 'x',
    ...key,
  });
  await as('mia').done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: channel.id });
  const shared = (await inboxOf('will', 'kinds=["share"]&limit=3')).map(({ type, title, id }) => [type, title, id]);
  expect(shared).toEqual([
    ['session', 'Talk', session.id],
    ['file', 'late.txt', file.id],
    ['channel', 'Club', channel.id],
  ]);
  expect(await toldOf(early.id, ...all)).toEqual([]);
  expect(await toldOf(file.id, ...all)).toEqual(['will share']);
  await as('mia').done(`DELETE /files/${file.id}/links`, { targetType: 'channel', targetId: channel.id });
  expect(await toldOf(file.id, ...all)).toEqual([]);
});

test('an answer that is ready is told to its asker alone, and one that was cancelled is not', async () => {
  const { query } = await as('rita').done('POST /queries', { mode: 'session', question: 'How many walruses?' });
  const { id } = query as { id: string };
  await isReady('rita', id);
  expect(await toldOf(id, ...all)).toEqual(['rita answer']);
  const [item] = await inboxOf('rita', 'kinds=["answer"]&limit=1');
  expect(item).toMatchObject({ type: 'query', title: 'How many walruses?', status: 'completed', text: /./ });
});

test('an answer stays when its asker was given it, and says so', async () => {
  const host = await startHttpHost(`${people.url}/mcp`, as('will').token!);
  const ask = async (waitSeconds?: number) =>
    (await host.done('workspace_query_ask', { question: 'How many narwhals?', waitSeconds })).query;
  const waitedFor = await ask();
  expect(waitedFor.status).toBe('completed');
  expect(await toldOf(waitedFor.id, ...all)).toEqual(['will answer']);
  expect((await inboxOf('will', 'unseen=true&limit=1'))[0]).toMatchObject({ id: waitedFor.id, isGiven: true });

  const left = await Promise.all(Array.from({ length: 8 }, () => ask(0)));
  const open = left.filter(({ status }) => status !== 'completed');
  expect(open.length).toBeGreaterThan(1);
  for (const { id } of open) await isReady('will', id);
  const told = async () => {
    const answers = await inboxOf('will', 'kinds=["answer"]&limit=100');
    return answers
      .filter(({ isGiven }) => !isGiven)
      .map(({ id }) => id)
      .toSorted();
  };
  expect(await told()).toEqual(open.map(({ id }) => id).toSorted());

  const [first, second, ...others] = open;
  await host.done('workspace_query_ask', { queryId: first!.id });
  await host.done('workspace_session_get', { sessionId: second!.sessionId });
  expect(await told()).toEqual(others.map(({ id }) => id).toSorted());
});

test('a reader of a shared answer gives it to nobody, and a cancellation that comes too late gives it', async () => {
  const { query } = await as('mia').done('POST /queries', session('How many seals?'));
  await isReady('mia', query.id);
  await as('mia').done(`POST /sessions/${query.sessionId}/channels`, { channelId: 'news' });
  await as('will').done(`GET /sessions/${query.sessionId}/messages`);
  expect((await inboxOf('mia', 'limit=1'))[0]).not.toHaveProperty('isGiven');
  const { query: cancelled } = await as('mia').done(`POST /queries/${query.id}/cancel`, {});
  expect(cancelled.answer).toBeTruthy();
  expect((await inboxOf('mia', 'limit=1'))[0]).toMatchObject({ id: query.id, isGiven: true });
});

test('reading marks nothing; what was seen is said, and never unsaid', async () => {
  await post('mia', 'news', 'One', 'ned');
  const two = await post('mia', 'news', 'Two', 'ned');
  const titles = async (query: string) => (await inboxOf('ned', query)).map(({ title }) => title);
  expect((await titles('unseen=true')).slice(0, 2)).toEqual(['Two', 'One']);
  expect((await titles('unseen=true')).slice(0, 2)).toEqual(['Two', 'One']);
  const { seenUntil } = (await as('ned').done('POST /inbox/seen', { until: two.createdAt })) as unknown as {
    seenUntil: string;
  };
  expect(seenUntil).toBe(two.createdAt);
  expect(await titles('unseen=true')).toEqual([]);
  const three = await post('mia', 'news', 'Three', 'ned');
  expect(await titles('unseen=true')).toEqual(['Three']);
  expect((await titles('unseen=false')).slice(0, 2)).toEqual(['Two', 'One']);
  expect((await inboxOf('ned', 'limit=2')).map(({ seen }) => seen)).toEqual([false, true]);
  const back = await as('ned').done('POST /inbox/seen', { until: '2020-01-01T00:00:00Z' });
  expect(back).toEqual({ seenUntil });
  const far = (await as('ned').done('POST /inbox/seen', { until: '2999-01-01T00:00:00Z' })) as unknown as {
    seenUntil: string;
  };
  expect(far.seenUntil >= three.createdAt && far.seenUntil < '2999').toBe(true);
  await post('mia', 'news', 'Four', 'ned');
  expect(await titles('unseen=true')).toEqual(['Four']);
});

test.each([
  ['GET /inbox?unseen=yes', undefined, 'unseen'],
  ['GET /inbox?kinds=["gossip"]', undefined, 'kinds'],
  ['GET /inbox?kinds=[]', undefined, 'kinds'],
  ['GET /inbox?limit=201', undefined, 'limit'],
  ['POST /inbox/seen', { until: 'yesterday' }, '/until'],
  ['POST /inbox/seen', {}, '/until'],
])('%s is refused', async (request, body, path) => {
  const problem = expectProblem(await as('mia').call(request, body), 'invalid_request');
  expect(problem.errors?.[0]?.path).toBe(path);
});

test('pages meet each item once, in order, whatever comes between, and of each kind alone too', async () => {
  for (let number = 0; number < 7; number += 1) {
    const { id } = await post('ned', 'general', `Page ${number}`, 'rita');
    await as('rita').done(`POST /channels/general/posts/${id}/replies`, { body: 'Yes', mentionedUserIds: ids('ned') });
    const { file } = await as('ned').done('POST /files', form(['file', textFile('a'), `${number}.txt`]));
    await as('ned').call(`POST /files/${file.id}/links`, { targetType: 'channel', targetId: 'news' });
  }
  const walk = async (query: string) => {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const { items, nextCursor } = await as('rita').done(`GET /inbox?${query}${cursor && `&cursor=${cursor}`}`);
      found.push(...(items as Item[]).map(({ at, id }) => `${at} ${id}`));
      if (nextCursor === undefined) return found;
      cursor = nextCursor;
      await post('ned', 'general', 'Between', 'rita');
    }
  };
  for (const kinds of ['', '&kinds=["mention"]', '&kinds=["share","mention"]']) {
    const whole = (await inboxOf('rita', `limit=200${kinds}`)).map(({ at, id }) => `${at} ${id}`);
    expect(whole).toEqual(whole.toSorted().toReversed());
    for (const limit of [1, 3]) {
      const walked = await walk(`limit=${limit}${kinds}`);
      expect(walked.filter((one) => whole.includes(one))).toEqual(whole);
      expect(new Set(walked).size).toBe(walked.length);
    }
  }
});

test('a cursor is good for the same filters and person', async () => {
  const { nextCursor } = await as('rita').done('GET /inbox?limit=1');
  for (const [name, query] of [
    ['will', 'limit=1'],
    ['rita', 'limit=1&unseen=true'],
    ['rita', 'kinds=["share"]'],
  ] as const)
    expectProblem(await as(name).call(`GET /inbox?${query}&cursor=${nextCursor}`), 'invalid_request');
});

test('a text of 500 characters is whole, one more is cut', async () => {
  const body = '漢'.repeat(500);
  await post('mia', 'news', body, 'will');
  expect((await inboxOf('will', 'limit=1'))[0]!.text).toBe(body);
  await post('mia', 'news', `${body}!`, 'will');
  expect((await inboxOf('will', 'limit=1'))[0]!.text).toBe(`${body}…`);
});

test('work handed to a second agent is found and done through the inbox alone, in three calls', async () => {
  const first = await startHttpHost(`${people.url}/mcp?tools=feed`, as('mia').token!);
  const second = await startHttpHost(`${people.url}/mcp?tools=feed`, as('will').token!);
  const order = { channelId: 'news', body: 'Please count the seals.', mentionedUserIds: ids('will') };
  const { post: asked } = await first.done('workspace_post_create', order);

  const { items } = (await second.done('workspace_inbox', { unseen: true, limit: 5 })) as unknown as { items: Item[] };
  expect(items[0]).toMatchObject({ kind: 'mention', id: asked.id, text: 'Please count the seals.' });
  const channelId = (items[0] as unknown as { channel: { id: string } }).channel.id;
  const { reply } = await second.done('workspace_reply_create', { channelId, postId: asked.id, body: 'Seven.' });
  await second.done('workspace_inbox_seen', { until: items[0]!.at });

  expect(await toldOf(reply.id, 'mia')).toEqual(['mia reply']);
  expect(await inboxOf('will', 'unseen=true')).toEqual([]);
});

test('a person reads and marks the inbox at the command line', async () => {
  const { id } = await post('mia', 'news', 'At the terminal', 'ned');
  const cli = await commandLine({ WORKSPACE_URL: people.url, WORKSPACE_TOKEN: as('ned').token! });
  const { stdout } = await cli.run('inbox', '--unseen', '--kind', 'mention', '--limit', '1');
  expect(stdout).toMatch(new RegExp(`mention \\* +mia@.* +News +${id} +At the`));
  expect((await cli.run('inbox', '--seen', 'now')).status).toBe(4);
  expect((await cli.run('inbox', '--seen', 'now', '--allow-write')).stdout).toMatch(/^Your inbox is seen until/);
  expect((await cli.run('inbox', '--unseen')).stdout).toBe('There are no items in your inbox.\n');
});
