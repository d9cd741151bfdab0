import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { form, textFile } from '../support/forms.ts';
import { type Name, staffedGateway } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage, traces } from '../support/storage.ts';

const people = staffedGateway();
const { as, idOf } = people;
const members: Name[] = ['admin', 'mia', 'will', 'rita', 'ned'];

const asked = (query: Record<string, string>) => `GET /access-preview?${new URLSearchParams(query).toString()}`;
const of = (resourceType: string, resourceId: string, more: Record<string, string>) =>
  asked({ resourceType, resourceId, ...more });
const to = (targetType: string, targetId: string) => ({ targetType, targetId });

/** The names of the people who gain and who lose access, by the preview. */
async function preview(by: Name, request: string) {
  const { gains, loses } = await as(by).done(request);
  const namesOf = ({ people: found, count }: typeof gains) => {
    expect(count).toBe(found.length);
    const ids = new Set(found.map(({ id }) => id));
    expect(found.every(({ name }) => name.length > 0)).toBe(true);
    return members.filter((name) => ids.has(idOfMember(name)));
  };
  return { gains: namesOf(gains), loses: namesOf(loses) };
}
let adminId = '';
const idOfMember = (name: Name) => (name === 'admin' ? adminId : idOf(name));
const nobody = { gains: [], loses: [] };

const upload = async (by: Name) => (await as(by).done('POST /files', form(['file', textFile('a'), 'a.txt']))).file;
const readers = async (path: string) => {
  const found: Name[] = [];
  for (const name of members) if ((await as(name).call(`GET ${path}`)).status === 200) found.push(name);
  return found;
};

test('who would read a file is who reads it then, and the preview changes nothing', async () => {
  adminId = (await as('admin').done('GET /me')).userId;
  const file = await upload('mia');
  const before = await traces(people.dataFolder);
  const board = await preview('mia', of('file', file.id, to('channel', 'board')));
  const news = await preview('mia', of('file', file.id, to('channel', 'news')));
  expect(await traces(people.dataFolder)).toEqual(before);
  expect(board).toEqual({ gains: ['will', 'rita'], loses: [] });
  expect(news).toEqual({ gains: ['admin', 'will', 'rita', 'ned'], loses: [] });
  await as('mia').done(`POST /files/${file.id}/links`, to('channel', 'board'));
  expect(await readers(`/files/${file.id}`)).toEqual(['mia', 'will', 'rita']);
  expect(await preview('mia', of('file', file.id, to('channel', 'board')))).toEqual(nobody);
  expect(await preview('mia', of('file', file.id, to('channel', 'news')))).toEqual({
    gains: ['admin', 'ned'],
    loses: [],
  });
});

test('a record is read by the readers of its channel, a conversation by its owner', async () => {
  const { dataSet } = await as('mia').done('POST /channels/board/data-sets', { name: 'Tasks' });
  const { record } = await as('mia').done('POST /channels/board/records', {
    objectTypeId: dataSet.objectTypeId,
    title: 'One',
  });
  const file = await upload('will');
  expect((await preview('will', of('file', file.id, to('record', record.id)))).gains).toEqual(['mia', 'rita']);
  const { session } = await as('will').done('POST /sessions', { title: 'Talk' });
  expect(await preview('will', of('file', file.id, to('session', session.id)))).toEqual(nobody);
  expect((await preview('will', of('session', session.id, to('channel', 'board')))).gains).toEqual(['mia', 'rita']);
  await as('will').done(`POST /sessions/${session.id}/channels`, { channelId: 'board' });
  expect(await preview('will', of('session', session.id, to('channel', 'board')))).toEqual(nobody);
});

test('a link to a document grants nothing', async () => {
  const document = { kind: 'markdown', title: 'Plan', content: 'x', idempotencyKey: crypto.randomUUID() };
  const { artifact } = await as('mia').done('POST /artifacts', document);
  expect(await preview('mia', of('artifact', artifact.id, to('channel', 'news')))).toEqual(nobody);
});

test('who would read a document in another home is who reads it then', async () => {
  const document = { kind: 'markdown', title: 'Plan', content: 'x', channelId: 'board' };
  const idempotencyKey = () => crypto.randomUUID();
  const { artifact } = await as('will').done('POST /artifacts', { ...document, idempotencyKey: idempotencyKey() });
  const move = (channelId: string | null) =>
    as('will').done(`PATCH /artifacts/${artifact.id}`, { channelId, idempotencyKey: idempotencyKey() });
  const home = (channel: string) => of('artifact', artifact.id, to('home', channel));
  const none = of('artifact', artifact.id, { targetType: 'home' });
  expect(await preview('will', home('board'))).toEqual(nobody);
  expect(await preview('will', home('news'))).toEqual({ gains: ['admin', 'ned'], loses: [] });
  expect(await preview('will', none)).toEqual({ gains: [], loses: ['mia', 'rita'] });
  await move('news');
  expect(await readers(`/artifacts/${artifact.id}`)).toEqual(members);
  expect(await preview('will', home('Board'))).toEqual({ gains: [], loses: ['admin', 'ned'] });
  await move(null);
  expect(await readers(`/artifacts/${artifact.id}`)).toEqual(['will']);
  expect(await preview('will', home('board'))).toEqual({ gains: ['mia', 'rita'], loses: [] });
  expect(await preview('will', none)).toEqual(nobody);
});

