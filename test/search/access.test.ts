import { beforeAll, describe, expect, test } from 'vitest';
import { everyResult, type Find, routeSearch, sharedSurfaces, titles } from '../support/finding.ts';
import type { Account } from '../support/rest.ts';
import { accountWriter } from '../support/writers.ts';

const [admin, mia, noor, other] = ['admin@one.test', 'mia@one.test', 'noor@one.test', 'eve@two.test'];
const { gateway } = sharedSurfaces(
  { email: admin, role: 'admin' },
  { email: mia },
  { email: noor },
  { email: other, role: 'admin', organization: 'Two' },
);
const account = (email: string): Account => gateway.as(email);
const finderOf = (email: string): Find => routeSearch(account(email));

async function upload(by: Account, fileName: string, place: Record<string, string>) {
  const form = new FormData();
  form.append('file', new Blob(['bytes']), fileName);
  for (const [name, value] of Object.entries(place)) form.append(name, value);
  return (await by.done('POST /files', form)).file;
}

const document = (by: Account, title: string, place: Record<string, string> = {}) =>
  by.done('POST /artifacts', {
    kind: 'markdown',
    title,
    content: 'narwhal',
    idempotencyKey: crypto.randomUUID(),
    ...place,
  });

beforeAll(async () => {
  const [as, asNoor, asOther] = [account(mia), account(noor), account(other)];
  const { channel } = await as.done('POST /channels', { name: 'Board', slug: 'board', visibility: 'private' });
  const { session } = await as.done('POST /sessions', { title: 'Narwhal talk' });
  await document(as, 'Mine alone');
  await document(as, 'On the board', { channelId: channel.id });
  await document(as, 'For all', { channelId: 'general' });
  const { artifact } = await document(as, 'Referenced only');
  await accountWriter(as).attach(artifact.id, 'general');
  await upload(as, 'narwhal-mine.bin', {});
  await upload(as, 'narwhal-board.bin', { channelId: channel.id });
  await upload(as, 'narwhal-all.bin', { channelId: 'general' });
  await upload(as, 'narwhal-talk.bin', { sessionId: session.id });
  const shared = (await as.done('POST /sessions', { title: 'Narwhal shared' })).session;
  await as.done(`POST /sessions/${shared.id}/channels`, { channelId: 'general' });
  await asNoor.done('POST /sessions', { title: 'Narwhal of Noor' });
  await asOther.done('POST /channels', { name: 'Theirs' });
  await document(asOther, 'Of the others', { channelId: 'theirs' });
});

const shown = ['For all', 'narwhal-all.bin'];
const miaOwn = ['Mine alone', 'On the board', 'Referenced only', 'narwhal-mine.bin', 'narwhal-board.bin'];
const sees: [email: string, expected: string[]][] = [
  [mia, [...shown, ...miaOwn, 'narwhal-talk.bin', 'Narwhal talk', 'Narwhal shared']],
  [noor, [...shown, 'Narwhal of Noor']],
  [admin, shown],
  [other, ['Of the others']],
];

describe('a search finds what its caller may read, and of sessions their own:', () => {
  test.each(sees)('%s', async (email, expected) => {
    expect(titles(await finderOf(email)({ q: 'narwhal' })).sort()).toEqual(expected.toSorted());
    expect(titles(await finderOf(email)({})).sort()).toEqual(expected.toSorted());
  });

  test.each(sees)('page by page too, with no page short and no cursor behind the last: %s', async (email, expected) => {
    const find = finderOf(email);
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find({ q: 'narwhal', limit: 1, cursor });
      expect(page.results).toHaveLength(1);
      found.push(...titles(page));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(found.sort()).toEqual(expected.toSorted());
  });

  test('a private channel cannot be searched by who is not in it, and does not seem to exist', async () => {
    const [theirs, none] = await Promise.all(
      ['board', 'nowhere'].map((channelId) => finderOf(noor)({ q: 'narwhal', channelId })),
    );
    expect(theirs!.problem).toMatchObject({ code: 'not_found', detail: none!.problem!.detail });
    expect(titles(await finderOf(mia)({ q: 'narwhal', channelId: 'board' })).sort()).toEqual([
      'On the board',
      'narwhal-board.bin',
    ]);
  });
});

test('files and conversations are found in a channel that their reader reads', async () => {
  const [writer, slugs] = [accountWriter(account(mia)), new Map<string, string>()];
  for (const { id, slug } of (await account(mia).done('GET /channels')).channels) slugs.set(id, slug);
  const placesFor = async (email: string, q: string) => {
    const { results } = await finderOf(email)({ q });
    return Object.fromEntries(results.map(({ title, channelId = '' }) => [title, slugs.get(channelId)]));
  };
  expect(await placesFor(mia, 'narwhal')).toMatchObject({
    'narwhal-board.bin': 'board',
    'narwhal-all.bin': 'general',
    'Narwhal shared': 'general',
    'narwhal-mine.bin': undefined,
    'Narwhal talk': undefined,
  });
  const { channel } = await account(mia).done('POST /channels', { name: 'Afterwards' });
  slugs.set(channel.id, 'afterwards');
  const file = await upload(account(mia), 'walrus.bin', { channelId: 'board' });
  await writer.attachFile(file.id, 'afterwards');
  expect(await placesFor(mia, 'walrus')).toEqual({ 'walrus.bin': 'board' });
  expect(await placesFor(noor, 'walrus')).toEqual({ 'walrus.bin': 'afterwards' });
});

describe('a change of readers changes at once what is found:', () => {
  const membership = (method: 'PUT' | 'DELETE', role?: string) =>
    account(mia).done(`${method} /channels/board/members/${gateway.idOf(noor)}`, role && { role });

  test('a member who joins, and leaves', async () => {
    await membership('PUT', 'reader');
    const joined = await everyResult(finderOf(noor), { q: 'narwhal', limit: 2 });
    expect(joined.map(({ title }) => title)).toEqual(expect.arrayContaining(['On the board', 'narwhal-board.bin']));
    await membership('DELETE');
    expect(titles(await finderOf(noor)({ q: 'narwhal' })).sort()).toEqual([...shown, 'Narwhal of Noor'].sort());
  });

  test('a file that is attached, and detached', async () => {
    const file = await upload(account(mia), 'manatee.bin', {});
    const writer = accountWriter(account(mia));
    expect(titles(await finderOf(noor)({ q: 'manatee' }))).toEqual([]);
    await writer.attachFile(file.id, 'general');
    expect(titles(await finderOf(noor)({ q: 'manatee' }))).toEqual(['manatee.bin']);
    await account(mia).done(`DELETE /files/${file.id}/links`, { targetType: 'channel', targetId: 'general' });
    expect(titles(await finderOf(noor)({ q: 'manatee' }))).toEqual([]);
  });

  test('a cursor is of no use to another caller', async () => {
    const { nextCursor } = await finderOf(mia)({ q: 'narwhal', limit: 1 });
    expect((await finderOf(noor)({ q: 'narwhal', limit: 1, cursor: nextCursor })).problem).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'cursor' }],
    });
  });
});
