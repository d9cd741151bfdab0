import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { ActivityItem } from '../../schemas/activity.ts';
import { limits } from '../../schemas/limits.ts';
import { type Followed, follow } from '../support/activity.ts';
import { form, textFile } from '../support/forms.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const [mia, will, rita, ned, lea] = (['mia', 'will', 'rita', 'ned', 'lea'] as const).map((name) => ({
  done: (...asked: Parameters<ReturnType<typeof people.as>['done']>) => people.as(name).done(...asked),
  call: (...asked: Parameters<ReturnType<typeof people.as>['call']>) => people.as(name).call(...asked),
})) as [Asker, Asker, Asker, Asker, Asker];
type Asker = Pick<ReturnType<typeof people.as>, 'done' | 'call'>;

/** Functions that return the changes each person sees from now on. */
async function followers(...names: Name[]): Promise<Record<string, () => Promise<ActivityItem[]>>> {
  const followed = await Promise.all(names.map(async (name) => [name, await end(name)] as const));
  return Object.fromEntries(
    followed.map(([name, after]) => [name, async () => (await follow(people.as(name), { after })).items]),
  );
}

const end = async (name: Name) => (await follow(people.as(name))).nextCursor;

const told = (items: readonly ActivityItem[]) => items.map(({ type, id, action }) => `${action} ${type} ${id}`);

const document = (channelId?: string) => ({
  kind: 'markdown',
  title: 'Plan',
  content: '# Plan',
  ...(channelId && { channelId }),
  idempotencyKey: crypto.randomUUID(),
});

test('a change of a Data Set or View is told with its name', async () => {
  const seenBy = await followers('rita');
  const { dataSet } = await mia.done('POST /channels/board/data-sets', { name: 'Deals', fields: [] });
  const definition = { name: 'All deals', renderer: 'table', objectTypeId: dataSet.objectTypeId };
  await mia.done('POST /channels/board/views', definition);
  expect(await seenBy.rita!()).toMatchObject([
    { type: 'data_set', action: 'created', title: 'Deals' },
    { type: 'view', action: 'created', title: 'All deals' },
  ]);
});

test('each change comes once, oldest first, to its readers alone', async () => {
  const seenBy = await followers('mia', 'rita', 'ned', 'lea');
  const { post } = await mia.done('POST /channels/board/posts', { body: 'Numbers of the quarter.\nMore.' });
  const { artifact } = await will.done('POST /artifacts', document('board'));
  await will.done(`PATCH /artifacts/${artifact.id}`, {
    expectedVersionId: artifact.versionId,
    title: 'Plan B',
    content: '# Plan',
    idempotencyKey: 'plan-b',
  });
  const { reply } = await will.done(`POST /channels/board/posts/${post.id}/replies`, { body: 'Good' });
  await mia.done(`DELETE /channels/board/posts/${post.id}`);
  const items = await seenBy.rita!();
  expect(told(items)).toEqual([
    `created post ${post.id}`,
    `created artifact ${artifact.id}`,
    `updated artifact ${artifact.id}`,
    `created comment ${reply.id}`,
    `deleted post ${post.id}`,
  ]);
  expect(items[1]).toMatchObject({ title: 'Plan B', actor: { name: expect.any(String) }, via: { interface: 'api' } });
  expect(Object.keys(items.at(-1)!).sort()).toEqual(['action', 'actor', 'at', 'channelId', 'id', 'type', 'via']);
  expect(JSON.stringify(items)).not.toContain('Numbers');
  expect(await seenBy.mia!()).toEqual(items);
  expect(await seenBy.ned!()).toEqual([]);
  expect(await seenBy.lea!()).toEqual([]);
});

test('records are told of with their Data Set, an import as one change, a deletion without a title', async () => {
  const seenBy = await followers('ned');
  const { dataSet } = await mia.done('POST /channels/news/data-sets', { name: 'Deals', fields: [] });
  const place = { objectTypeId: dataSet.objectTypeId };
  const { record } = await mia.done('POST /channels/news/records', { ...place, title: 'Acme' });
  await mia.done('POST /channels/news/records/batch', {
    ...place,
    create: [{ title: 'One' }, { title: 'Two' }],
    update: [{ id: record.id, title: 'Acme Ltd' }],
  });
  await mia.done(
    `POST /channels/news/data-sets/${dataSet.objectTypeId}/import`,
    form(['file', textFile('Title\nThree\nFour\n'), 'deals.csv']),
  );
  await mia.done(`DELETE /channels/news/records/${record.id}`);
  const items = await seenBy.ned!();
  expect(items.map(({ action, type, objectTypeId, title }) => [action, type, objectTypeId, title])).toEqual([
    ['created', 'data_set', undefined, 'Deals'],
    ['created', 'record', dataSet.objectTypeId, undefined],
    ['created', 'record', dataSet.objectTypeId, 'One'],
    ['created', 'record', dataSet.objectTypeId, 'Two'],
    ['updated', 'record', dataSet.objectTypeId, undefined],
    ['imported', 'data_set', undefined, 'Deals'],
    ['deleted', 'record', dataSet.objectTypeId, undefined],
  ]);
  expect(new Set(items.map(({ channelId }) => channelId)).size).toBe(1);
});

