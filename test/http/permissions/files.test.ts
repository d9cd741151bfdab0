import { describe, expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { type Name, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';

const people = staffedGateway();

/** A file of its own word, so that a search finds it alone. */
async function newFile(by: Name) {
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const { file } = await people.as(by).done('POST /files', form(['file', textFile(word), `${word}.txt`]));
  return { id: file.id, word };
}

const linking = (by: Name, id: string, method: 'POST' | 'DELETE', targetType: string, targetId: string) =>
  people.as(by).call(`${method} /files/${id}/links`, { targetType, targetId });

const attach = async (by: Name, id: string, targetType: string, targetId: string) =>
  expect((await linking(by, id, 'POST', targetType, targetId)).status).toBe(200);
const detach = async (by: Name, id: string, targetType: string, targetId: string) =>
  expect((await linking(by, id, 'DELETE', targetType, targetId)).status).toBe(200);

const ownSession = async (by: Name) => (await people.as(by).done('POST /sessions', {})).session.id;

/** Who reads a file: the same people by its metadata, its bytes, the list and the search. */
async function readers({ id, word }: { id: string; word: string }): Promise<string> {
  const reading = await whoever(async (name) => (await people.as(name).call(`GET /files/${id}`)).status === 200);
  const downloading = async (name: Name) => (await people.as(name).call(`GET /files/${id}/content`)).status === 200;
  const listing = async (name: Name) => (await people.as(name).done(`GET /files?q=${word}`)).files.length === 1;
  const finding = async (name: Name) => (await people.as(name).done(`GET /search?q=${word}`)).results.length === 1;
  expect(await whoever(downloading)).toBe(reading);
  expect(await whoever(listing)).toBe(reading);
  await expect.poll(() => whoever(finding), patience).toBe(reading);
  return reading;
}

describe('a file is read by its creator and through where it is attached:', () => {
  test('attach by attach and detach by detach', async () => {
    const file = await newFile('will');
    expect(await readers(file)).toBe('will');
    await attach('will', file.id, 'channel', 'board');
    expect(await readers(file)).toBe('mia will rita');
    await attach('will', file.id, 'channel', 'news');
    expect(await readers(file)).toBe('admin mia will rita ned');
    await detach('will', file.id, 'channel', 'board');
    expect(await readers(file)).toBe('admin mia will rita ned');
    await detach('will', file.id, 'channel', 'news');
    expect(await readers(file)).toBe('will');
  });

  test('the owner of a session, whoever else reads the session', async () => {
    const file = await newFile('will');
    await attach('will', file.id, 'channel', 'general');
    const session = await ownSession('admin');
    await attach('admin', file.id, 'session', session);
    await people.as('admin').done(`POST /sessions/${session}/channels`, { channelId: 'news' });
    await detach('will', file.id, 'channel', 'general');
    expect(await readers(file)).toBe('admin will');
    await detach('admin', file.id, 'session', session);
    expect(await readers(file)).toBe('will');
  });

  test('sharing a session shares none of its files', async () => {
    const file = await newFile('will');
    const session = await ownSession('will');
    await attach('will', file.id, 'session', session);
    await people.as('will').done(`POST /sessions/${session}/channels`, { channelId: 'news' });
    expect((await people.as('rita').done(`GET /sessions/${session}`)).session.access).toBe('shared');
    expect(await readers(file)).toBe('will');
  });

  test('until the reader leaves the channel', async () => {
    const file = await newFile('will');
    await attach('will', file.id, 'channel', 'board');
    await people.as('mia').done(`PUT /channels/board/members/${people.idOf('ned')}`, { role: 'reader' });
    expect(await readers(file)).toBe('mia will rita ned');
    await people.as('mia').done(`DELETE /channels/board/members/${people.idOf('ned')}`);
    expect(await readers(file)).toBe('mia will rita');
  });
});

describe('the attachments of a file are changed', () => {
  test.each<[name: Name, code: 'forbidden' | 'not_found']>([
    ['mia', 'forbidden'],
    ['rita', 'forbidden'],
    ['ned', 'not_found'],
    ['admin', 'not_found'],
    ['lea', 'not_found'],
  ])('not by %s, who did not make it: %s', async (name, code) => {
    const file = await newFile('will');
    await attach('will', file.id, 'channel', 'board');
    expectProblem(await linking(name, file.id, 'POST', 'channel', 'general'), code);
    expectProblem(await linking(name, file.id, 'DELETE', 'channel', 'board'), code);
    expect(await readers(file)).toBe('mia will rita');
  });

  test('by an admin who reads it', async () => {
    const file = await newFile('will');
    await attach('will', file.id, 'channel', 'news');
    await attach('admin', file.id, 'channel', 'general');
    await detach('admin', file.id, 'channel', 'news');
    expect(await readers(file)).toBe('admin mia will rita ned');
  });

  test.each<[what: string, by: Name, type: string, target: () => Promise<string>, code: 'forbidden' | 'not_found']>([
    ['a channel that they only read', 'rita', 'channel', async () => 'news', 'forbidden'],
    ['a channel that they do not see', 'ned', 'channel', async () => 'board', 'not_found'],
    ['a channel of another organisation', 'lea', 'channel', async () => 'general', 'not_found'],
    ["another's session that is shared with them", 'rita', 'session', () => sharedSession(), 'forbidden'],
    ["another's session that they do not see", 'ned', 'session', () => ownSession('will'), 'not_found'],
    ["another's session that they see as admin", 'admin', 'session', () => ownSession('will'), 'forbidden'],
    ['a record that is not there', 'will', 'record', async () => 'rec_1', 'not_found'],
  ])('by their creator only where that may write: not to %s', async (_what, by, type, target, code) => {
    const file = await newFile(by);
    const targetId = await target();
    expectProblem(await linking(by, file.id, 'POST', type, targetId), code);
    expectProblem(await linking(by, file.id, 'DELETE', type, targetId), code);
    expect((await people.as(by).done(`GET /files/${file.id}`)).file.links).toEqual([]);
  });
});

async function sharedSession(): Promise<string> {
  const session = await ownSession('will');
  await people.as('will').done(`POST /sessions/${session}/channels`, { channelId: 'board' });
  return session;
}

test('links show a reader only the destinations that they see', async () => {
  const file = await newFile('will');
  const session = await ownSession('will');
  await attach('will', file.id, 'channel', 'board');
  await attach('will', file.id, 'channel', 'news');
  await attach('will', file.id, 'session', session);
  const types = async (name: Name) => {
    const links = [
      (await people.as(name).done(`GET /files/${file.id}`)).file.links,
      (await people.as(name).done(`GET /files?q=${file.word}`)).files[0]!.links,
    ];
    expect(links[1]).toEqual(links[0]);
    return links[0]!.map(({ targetType }) => targetType).join(' ');
  };
  expect(await types('will')).toBe('channel channel session');
  expect(await types('rita')).toBe('channel channel');
  expect(await types('ned')).toBe('channel');
  expect(await types('admin')).toBe('channel session');
});
