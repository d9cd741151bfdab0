import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();
const newWord = () => `w${crypto.randomUUID().replaceAll('-', '')}`;
const will = () => people.as('will');

async function newRecord(channel = 'board') {
  const { dataSet } = await people.as('mia').done(`POST /channels/${channel}/data-sets`, { name: newWord() });
  const { objectTypeId } = dataSet;
  const { record } = await will().done(`POST /channels/${channel}/records`, { objectTypeId, title: newWord() });
  return { objectTypeId, id: record.id, dataSetPath: `/channels/${channel}/data-sets/${objectTypeId}` };
}

/** A file of Will's that is attached to records alone. */
async function fileAttachedTo(...records: readonly { id: string }[]) {
  const word = newWord();
  const { file } = await will().done('POST /files', form(['file', textFile(word), `${word}.txt`]));
  for (const { id } of records)
    await will().done(`POST /files/${file.id}/links`, { targetType: 'record', targetId: id });
  return { id: file.id, word };
}

/** The ways by which Rita meets a file. */
async function met({ id, word }: { id: string; word: string }) {
  const { call, done } = people.as('rita');
  const isIn = (rows: readonly { id: string }[]) => rows.some((row) => row.id === id);
  return {
    get: (await call(`GET /files/${id}`)).status === 200,
    content: (await call(`GET /files/${id}/content`)).status === 200,
    list: isIn((await done('GET /files?limit=200')).files),
    titled: isIn((await done(`GET /files?q=${word}`)).files),
    newest: isIn((await done('GET /search?limit=200&types=["file"]')).results),
    found: isIn((await done(`GET /search?q=${word}`)).results),
  };
}

const everyWay = (is: boolean) => ({ get: is, content: is, list: is, titled: is, newest: is, found: is });

async function expectMet(file: { id: string; word: string }, is: boolean): Promise<void> {
  await expect.poll(() => met(file), patience).toEqual(everyWay(is));
}

test('a file is read through a record until the Data Set of the record goes, and again once that is back', async () => {
  const record = await newRecord();
  const file = await fileAttachedTo(record);
  const { done } = people.as('mia');
  await expectMet(file, true);

  await done(`DELETE ${record.dataSetPath}`);
  expect(await met(file)).toEqual(everyWay(false));
  expect((await will().done(`GET /files/${file.id}`)).file.links).toEqual([]);
  await done(`POST /trash/${record.objectTypeId}/restore`);
  await expectMet(file, true);

  await done(`DELETE ${record.dataSetPath}`);
  await done(`DELETE /trash/${record.objectTypeId}`);
  expect(await met(file)).toEqual(everyWay(false));
  expect((await will().call(`GET /files/${file.id}/content`)).status).toBe(200);
  await expectSound(people.dataFolder);
});

test('a record that was in the trash itself takes its files along with its Data Set too', async () => {
  const record = await newRecord();
  const file = await fileAttachedTo(record);
  const { done } = people.as('mia');
  await done(`DELETE /channels/board/records/${record.id}`);
  expect(await met(file)).toEqual(everyWay(false));
  await done(`POST /trash/${record.id}/restore`);
  await expectMet(file, true);
  await done(`DELETE ${record.dataSetPath}`);
  expect(await met(file)).toEqual(everyWay(false));
  await done(`POST /trash/${record.objectTypeId}/restore`);
  await expectMet(file, true);
  await expectSound(people.dataFolder);
});

test('a file that is also attached elsewhere stays with its readers there', async () => {
  const [first, second, third] = [await newRecord(), await newRecord(), await newRecord('news')];
  const { done } = people.as('mia');
  const file = await fileAttachedTo(first, second, third);
  for (const [place, record] of [first, second, third].entries()) {
    await expectMet(file, true);
    await done(`DELETE ${record.dataSetPath}`);
    if (place < 2) expect((await people.as('ned').call(`GET /files/${file.id}`)).status).toBe(200);
  }
  expect(await met(file)).toEqual(everyWay(false));
  await done(`POST /trash/${second.objectTypeId}/restore`);
  await expectMet(file, true);
  expect((await people.as('ned').call(`GET /files/${file.id}`)).status).toBe(404);
});

test('an artifact that is attached to a record has the readers of its home, whether the Data Set is there or not', async () => {
  const record = await newRecord();
  const [own, there] = [undefined, 'board'].map(async (channelId) => {
    const body = { kind: 'markdown', title: newWord(), content: 'x', idempotencyKey: newWord(), channelId };
    const { artifact } = await will().done('POST /artifacts', body);
    await will().done(`POST /artifacts/${artifact.id}/links`, { targetType: 'record', targetId: record.id });
    return artifact.id;
  });
  const statuses = async () => {
    const { call } = people.as('rita');
    return [(await call(`GET /artifacts/${await own}`)).status, (await call(`GET /artifacts/${await there}`)).status];
  };
  expect(await statuses()).toEqual([404, 200]);
  await people.as('mia').done(`DELETE ${record.dataSetPath}`);
  expect(await statuses()).toEqual([404, 200]);
  const { artifact } = await will().done(`GET /artifacts/${await own}`);
  expect(artifact.links).toEqual([]);
  await people.as('mia').done(`POST /trash/${record.objectTypeId}/restore`);
  expect((await will().done(`GET /artifacts/${await own}`)).artifact.links).toMatchObject([{ targetId: record.id }]);
});