test.each([
  ['organization', 1],
  ['private', 2],
] as const)(
  'the deletion of a channel of visibility %s is told to its readers, and noted %i times',
  async (visibility, times) => {
    const seenBy = await followers('mia', 'rita', 'lea');
    const { channel } = await mia.done('POST /channels', { name: 'Gone', visibility });
    const { userId } = await rita.done('GET /me');
    await mia.done(`PUT /channels/${channel.id}/members/${userId}`, { role: 'reader' });
    await mia.done(`DELETE /channels/${channel.id}`);
    const deleted = [`deleted channel ${channel.id}`];
    expect(told(await seenBy.mia!())).toEqual(deleted);
    expect(told(await seenBy.rita!())).toEqual(deleted);
    expect(told(await seenBy.lea!())).toEqual([]);
    const noted = await inStorage(people.dataFolder, (tx) =>
      tx
        .selectFrom('change_audiences')
        .innerJoin('audit_events', 'audit_events.number', 'change_audiences.event')
        .select('change_audiences.audience')
        .where('audit_events.resource_id', '=', channel.id)
        .where('audit_events.action', '=', 'channel.deleted')
        .execute(),
    );
    expect(noted).toHaveLength(times);
  },
);

describe('what is attached', () => {
  test('is seen by the readers of its channels; a document only by its own readers', async () => {
    const seenBy = await followers('mia', 'ned', 'rita');
    const { artifact } = await mia.done('POST /artifacts', document('board'));
    const { file } = await mia.done('POST /files', form(['file', textFile('text'), 'a.txt']));
    await mia.done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: 'news' });
    await mia.done(`POST /files/${file.id}/links`, { targetType: 'channel', targetId: 'news' });
    const discussion = `/channels/news/feed/threads/artifact/${artifact.id}`;
    const { comment } = await mia.done(`POST ${discussion}/comments`, { body: 'Look' });
    await mia.done(`POST ${discussion}/reactions`, { reaction: 'thumbs_up', active: true });
    await mia.done(`DELETE /files/${file.id}/links`, { targetType: 'channel', targetId: 'news' });
    expect(told(await seenBy.ned!())).toEqual([`attached file ${file.id}`, `detached file ${file.id}`]);
    const ofDocument = [
      `created artifact ${artifact.id}`,
      `attached artifact ${artifact.id}`,
      `created comment ${comment.id}`,
      `reacted artifact ${artifact.id}`,
    ];
    expect(told(await seenBy.rita!()).filter((line) => !line.includes('file'))).toEqual(ofDocument);
    expect(told(await seenBy.mia!())).toEqual([
      ofDocument[0],
      `created file ${file.id}`,
      ofDocument[1],
      `attached file ${file.id}`,
      ...ofDocument.slice(2),
      `detached file ${file.id}`,
    ]);
  });

  test('a conversation is seen by its owner, and by others while it is shared', async () => {
    const seenBy = await followers('mia', 'rita', 'admin');
    const { session } = await mia.done('POST /sessions', { title: 'Private talk' });
    await mia.done(`POST /sessions/${session.id}/channels`, { channelId: 'board' });
    const { query } = await mia.done(`POST /sessions/${session.id}/messages`, { body: 'How many deals are won?' });
    for (;;) {
      const { status } = (await mia.done(`GET /queries/${query.id}`)).query;
      if (status === 'completed') break;
      await sleep(50);
    }
    await mia.done(`DELETE /sessions/${session.id}/channels`, { channelId: 'board' });
    const changes = ['attached', 'updated', 'updated', 'detached'].map((action) => `${action} session ${session.id}`);
    const items = await seenBy.rita!();
    expect(told(items)).toEqual(changes);
    expect(JSON.stringify(items)).not.toContain('Private talk');
    expect(told(await seenBy.mia!())).toEqual([`created session ${session.id}`, ...changes]);
    expect(await seenBy.admin!()).toEqual([]);
  });

  test('an artifact that is attached at its creation is one change', async () => {
    const seenBy = await followers('mia', 'rita');
    const { file } = await mia.done('POST /files', form(['channelId', 'board'], ['file', textFile('text'), 'a.txt']));
    expect(told(await seenBy.rita!())).toEqual([`created file ${file.id}`]);
    expect(told(await seenBy.mia!())).toEqual([`created file ${file.id}`]);
  });
});

