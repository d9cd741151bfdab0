import { beforeAll, describe, expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { expectProblem } from '../support/problems.ts';
import { type Account, type Reply, sharedGateway } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });
const document = (title: string) => ({ kind: 'markdown', title, content: 'text' });
const noMentions = { mentionedUserIds: [], mentionedChannelIds: [], mentionedDataSetIds: [], mentionedViewIds: [] };
const keyed = (key: string) => ({ 'idempotency-key': key });
/** The IDs that stand in braces in the tables below. */
const ids: Record<string, string> = {};
const filled = (request: string) => request.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => ids[name]!);

beforeAll(async () => {
  const { done } = gateway.admin;
  await done('POST /channels', { name: 'Archive' });
  ids.artifact = (await done('POST /artifacts', document('Plan'), keyed('setup'))).artifact.id;
  ids.file = (await done('POST /files', form(['file', textFile('text'), 'a.txt']))).file.id;
  const { dataSet } = await done('POST /channels/general/data-sets', { name: 'Deals' });
  const { record } = await done('POST /channels/general/records', {
    objectTypeId: dataSet.objectTypeId,
    title: 'Renewal',
  });
  ids.record = record.id;
  ids.session = (await done('POST /sessions', {})).session.id;
  ids.post = (await done('POST /channels/general/posts', { body: 'Root' })).post.id;
  ids.comment = (await done(filled('POST /channels/general/posts/{post}/replies'), { body: 'Reply' })).reply.id;
});

/** The last segment of a `Location`. The channel before it may be an ID or a slug. */
const placeOf = ({ headers }: Reply) => headers.get('location')?.split('/').at(-1);

/** The second answer is the first one again, says so, and changed nothing. */
async function replayed(ask: () => Promise<Reply>): Promise<Reply> {
  const first = await ask();
  expect([first.body.detail, first.headers.get('idempotency-replayed')]).toEqual([undefined, null]);
  const before = await traces(gateway.dataFolder);
  const second = await ask();
  expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([first.status, 'true']);
  expect(placeOf(second)).toBe(placeOf(first));
  expect(second.body).toEqual(first.body);
  expect(await traces(gateway.dataFolder)).toEqual(before);
  return second;
}

