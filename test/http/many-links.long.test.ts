import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { newId } from '../../src/store/ids.ts';
import { form, textFile } from '../support/forms.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { staffedGateway } from '../support/people.ts';
import { runInStorage } from '../support/storage.ts';

const people = staffedGateway();

/** A Data Set of the private channel, to which Mia and Will may write and which Rita may read. */
async function newDataSet(): Promise<string> {
  const made = await people
    .as('will')
    .done('POST /channels/board/data-sets', { name: crypto.randomUUID(), fields: [] });
  return made.dataSet.objectTypeId;
}

const newRecord = async (objectTypeId: string): Promise<string> =>
  (await people.as('will').done('POST /channels/board/records', { objectTypeId, title: 'One' })).record.id;

/** A file that is attached to a record, and in storage to very many more. */
async function fileAttachedToMany(recordId: string): Promise<string> {
  const fields = form(['file', textFile('x'), 'x.txt'], ['recordId', recordId]);
  const { id } = (await people.as('will').done('POST /files', fields)).file;
  const more = Array.from({ length: limits.linksShown }, () => newId('rec'));
  await runInStorage(
    people.dataFolder,
    'insert into records (id, data_set, interface) select ?, data_set, interface from records where id = ?',
    (once) => more.forEach((one) => once([one, recordId])),
  );
  await runInStorage(
    people.dataFolder,
    `insert into links
      (resource_type, resource_id, target_type, target_id, resource_at, audience_id, created_at, created_by)
      select resource_type, resource_id, target_type, ?, resource_at, audience_id, created_at, created_by
      from links where resource_id = ? and target_id = ?`,
    (once) => more.forEach((one) => once([one, id, recordId])),
  );
  return id;
}

test('a thing in very many places shows a limited number of them, and says so', async () => {
  const record = await newRecord(await newDataSet());
  const files = [await fileAttachedToMany(record), await fileAttachedToMany(record), await fileAttachedToMany(record)];
  for (const name of ['will', 'rita'] as const) {
    const { file } = await people.as(name).done(`GET /files/${files[0]}`);
    expect([file.links.length, file.linksCut]).toEqual([limits.linksShown, true]);
  }
  expect((await people.as('ned').call(`GET /files/${files[0]}`)).status).toBe(404);

  const first = await people.as('rita').done('GET /files');
  expect(first.files.map(({ id }) => id)).toEqual([files[2], files[1]]);
  const second = await people.as('rita').done(`GET /files?cursor=${first.nextCursor}`);
  expect(second.files.map(({ id }) => id)).toEqual([files[0]]);
});

test('hidden places neither hide visible ones nor are told of', async () => {
  const file = await fileAttachedToMany(await newRecord(await newDataSet()));
  const will = people.as('will');
  const { dataSet } = await will.done('POST /channels/general/data-sets', { name: 'Open', fields: [] });
  const open = { objectTypeId: dataSet.objectTypeId, title: 'One' };
  const { record } = await will.done('POST /channels/general/records', open);
  await will.done(`POST /files/${file}/links`, { targetType: 'record', targetId: record.id });
  const seen = (await people.as('ned').done(`GET /files/${file}`)).file;
  expect([seen.links.map(({ targetId }) => targetId), seen.linksCut]).toEqual([[record.id], undefined]);
});

/** Attaches more to a record, as a file is attached to it. */
const attachMore = (count: number, file: string, record: string): Promise<void> =>
  runInStorage(
    people.dataFolder,
    `insert into links
      (resource_type, resource_id, target_type, target_id, resource_at, audience_id, created_at, created_by)
      select resource_type, ?, target_type, target_id, resource_at, audience_id, created_at, created_by
      from links where resource_id = ? and target_id = ?`,
    (once) => {
      for (let number = 0; number < count; number += 1) once([newId('file'), file, record]);
    },
  );

test('10,000 files, documents and conversations are attached to a record at most', async () => {
  const will = people.as('will');
  const record = await newRecord(await newDataSet());
  const newFile = async (): Promise<string> =>
    (await will.done('POST /files', form(['file', textFile('x'), 'x.txt']))).file.id;
  const attach = (file: string) => will.call(`POST /files/${file}/links`, { targetType: 'record', targetId: record });
  const first = await newFile();
  expect((await attach(first)).status).toBeLessThan(300);
  await attachMore(limits.recordLinks - 2, first, record);
  expect((await attach(await newFile())).status).toBeLessThan(300);
  expectProblem(await attach(await newFile()), 'invalid_request');
  expect((await attach(first)).status).toBeLessThan(300);
});