test('a member who comes later sees what happened before, one who left only that they left', async () => {
  const { channel } = await mia.done('POST /channels', { name: 'Later', slug: 'later', visibility: 'private' });
  const { post } = await mia.done('POST /channels/later/posts', { body: 'Early' });
  await mia.done(`PUT /channels/later/members/${people.idOf('ned')}`, { role: 'reader' });
  const inChannel = async () => (await follow(people.as('ned'), { channelId: channel.id })).items;
  expect(told(await inChannel())).toEqual([
    `created channel ${channel.id}`,
    `created post ${post.id}`,
    `updated channel ${channel.id}`,
  ]);
  await mia.done(`DELETE /channels/later/members/${people.idOf('ned')}`);
  expect(await ned.call(`GET /activity?channelId=${channel.id}`)).toMatchObject({ status: 404 });
  await mia.done('POST /channels/later/posts', { body: 'Late' });
  const left = (await follow(people.as('ned'))).items.filter(({ id }) => id === channel.id);
  expect(left.map(({ action, title, channelId }) => [action, title, channelId])).toEqual([
    ['updated', undefined, undefined],
  ]);
  expect(JSON.stringify((await follow(people.as('ned'))).items)).not.toContain(post.id);
});

test('a channel that becomes private is told as a change to all who lose it, without its name', async () => {
  const { channel } = await mia.done('POST /channels', { name: 'Closing' });
  const seenBy = await followers('mia', 'ned', 'lea');
  await mia.done(`PATCH /channels/${channel.id}`, { visibility: 'private' });
  await mia.done(`PATCH /channels/${channel.id}`, { name: 'Closed', visibility: 'private' });
  expect(told(await seenBy.mia!())).toEqual([`updated channel ${channel.id}`, `updated channel ${channel.id}`]);
  const lost = await seenBy.ned!();
  expect(told(lost)).toEqual([`updated channel ${channel.id}`]);
  expect(JSON.stringify(lost)).not.toContain('Clos');
  expect(await seenBy.lea!()).toEqual([]);
});

test('filters leave changes of some types, by one person, through one agent, in one channel', async () => {
  const { post } = await mia.done('POST /channels/news/posts', { body: 'Mine', clientApp: 'codex' });
  const { artifact } = await will.done('POST /artifacts', document('board'));
  const left = async (filters: Record<string, string>) => told((await follow(people.as('mia'), filters)).items);
  const ours = (lines: readonly string[]) =>
    lines.filter((line) => line.endsWith(post.id) || line.endsWith(artifact.id));
  const [created, other] = [`created post ${post.id}`, `created artifact ${artifact.id}`];
  expect(ours(await left({}))).toEqual([created, other]);
  expect(ours(await left({ types: '["artifact"]' }))).toEqual([other]);
  expect(ours(await left({ types: '[]' }))).toEqual([created, other]);
  expect(ours(await left({ actorId: people.idOf('mia') }))).toEqual([created]);
  expect(ours(await left({ agent: 'codex' }))).toEqual([created]);
  expect(ours(await left({ channelId: 'board' }))).toEqual([other]);
  expect(ours(await left({ agent: 'nobody' }))).toEqual([]);
});

describe('a cursor', () => {
  test('is always there, leads on from an empty page, and stays while nothing changes', async () => {
    const first = (await lea.done('GET /activity?limit=100')) as unknown as Followed;
    const last = await end('lea');
    const empty = await lea.call(`GET /activity?after=${last}`);
    expect(empty.body).toEqual({ items: [], nextCursor: last });
    // The number of the last change would tell how much others do.
    expect(Buffer.from(first.nextCursor.split(/[.~]/)[0]!, 'base64url').toString()).not.toMatch(/^\[\d+\]$/);
    const tag = empty.headers.get('etag')!;
    expect(tag).toMatch(/^W\//);
    const again = await lea.call(`GET /activity?after=${last}`, undefined, { 'if-none-match': tag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const { channel } = await lea.done('POST /channels', { name: 'Own' });
    const next = await lea.call(`GET /activity?after=${last}`, undefined, { 'if-none-match': tag });
    expect(next.body).toMatchObject({ items: [{ id: channel.id, action: 'created', title: 'Own' }] });
  });

  test('belongs to its caller and its filters', async () => {
    const after = await end('mia');
    const refused = {
      status: 400,
      body: { errors: [{ path: 'after', message: expect.stringContaining('start again') }] },
    };
    expect(await rita.call(`GET /activity?after=${after}`)).toMatchObject(refused);
    expect(await mia.call(`GET /activity?after=${after}&types=["post"]`)).toMatchObject(refused);
    expect(await mia.call('GET /activity?after=invented')).toMatchObject(refused);
    expect(await mia.call(`GET /activity?limit=3&after=${after}`)).toMatchObject({ status: 200 });
  });

  test('a page has at most its limit, and pages of any size join to the same', async () => {
    for (let count = 0; count < 7; count += 1) await mia.done('POST /channels/news/posts', { body: `Post ${count}` });
    const whole = await follow(people.as('rita'), {}, limits.feedPageMost);
    for (const limit of [1, 3]) expect((await follow(people.as('rita'), {}, limit)).items).toEqual(whole.items);
    const most = limits.pageMost;
    expect(await rita.call(`GET /activity?limit=${most}`)).toMatchObject({ status: 200 });
    expect(await rita.call(`GET /activity?limit=${most + 1}`)).toMatchObject({ status: 400 });
    expect(await rita.call('GET /activity?limit=0')).toMatchObject({ status: 400 });
  });
});
