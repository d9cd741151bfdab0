import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { follow } from '../support/activity.ts';
import { expectSound } from '../support/check.ts';
import { linked, nameOf } from '../support/feed.ts';
import { patience } from '../support/patience.ts';
import { type Name, staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { rowsIn, traces } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');

interface Made {
  readonly id: string;
  readonly versionId: string;
  readonly versionNumber: number;
  readonly channelId?: string;
  readonly word: string;
}

/** A document with a word of its own. */
async function document(channelId?: string, by: Name = 'will', more = ''): Promise<Made> {
  const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const body = { kind: 'markdown', title: word, content: `${word}${more}`, channelId, idempotencyKey: word };
  return { ...(await people.as(by).done('POST /artifacts', body)).artifact, word };
}

const patch = (by: Name, { id }: Pick<Made, 'id'>, body: object, idempotencyKey: string = crypto.randomUUID()) =>
  people.as(by).call(`PATCH /artifacts/${id}`, { ...body, idempotencyKey });

async function moved(made: Made, channelId: string | null, more: object = {}, by: Name = 'will'): Promise<Made> {
  const { status, body } = await patch(by, made, { channelId, ...more });
  expect([status, body.detail]).toEqual([200, undefined]);
  return { ...body.artifact, word: made.word };
}

const idOf = async (channel: string) => (await people.as('mia').done(`GET /channels/${channel}`)).channel.id;
const feedOf = async (channel: string, id: string) =>
  (await people.as('mia').done(`GET /channels/${channel}/feed?limit=100`)).items
    .filter((item) => item.type === 'artifact' && item.artifact.id === id)
    .map((item) => [nameOf(item), item.actor.id]);
const readers = ({ id }: Made) =>
  whoever(async (name) => (await people.as(name).call(`GET /artifacts/${id}`)).status === 200);
const finders = ({ word }: Made) =>
  whoever(async (name) => (await people.as(name).done(`GET /search?q=${word}`)).results.length === 1);

describe('a move home', () => {
  test('changes who reads and finds it, and makes no version', async () => {
    const made = await document('board');
    const there = await moved(made, 'news');
    expect(there).toMatchObject({ versionId: made.versionId, versionNumber: 1, channelId: await idOf('news') });
    expect([await readers(made), await finders(made)]).toEqual(['admin mia will rita ned', 'admin mia will rita ned']);
    await moved(made, 'Board');
    expect([await readers(made), await finders(made)]).toEqual(['mia will rita', 'mia will rita']);
    const nobodys = await moved(made, null);
    expect(nobodys).not.toHaveProperty('channelId');
    expect([await readers(made), await finders(made)]).toEqual(['will', 'will']);
    await moved(made, await idOf('general'));
    expect(await finders(made)).toBe('admin mia will rita ned');
    await expectSound(people.dataFolder);
  });

  test('takes it out of the feed of the old home and shows it once in that of the new one', async () => {
    const made = await document('board');
    const second = await moved(made, 'board', { expectedVersionId: made.versionId, title: 'Second' });
    expect(await feedOf('board', made.id)).toHaveLength(2);
    await moved(second, 'news');
    expect(await feedOf('board', made.id)).toEqual([]);
    expect(await feedOf('news', made.id)).toEqual([['Second 2', people.idOf('will')]]);
    const third = await moved(second, 'board', { expectedVersionId: second.versionId, title: 'Third' });
    expect(await feedOf('news', made.id)).toEqual([]);
    expect(await feedOf('board', made.id)).toEqual([['Third 3', people.idOf('will')]]);
    await patch('will', third, { expectedVersionId: third.versionId, title: 'Fourth' });
    expect(await feedOf('board', made.id)).toHaveLength(2);
    await expectSound(people.dataFolder);
  });

  test('leaves links as they are, and what they show', async () => {
    const made = await document('board');
    for (const channel of ['board', 'news']) await will().done(`POST /artifacts/${made.id}/links`, linked(channel));
    const { links } = (await will().done(`GET /artifacts/${made.id}`)).artifact;
    const shown = await feedOf('news', made.id);
    await moved(made, 'news');
    expect((await will().done(`GET /artifacts/${made.id}`)).artifact.links).toEqual(links);
    expect(await feedOf('news', made.id)).toEqual(shown);
    expect(await feedOf('board', made.id)).toHaveLength(1);
    await will().done(`DELETE /artifacts/${made.id}/links`, linked('board'));
    expect(await feedOf('board', made.id)).toEqual([]);
    await expectSound(people.dataFolder);
  });

  test('leaves the discussion in the channel where it was', async () => {
    const made = await document('board');
    const thread = (channel: string) => `/channels/${channel}/feed/threads/artifact/${made.id}`;
    await will().done(`POST ${thread('board')}/comments`, { body: 'Here' });
    await moved(made, 'news');
    expect((await will().done(`GET ${thread('news')}`)).comments).toEqual([]);
    expectProblem(await will().call(`GET ${thread('board')}`), 'not_found');
    await moved(made, 'board');
    expect((await will().done(`GET ${thread('board')}`)).comments).toMatchObject([{ body: 'Here' }]);
  });

  test('is one change for the readers of both channels', async () => {
    const made = await document('board');
    const ends = async (name: Name) => (await follow(people.as(name))).nextCursor;
    const [rita, ned] = [await ends('rita'), await ends('ned')];
    await moved(made, 'news');
    const told = async (name: Name, after: string) => (await follow(people.as(name), { after })).items;
    const change = { type: 'artifact', id: made.id, action: 'moved', channelId: await idOf('news'), title: made.word };
    expect(await told('rita', rita)).toMatchObject([change]);
    expect(await told('ned', ned)).toMatchObject([change]);
    const [again, gone] = [await ends('rita'), await ends('ned')];
    await moved(made, 'board');
    expect(await told('rita', again)).toMatchObject([{ ...change, channelId: await idOf('board') }]);
    const [left] = await told('ned', gone);
    expect(left).toMatchObject({ id: made.id, action: 'moved', channelId: await idOf('news') });
    expect(left).not.toHaveProperty('title');
  });

  test('to where it is at home changes nothing', async () => {
    const made = await document('board');
    const before = (await traces(people.dataFolder)).rows;
    const there = await moved(made, 'board');
    expect(there.versionId).toBe(made.versionId);
    const keys = before.idempotency_keys! + 1;
    expect((await traces(people.dataFolder)).rows).toEqual({ ...before, idempotency_keys: keys });
  });

  test('is made with a new version, or neither is', async () => {
    const made = await document('board');
    const stale = { channelId: 'news', title: 'Other', expectedVersionId: 'artv_1' };
    const before = await traces(people.dataFolder);
    const conflict = expectProblem(await patch('will', made, stale), 'version_conflict');
    expect(conflict.current).toMatchObject({ versionId: made.versionId });
    expectProblem(await patch('will', made, { channelId: 'news', expectedVersionId: 'artv_1' }), 'version_conflict');
    const missing = { channelId: 'news', expectedVersionId: made.versionId, edits: [{ oldText: '?', newText: '' }] };
    expectProblem(await patch('will', made, missing), 'invalid_request');
    const forbidden = { channelId: 'nowhere', expectedVersionId: made.versionId, title: 'Other' };
    expectProblem(await patch('will', made, forbidden), 'not_found');
    expect(await traces(people.dataFolder)).toEqual(before);
    const both = await moved(made, 'news', { expectedVersionId: made.versionId, content: `${made.word} more` });
    expect(both).toMatchObject({ versionNumber: 2, channelId: await idOf('news') });
    expect(await finders(made)).toBe('admin mia will rita ned');
    await expectSound(people.dataFolder);
  });

  test('is replayed by its key, under the slug and under the ID', async () => {
    const made = await document('board');
    const key = crypto.randomUUID();
    const first = await patch('will', made, { channelId: 'news' }, key);
    await moved(made, 'general');
    const again = await patch('will', made, { channelId: 'news' }, key);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect((await patch('will', made, { channelId: await idOf('news') }, key)).body).toEqual(first.body);
    expectProblem(await patch('will', made, { channelId: null }, key), 'idempotency_key_reused');
    expect((await will().done(`GET /artifacts/${made.id}`)).artifact.channelId).toBe(await idOf('general'));
  });

  test('needs no version alone, and one beside a change', async () => {
    const made = await document('board');
    const untold = await patch('will', made, { channelId: 'news', title: 'Other' });
    expectProblem(untold, 'invalid_request', ['/expectedVersionId']);
    const empty = await patch('will', made, { expectedVersionId: made.versionId });
    expectProblem(empty, 'invalid_request', ['/content']);
    await moved(made, 'news', { expectedVersionId: made.versionId });
  });
});

test('only writers of both channels move it', async () => {
  const [ofWill, ofMia] = [await document('board'), await document('board', 'mia')];
  const refused: [Name, Made, string | null, 'forbidden' | 'not_found'][] = [
    ['rita', ofWill, 'general', 'forbidden'],
    ['ned', ofWill, 'general', 'not_found'],
    ['lea', ofWill, 'general', 'not_found'],
    ['will', ofMia, null, 'forbidden'],
    ['will', ofWill, 'nowhere', 'not_found'],
  ];
  for (const [by, made, channelId, code] of refused) expectProblem(await patch(by, made, { channelId }), code);
  const open = await document('general', 'ned');
  expectProblem(await patch('ned', open, { channelId: 'news' }), 'forbidden');
  expectProblem(await patch('ned', open, { channelId: 'board' }), 'not_found');
});

test('its creator does not move it out of a home in which they only read, or which they have left', async () => {
  const { channel } = await people.as('mia').done('POST /channels', { name: 'Exit', visibility: 'private' });
  const member = `/channels/${channel.id}/members/${people.idOf('ned')}`;
  await people.as('mia').done(`PUT ${member}`, { role: 'writer' });
  const made = await document(channel.id, 'ned');
  await people.as('mia').done(`PUT ${member}`, { role: 'reader' });
  for (const channelId of ['general', null]) expectProblem(await patch('ned', made, { channelId }), 'forbidden');
  await people.as('mia').done(`DELETE ${member}`);
  for (const channelId of ['general', null]) expectProblem(await patch('ned', made, { channelId }), 'forbidden');
  expectProblem(await patch('ned', made, { channelId: channel.id }), 'not_found');
  await moved(made, 'board', {}, 'mia');
  expect(await readers(made)).toBe('mia will rita ned');
});

test('nothing moves into the trash, or out of it', async () => {
  const { channel } = await will().done('POST /channels', { name: 'Doomed' });
  const [made, inside] = [await document('board'), await document(channel.id)];
  await will().done(`DELETE /channels/${channel.id}`);
  expectProblem(await patch('will', made, { channelId: channel.id }), 'not_found');
  expectProblem(await patch('will', inside, { channelId: 'general' }), 'not_found');
  await will().done(`DELETE /artifacts/${made.id}`);
  expectProblem(await patch('will', made, { channelId: 'general' }), 'not_found');
});

test('a long text and very many versions move whole', async () => {
  const last = `w${crypto.randomUUID().replaceAll('-', '')}`;
  const long = await document('board', 'will', ` ${'filler words '.repeat(12_000)} ${last}`);
  await expect.poll(() => finders({ ...long, word: last }), patience).toBe('mia will rita');
  await moved(long, 'news');
  for (const word of [long.word, last])
    await expect.poll(() => finders({ ...long, word }), patience).toBe('admin mia will rita ned');

  let made = await document('board');
  for (let number = 0; number < 2 * limits.rowsRemovedAtOnce; number += 1) {
    const change = { expectedVersionId: made.versionId, title: `${number}` };
    made = { ...(await patch('will', made, change)).body.artifact, word: made.word };
  }
  const oldest = 'select id from feed_items where subject_id = ? order by at, id limit 10';
  await rowsIn(people.dataFolder, `delete from feed_items where id in (${oldest})`, made.id);
  await expectSound(people.dataFolder);
  await moved(made, 'news');
  expect(await feedOf('board', made.id)).toEqual([]);
  expect(await feedOf('news', made.id)).toHaveLength(1);
  await expectSound(people.dataFolder);
});