describe('the same key and body replay the first answer:', () => {
  const update = async () => {
    const { artifact } = await gateway.admin.done(filled('GET /artifacts/{artifact}'));
    return { expectedVersionId: artifact.versionId, title: crypto.randomUUID() };
  };
  test.each<[request: string, body: () => unknown]>([
    ['POST /channels', () => ({ name: 'Deals' })],
    ['PATCH /channels/general', () => ({ description: 'For all' })],
    ['POST /artifacts', () => document('Offer')],
    ['PATCH /artifacts/{artifact}', update],
    ['POST /artifacts/{artifact}/links', () => ({ targetType: 'channel', targetId: 'general' })],
    ['POST /files/{file}/links', () => ({ targetType: 'channel', targetId: 'general' })],
    ['POST /sessions', () => ({ title: 'Questions' })],
    ['DELETE /artifacts/{artifact}/links', () => ({ targetType: 'channel', targetId: 'general' })],
    ['DELETE /files/{file}/links', () => ({ targetType: 'channel', targetId: 'general' })],
    ['POST /sessions/{session}/channels', () => ({ channelId: 'general' })],
    ['POST /channels/general/posts', () => ({ body: 'Hello' })],
    ['PATCH /channels/general/posts/{post}', () => ({ body: crypto.randomUUID(), ...noMentions })],
    ['POST /channels/general/posts/{post}/replies', () => ({ body: 'Hello' })],
    ['POST /channels/general/feed/threads/post/{post}/comments', () => ({ body: 'Hello' })],
    ['PATCH /channels/general/feed/comments/{comment}', () => ({ body: crypto.randomUUID() })],
    ['POST /channels/general/feed/threads/post/{post}/reactions', () => ({ reaction: 'eyes', active: true })],
    ['POST /feedback', () => ({ description: 'Good' })],
    ['DELETE /sessions/{session}/channels', () => ({ channelId: 'general' })],
    ['DELETE /channels/general/records/{record}', () => ({})],
    ['DELETE /channels/general/feed/comments/{comment}', () => ({})],
    ['DELETE /channels/general/posts/{post}', () => ({})],
  ])('%s', async (request, makeBody) => {
    const path = filled(request);
    const body = await makeBody();
    await replayed(() => gateway.admin.call(path, body, keyed('by-header')));
    const another = { ...((await makeBody()) as object), idempotencyKey: 'by-body' };
    await replayed(() => gateway.admin.call(path, another));
  });

  test('in any order of its keys', async () => {
    const fields = [
      { key: 'a', type: 'text' },
      { key: 'b', type: 'text' },
    ];
    const { dataSet } = (await gateway.admin.done('POST /channels/general/data-sets', {
      name: 'Ordered',
      fields,
    })) as unknown as { dataSet: { objectTypeId: string } };
    const bodies = [
      { objectTypeId: dataSet.objectTypeId, title: 'One', values: { a: '1', b: '2' } },
      { values: { b: '2', a: '1' }, title: 'One', objectTypeId: dataSet.objectTypeId },
    ];
    await replayed(() => gateway.admin.call('POST /channels/general/records', bodies.shift(), keyed('ordered')));
  });

  test('an upload, when name, place and bytes are the same', async () => {
    const upload = () => form(['channelId', 'general'], ['file', textFile('hello'), 'a.txt']);
    await replayed(() => gateway.admin.call('POST /files', upload(), keyed('upload-by-header')));
    const inForm = () => form(['file', textFile('hello'), 'a.txt'], ['idempotencyKey', 'upload-by-form']);
    await replayed(() => gateway.admin.call('POST /files', inForm()));
  });
});

describe('a channel is the same by its slug and by its ID:', () => {
  const csv = (key: string) => form(['idempotencyKey', key], ['name', key], ['file', textFile('Name\nOne'), 'a.csv']);
  const target = (targetId: string) => ({ targetType: 'channel', targetId });
  test.each<[request: string, body: (channel: string, key: string) => unknown]>([
    ['PATCH /channels/{channel}', () => ({ description: 'For all' })],
    ['POST /artifacts', (channelId) => ({ ...document('Offer'), channelId })],
    ['POST /artifacts/{artifact}/links', target],
    ['POST /files/{file}/links', target],
    [
      'POST /files',
      (channel, key) => form(['idempotencyKey', key], ['channelId', channel], ['file', textFile('x'), 'a']),
    ],
    ['POST /sessions', (channelId) => ({ channelId })],
    ['POST /sessions/{session}/channels', (channelId) => ({ channelId })],
    ['POST /channels/{channel}/data-sets', () => ({ name: 'Deals' })],
    ['POST /channels/{channel}/data-sets/import', (_channel, key) => csv(key)],
  ])('%s', async (request, body) => {
    const key = crypto.randomUUID();
    const { id, slug } = (await gateway.admin.done('GET /channels/archive')).channel;
    const ask = (channel: string) =>
      gateway.admin.call(filled(request.replace('{channel}', channel)), body(channel, key), keyed(key));
    const named = [slug, id];
    await replayed(() => ask(named.shift()!));
  });

  test('and a View is', async () => {
    const { done, call } = gateway.admin;
    const { dataSet } = await done('POST /channels/archive/data-sets', { name: 'Tasks' });
    const definition = { name: 'All', objectTypeId: dataSet.objectTypeId, renderer: 'table' };
    const { view } = await done('POST /channels/archive/views', definition);
    const change = { ...definition, expectedCurrentVersionId: view.currentVersionId };
    const named = [`archive/views/${view.slug}`, `${view.channelId}/views/${view.id}`];
    await replayed(() => call(`PATCH /channels/${named.shift()}`, change, keyed('view')));
  });

  test('also when the slug has gone to another since', async () => {
    const { done, call } = gateway.admin;
    const { channel } = await done('POST /channels', { name: 'Old' });
    const rename = () => call('PATCH /channels/old', { slug: 'new' }, keyed('rename'));
    const start = () => call('POST /sessions', { channelId: channel.slug }, keyed('start'));
    const first = [await start(), await rename()];
    await done('POST /channels', { name: 'Old' });
    expect([(await start()).body, (await rename()).body]).toEqual(first.map(({ body }) => body));
  });
});

