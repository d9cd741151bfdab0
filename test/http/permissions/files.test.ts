import { describe, expect, test } from 'vitest';
import { form, textFile } from '../../support/forms.ts';
import { patience } from '../../support/patience.ts';
import { type Name, staffedGateway, whoever } from '../../support/people.ts';

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
});

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