test('as many are detached by one deletion of several records', async () => {
  const will = people.as('will');
  const dataSet = await newDataSet();
  const [one, other] = [await newRecord(dataSet), await newRecord(dataSet)];
  const { file } = await will.done('POST /files', form(['file', textFile('x'), 'x.txt']));
  for (const record of [one, other])
    await will.done(`POST /files/${file.id}/links`, { targetType: 'record', targetId: record });
  const remove = (...records: string[]) =>
    will.call('POST /channels/board/records/batch', { objectTypeId: dataSet, delete: records });
  await attachMore(limits.recordLinks - 1, file.id, one);
  const refused = await remove(one, other);
  expectProblem(refused, 'invalid_request');
  expect(refused.body).toMatchObject({ errors: [{ path: '/delete' }] });
  expect((await remove(other)).status).toBe(200);
  expect((await remove(one)).status).toBe(200);
});

test('the readers of any of many places that a file is attached to read it', async () => {
  const will = people.as('will');
  const { id } = (await will.done('POST /files', form(['file', textFile('x'), 'x.txt']))).file;
  const attach = async (visibility: 'private' | 'organization') => {
    const { channel } = await will.done('POST /channels', { name: crypto.randomUUID(), visibility });
    await will.done(`POST /files/${id}/links`, { targetType: 'channel', targetId: channel.id });
    return channel.id;
  };
  const statusFor = async (name: 'rita' | 'ned') => (await people.as(name).call(`GET /files/${id}`)).status;
  for (let number = 0; number < 5; number += 1) await attach('private');
  await people.as('ned').done('POST /channels', { name: crypto.randomUUID(), visibility: 'private' });
  expect([await statusFor('rita'), await statusFor('ned')]).toEqual([404, 404]);

  const shared = await attach('private');
  for (let number = 0; number < 5; number += 1) await attach('private');
  await will.done(`PUT /channels/${shared}/members/${people.idOf('rita')}`, { role: 'reader' });
  expect([await statusFor('rita'), await statusFor('ned')]).toEqual([200, 404]);
  const open = await attach('organization');
  expect([await statusFor('rita'), await statusFor('ned')]).toEqual([200, 200]);
  await will.done(`PATCH /channels/${open}`, { visibility: 'private' });
  await will.done(`DELETE /channels/${shared}/members/${people.idOf('rita')}`);
  expect([await statusFor('rita'), await statusFor('ned')]).toEqual([404, 404]);
});

test('a file or a conversation is attached for the readers of 100 channels at most', async () => {
  const will = people.as('will');
  const { id } = (await will.done('POST /files', form(['file', textFile('x'), 'x.txt']))).file;
  const { session } = await will.done('POST /sessions', {});
  const attach = async (channelId: string) => [
    await will.call(`POST /files/${id}/links`, { targetType: 'channel', targetId: channelId }),
    await will.call(`POST /sessions/${session.id}/channels`, { channelId }),
  ];
  const channels: string[] = [];
  for (let number = 0; number <= limits.audiences; number += 1) {
    channels.push((await will.done('POST /channels', { name: crypto.randomUUID(), visibility: 'private' })).channel.id);
  }
  const last = channels.pop()!;
  for (const channel of channels) expect((await attach(channel)).map(({ status }) => status)).toEqual([200, 200]);
  for (const refused of await attach(last)) {
    expect(saidIn(expectProblem(refused, 'invalid_request'))).toContain('more than 100 channels and people');
  }
  const { dataSet } = await will.done(`POST /channels/${channels[0]}/data-sets`, { name: 'Deals', fields: [] });
  const { record } = await will.done(`POST /channels/${channels[0]}/records`, {
    objectTypeId: dataSet.objectTypeId,
    title: 'One',
  });
  await will.done(`POST /files/${id}/links`, { targetType: 'record', targetId: record.id });
});

test('a record that very much is attached to is deleted with all its links', async () => {
  const will = people.as('will');
  const gone = await newRecord(await newDataSet());
  const stays = await newRecord(await newDataSet());
  let last = '';
  for (let number = 0; number <= 2 * limits.rowsRemovedAtOnce; number += 1) {
    const made = await will.done('POST /artifacts', {
      kind: 'csv',
      title: 'x',
      content: '',
      idempotencyKey: crypto.randomUUID(),
    });
    last = made.artifact.id;
    for (const targetId of [gone, stays])
      await will.done(`POST /artifacts/${last}/links`, { targetType: 'record', targetId });
  }
  expect((await people.as('rita').call(`DELETE /channels/board/records/${gone}`)).status).toBe(403);
  expect((await will.done(`GET /artifacts/${last}`)).artifact.links).toHaveLength(2);

  expect(await will.done(`DELETE /channels/board/records/${gone}`)).toEqual({ deleted: true });
  expect(await will.done(`DELETE /channels/board/records/${gone}`)).toEqual({ deleted: true });
  expect((await will.done(`GET /artifacts/${last}`)).artifact.links).toMatchObject([{ targetId: stays }]);
});