test('opening a channel lets everybody in; closing it leaves its members and whoever closes it', async () => {
  expect(await preview('mia', of('channel', 'board', { visibility: 'organization' }))).toEqual({
    gains: ['admin', 'ned'],
    loses: [],
  });
  expect(await preview('mia', of('channel', 'board', { visibility: 'private' }))).toEqual(nobody);
  expect(await preview('mia', of('channel', 'news', { visibility: 'private' }))).toEqual({
    gains: [],
    loses: ['admin', 'ned'],
  });
  expect(await preview('admin', of('channel', 'news', { visibility: 'private' }))).toEqual({
    gains: [],
    loses: ['ned'],
  });
  await as('mia').done('PATCH /channels/news', { visibility: 'private' });
  expect(await readers('/channels/news')).toEqual(['mia', 'will', 'rita']);
  await as('mia').done('PATCH /channels/news', { visibility: 'organization' });
});

test('it is refused as the act itself is', async () => {
  const file = await upload('mia');
  await as('mia').done(`POST /files/${file.id}/links`, to('channel', 'news'));
  const { session } = await as('mia').done('POST /sessions', { title: 'Talk' });
  const document = { kind: 'markdown', title: 'Plan', content: 'x', channelId: 'board', idempotencyKey: 'refused' };
  const { artifact } = await as('mia').done('POST /artifacts', document);
  const moving = (channelId: string | null) => ({ channelId, idempotencyKey: 'moved' });
  const refusals: [Name, string, string, unknown, string][] = [
    [
      'rita',
      of('artifact', artifact.id, to('home', 'general')),
      `PATCH /artifacts/${artifact.id}`,
      moving('general'),
      'forbidden',
    ],
    [
      'will',
      of('artifact', artifact.id, { targetType: 'home' }),
      `PATCH /artifacts/${artifact.id}`,
      moving(null),
      'forbidden',
    ],
    [
      'will',
      of('file', file.id, to('channel', 'board')),
      `POST /files/${file.id}/links`,
      to('channel', 'board'),
      'forbidden',
    ],
    [
      'mia',
      of('file', 'file_none', to('channel', 'board')),
      'POST /files/file_none/links',
      to('channel', 'board'),
      'not_found',
    ],
    [
      'mia',
      of('file', file.id, to('channel', 'nowhere')),
      `POST /files/${file.id}/links`,
      to('channel', 'nowhere'),
      'not_found',
    ],
    [
      'will',
      of('session', session.id, to('channel', 'board')),
      `POST /sessions/${session.id}/channels`,
      { channelId: 'board' },
      'not_found',
    ],
    [
      'will',
      of('channel', 'board', { visibility: 'organization' }),
      'PATCH /channels/board',
      { visibility: 'organization' },
      'forbidden',
    ],
    [
      'ned',
      of('channel', 'board', { visibility: 'organization' }),
      'PATCH /channels/board',
      { visibility: 'organization' },
      'not_found',
    ],
    [
      'lea',
      of('file', file.id, to('channel', 'news')),
      `POST /files/${file.id}/links`,
      to('channel', 'news'),
      'not_found',
    ],
  ];
  for (const [by, request, act, body, code] of refusals) {
    const one = expectProblem(await as(by).call(request), code as 'forbidden');
    const other = expectProblem(await as(by).call(act, body), code as 'forbidden');
    expect(one.detail).toBe(other.detail);
  }
});

test.each([
  [of('channel', 'board', {}), 'visibility'],
  [of('channel', 'board', { visibility: 'private', targetType: 'channel' }), 'targetType'],
  [of('file', 'file_x', { visibility: 'private' }), 'visibility'],
  [of('file', 'file_x', {}), 'targetType'],
  [of('file', 'file_x', { targetType: 'channel' }), 'targetId'],
  [of('session', 'ses_x', to('record', 'rec_x')), 'targetType'],
  [of('file', 'file_x', to('home', 'news')), 'targetType'],
  [of('artifact', 'art_x', { targetType: 'home', visibility: 'private' }), 'visibility'],
  [of('person', 'usr_x', {}), 'resourceType'],
])('%s is refused at %s', async (request, path) => {
  const problem = expectProblem(await as('mia').call(request), 'invalid_request');
  expect(problem.errors?.[0]?.path).toBe(path);
});

test('fifty are named by name, and of more it says how many there are', async () => {
  const file = await upload('mia');
  const request = of('file', file.id, to('channel', 'news'));
  const { gains: before } = await as('mia').done(request);
  const add = (count: number) =>
    inStorage(people.dataFolder, async (tx) => {
      const { organization_id } = await tx
        .selectFrom('users')
        .select('organization_id')
        .where('id', '=', idOf('mia'))
        .executeTakeFirstOrThrow();
      const row = { organization_id, email: null, role: 'member' as const, created_at: '2026-01-01T00:00:00.000Z' };
      for (let number = 0; number < count; number += 1)
        await tx
          .insertInto('users')
          .values({ id: newId('usr'), name: 'Zed', ...row })
          .execute();
    });
  await add(limits.previewPeople - before.count);
  expect((await as('mia').done(request)).gains).toMatchObject({ count: 50, people: { length: 50 } });
  await add(1);
  expect((await as('mia').done(request)).gains).toMatchObject({ count: 51, people: { length: 50 } });
});
