import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/store/ids.ts';
import { form, textFile } from '../../support/forms.ts';
import { patience } from '../../support/patience.ts';
import { everyone, type Name, staffedGateway, whoever } from '../../support/people.ts';
import { expectProblem } from '../../support/problems.ts';
import { inStorage } from '../../support/storage.ts';

const people = staffedGateway();

/** A session of its own word with one message. */
async function newSession(by: Name, channelId?: string) {
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const { session } = await people.as(by).done('POST /sessions', { title: word, channelId });
  const message = {
    id: newId('msg'),
    session_id: session.id,
    role: 'user' as const,
    body: 'How many?',
    created_at: session.createdAt,
  };
  await inStorage(people.dataFolder, (tx) => tx.insertInto('messages').values(message).execute());
  return { id: session.id, word };
}
type Thing = Awaited<ReturnType<typeof newSession>>;

const linking = (by: Name, { id }: Thing, method: 'POST' | 'DELETE', channelId: string) =>
  people.as(by).call(`${method} /sessions/${id}/channels`, { channelId });

/** How each sees a session: the same by itself and in the list; `name:access`. */
async function seen({ id, word }: Thing): Promise<string> {
  const views = await Promise.all(
    everyone.map(async (name) => {
      const { status, body } = await people.as(name).call(`GET /sessions/${id}`);
      const listed = (await people.as(name).done(`GET /sessions?q=${word}`)).sessions;
      expect(listed).toEqual(status === 200 ? [body.session] : []);
      return status === 200 ? [`${name}:${body.session.access}`] : [];
    }),
  );
  return views.flat().join(' ');
}

/** Who reads the messages; everyone else who sees the session is told that they may not. */
const readers = ({ id }: Thing) =>
  whoever(async (name) => {
    const reply = await people.as(name).call(`GET /sessions/${id}/messages`);
    if (reply.status === 200) expect(reply.body.messages).toMatchObject([{ role: 'user', body: 'How many?' }]);
    else expectProblem(reply, name === 'admin' ? 'forbidden' : 'not_found');
    return reply.status === 200;
  });

describe('a session is read by its owner and, while attached, by the readers of the channel:', () => {
  test('attach by attach and detach by detach', async () => {
    const session = await newSession('will');
    expect(await seen(session)).toBe('admin:admin will:owner');
    expect(await readers(session)).toBe('will');

    expect((await linking('will', session, 'POST', 'board')).body).toEqual({ attached: true });
    expect(await seen(session)).toBe('admin:admin mia:shared will:owner rita:shared');
    expect(await readers(session)).toBe('mia will rita');

    expect((await linking('will', session, 'POST', 'news')).body).toEqual({ attached: true });
    expect(await seen(session)).toBe('admin:shared mia:shared will:owner rita:shared ned:shared');
    expect(await readers(session)).toBe('admin mia will rita ned');

    expect((await linking('will', session, 'DELETE', 'news')).body).toEqual({ detached: true });
    expect(await readers(session)).toBe('mia will rita');

    expect((await linking('will', session, 'DELETE', 'board')).body).toEqual({ detached: true });
    expect(await seen(session)).toBe('admin:admin will:owner');
    expect(await readers(session)).toBe('will');
  });

  test('nobody else becomes its owner, and taking it back leaves what is read for another reason', async () => {
    const session = await newSession('will', 'board');
    const upload = form(['sessionId', session.id], ['file', textFile('text'), 'a.txt']);
    const { file } = await people.as('will').done('POST /files', upload);
    const target = { targetType: 'channel', targetId: 'news' };
    await people.as('will').done(`POST /files/${file.id}/links`, target);
    await linking('will', session, 'POST', 'news');
    expect((await people.as('ned').done(`GET /sessions/${session.id}`)).session.owner.id).toBe(people.idOf('will'));
    await linking('will', session, 'DELETE', 'news');
    expectProblem(await people.as('ned').call(`GET /sessions/${session.id}`), 'not_found');
    expect((await people.as('ned').call(`GET /files/${file.id}`)).status).toBe(200);
  });

  test('a session started in a channel is not thereby shared with it', async () => {
    const session = await newSession('will', 'board');
    expect(await seen(session)).toBe('admin:admin will:owner');
  });
});