describe('a key that is used for something else is idempotency_key_reused:', () => {
  const reused = async (first: () => Promise<Reply>, second: () => Promise<Reply>) => {
    expect((await first()).status).toBeLessThan(300);
    const before = await traces(gateway.dataFolder);
    expectProblem(await second(), 'idempotency_key_reused');
    expect(await traces(gateway.dataFolder)).toEqual(before);
  };

  test('another title', async () => {
    const create = (title: string) => () =>
      gateway.admin.call('POST /artifacts', document(title), keyed('other-title'));
    await reused(create('One'), create('Two'));
  });

  test('a field more', async () => {
    const create = (more: object) => () =>
      gateway.admin.call('POST /sessions', { title: 'One', ...more }, keyed('more'));
    await reused(create({}), create({ channelId: 'general' }));
  });

  test.each([
    ['content', { text: 'other' }],
    ['name', { name: 'b.txt' }],
    ['place', { place: 'archive' }],
  ])('an upload with another %s', async (what, other) => {
    const upload = ({ text = 'hello', name = 'a.txt', place = 'general' }) =>
      gateway.admin.call(
        'POST /files',
        form(['channelId', place], ['file', textFile(text), name]),
        keyed(`upload-${what}`),
      );
    await reused(
      () => upload({}),
      () => upload(other),
    );
  });
});