test('an admin sees title, owner and channels of any session', async () => {
  const session = await newSession('will');
  await linking('will', session, 'POST', 'news');
  const { channel } = await people.as('admin').done('GET /channels/news');
  expect((await people.as('admin').done(`GET /sessions/${session.id}`)).session).toMatchObject({
    title: session.word,
    owner: { id: people.idOf('will') },
    channelIds: [channel.id],
  });
});

test('an admin shares a session of somebody else only where its owner reads along', async () => {
  const { channel } = await people.as('admin').done('POST /channels', { name: 'Aside', visibility: 'private' });
  const session = await newSession('will');
  expectProblem(await linking('admin', session, 'POST', channel.id), 'forbidden');
  expect(await seen(session)).toBe('admin:admin will:owner');
  await people.as('admin').done(`PUT /channels/${channel.id}/members/${people.idOf('will')}`, { role: 'reader' });
  expect((await linking('admin', session, 'POST', channel.id)).body).toEqual({ attached: true });
  expect(await seen(session)).toBe('admin:shared will:owner');
});

test('a session names no channel that its reader does not see', async () => {
  const session = await newSession('will', 'board');
  for (const channel of ['board', 'news']) await linking('will', session, 'POST', channel);
  const [board, news] = [
    (await people.as('will').done('GET /channels/board')).channel.id,
    (await people.as('will').done('GET /channels/news')).channel.id,
  ];
  for (const [name, channelId, channelIds] of [
    ['rita', board, [board, news]],
    ['ned', undefined, [news]],
  ] as const) {
    const seen = (await people.as(name).done(`GET /sessions/${session.id}`)).session;
    expect([name, seen.channelId, new Set(seen.channelIds)]).toEqual([name, channelId, new Set(channelIds)]);
  }
});

describe('a session is taken back by its owner', () => {
  const shared = async () => {
    const { channel } = await people.as('mia').done('POST /channels', { name: 'Left', visibility: 'private' });
    const member = `/channels/${channel.id}/members/${people.idOf('ned')}`;
    await people.as('mia').done(`PUT ${member}`, { role: 'writer' });
    const session = await newSession('ned');
    await linking('ned', session, 'POST', channel.id);
    return { session, channel, member };
  };
  const readsIt = async ({ id }: Thing) => (await people.as('mia').call(`GET /sessions/${id}/messages`)).status === 200;

  test('from a channel that they only read by now', async () => {
    const { session, channel, member } = await shared();
    await people.as('mia').done(`PUT ${member}`, { role: 'reader' });
    expect((await linking('ned', session, 'DELETE', channel.slug)).body).toEqual({ detached: true });
    expect((await linking('ned', session, 'DELETE', channel.slug)).body).toEqual({ detached: false });
    expectProblem(await linking('ned', session, 'POST', channel.slug), 'forbidden');
    expect(await readsIt(session)).toBe(false);
  });

  test.each(['id', 'slug'] as const)('from a channel that they no longer see, by its %s', async (name) => {
    const { session, channel, member } = await shared();
    await people.as('mia').done(`DELETE ${member}`);
    expect(await readsIt(session)).toBe(true);
    expect((await linking('ned', session, 'DELETE', channel[name])).body).toEqual({ detached: true });
    expect(await readsIt(session)).toBe(false);
    expectProblem(await linking('ned', session, 'DELETE', channel[name]), 'not_found');
  });
});

test('a search finds only sessions of one’s own', async () => {
  const session = await newSession('will');
  await linking('will', session, 'POST', 'news');
  const finding = async (name: Name) =>
    (await people.as(name).done(`GET /search?q=${session.word}`)).results.length > 0;
  await expect.poll(() => whoever(finding), patience).toBe('will');
});