describe('the key', () => {
  test('may stand in the header and in the body, if both are equal', async () => {
    const body = { title: 'Both', idempotencyKey: 'both' };
    expect((await gateway.admin.call('POST /sessions', body, keyed('both'))).status).toBe(201);
    const { headers } = await gateway.admin.call('POST /sessions', { title: 'Both' }, keyed('both'));
    expect(headers.get('idempotency-replayed')).toBe('true');
  });

  test.each<[request: string, body: unknown]>([
    ['POST /sessions', { idempotencyKey: 'one' }],
    ['PATCH /channels/general', { name: 'All', idempotencyKey: 'one' }],
    ['POST /artifacts', { ...document('Plan'), idempotencyKey: 'one' }],
    ['POST /files', form(['idempotencyKey', 'one'], ['file', textFile('text'), 'a.txt'])],
    ['POST /files', form(['file', textFile('x'.repeat(200_000)), 'a.txt'], ['idempotencyKey', 'one'])],
  ])('is refused when both differ: %s', async (request, body) => {
    const before = await traces(gateway.dataFolder);
    const reply = await gateway.admin.call(request, body, keyed('another'));
    expectProblem(reply, 'invalid_request', ['/idempotencyKey']);
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test.each(['POST /artifacts', 'PATCH /artifacts/{artifact}'])('is required for %s', async (request) => {
    const reply = await gateway.admin.call(filled(request), document('Plan'));
    expectProblem(reply, 'invalid_request', ['/idempotencyKey']);
  });

  test.each(['x'.repeat(256), 'two\nlines', 'ключ', '', 5, null])('is refused as %j', async (key) => {
    const before = await traces(gateway.dataFolder);
    const reply = await gateway.admin.call('POST /sessions', { idempotencyKey: key });
    expectProblem(reply, 'invalid_request', ['/idempotencyKey']);
    if (typeof key === 'string' && key.length > 255) {
      const byHeader = await gateway.admin.call('POST /sessions', {}, keyed(key));
      expectProblem(byHeader, 'invalid_request', ['/idempotencyKey']);
    }
    expect(await traces(gateway.dataFolder)).toEqual(before);
  });

  test('of 255 characters is one', async () => {
    await replayed(() => gateway.admin.call('POST /sessions', {}, keyed('k'.repeat(255))));
  });

  test('belongs to its user and to its operation', async () => {
    const ask = (by: Account, request: string, body: unknown) => by.call(request, body, keyed('shared'));
    const replies = [
      await ask(gateway.admin, 'POST /sessions', { title: 'Plan' }),
      await ask(gateway.as(mia), 'POST /sessions', { title: 'Other' }),
      await ask(gateway.admin, 'POST /artifacts', document('Plan')),
      await ask(gateway.admin, 'POST /channels', { name: 'Plan' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(replies.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null, null, null]);
  });

  test('does not reach from one artifact to another', async () => {
    const { artifact } = await gateway.admin.done('POST /artifacts', document('Second'), keyed('second'));
    const body = { targetType: 'channel', targetId: 'general' };
    const link = (id: string) => gateway.admin.call(`POST /artifacts/${id}/links`, body, keyed('linking'));
    expect((await link(artifact.id)).status).toBe(200);
    expectProblem(await link(ids.artifact!), 'idempotency_key_reused');
  });
});

test('an update that did succeed is replayed, not called a conflict, though its version is stale by now', async () => {
  const { artifact } = await gateway.admin.done('POST /artifacts', document('First'), keyed('retry-create'));
  const body = { expectedVersionId: artifact.versionId, content: 'second', idempotencyKey: 'retry-update' };
  const { body: first } = await gateway.admin.call(`PATCH /artifacts/${artifact.id}`, body);
  const newer = { expectedVersionId: first.artifact.versionId, content: 'third', idempotencyKey: 'retry-newer' };
  await gateway.admin.done(`PATCH /artifacts/${artifact.id}`, newer);
  const retried = await gateway.admin.call(`PATCH /artifacts/${artifact.id}`, body);
  expect([retried.status, retried.body.artifact]).toEqual([200, first.artifact]);
});

test('a retried detachment does not take away what was attached again since', async () => {
  const links = filled('/artifacts/{artifact}/links');
  const link = { targetType: 'channel', targetId: 'general' };
  await gateway.admin.done(`POST ${links}`, link);
  const detach = () => gateway.admin.call(`DELETE ${links}`, link, keyed('detached-once'));
  expect((await detach()).body).toEqual({ detached: true });
  await gateway.admin.done(`POST ${links}`, link);
  expect((await detach()).body).toEqual({ detached: true });
  const { channel } = await gateway.admin.done('GET /channels/general');
  const { links: shown } = (await gateway.admin.done(filled('GET /artifacts/{artifact}'))).artifact;
  expect(shown.map(({ targetId }) => targetId)).toContain(channel.id);
});

test('a refusal is not stored: the same key may be used for the request that mends it', async () => {
  const taken = await gateway.admin.call('POST /channels', { name: 'All', slug: 'general' }, keyed('mended'));
  expectProblem(taken, 'already_exists');
  const mended = await gateway.admin.call('POST /channels', { name: 'All', slug: 'all' }, keyed('mended'));
  expect([mended.status, mended.headers.get('idempotency-replayed')]).toEqual([201, null]);
});

test('32 requests at once with one key make one artifact', async () => {
  const ask = () => gateway.admin.call('POST /artifacts', document('Once'), keyed('at-once'));
  const replies = await Promise.all(Array.from({ length: 32 }, ask));
  expect(replies.map(({ status }) => status)).toEqual(Array(32).fill(201));
  expect(new Set(replies.map(({ body }) => body.artifact.id)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(31);
  const { artifacts } = await gateway.admin.done('GET /artifacts?q=once');
  expect(artifacts).toHaveLength(1);
});

test('32 uploads at once with one key make one file', async () => {
  const ask = () => gateway.admin.call('POST /files', form(['file', textFile('once'), 'once.txt']), keyed('at-once'));
  const replies = await Promise.all(Array.from({ length: 32 }, ask));
  expect(new Set(replies.map(({ body }) => body.file.id)).size).toBe(1);
});
