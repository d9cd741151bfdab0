import { expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { staffedGateway } from '../support/people.ts';

const people = staffedGateway();
const will = () => people.as('will');
const newWord = () => `w${crypto.randomUUID().replaceAll('-', '')}`;

async function newRecord() {
  const { dataSet } = await people.as('mia').done('POST /channels/board/data-sets', { name: newWord() });
  const { objectTypeId } = dataSet;
  const { record } = await will().done('POST /channels/board/records', { objectTypeId, title: newWord() });
  return { id: record.id, path: `/channels/board/records/${record.id}` };
}

const linkTo = (record: { id: string }) => ({ targetType: 'record', targetId: record.id });

async function fileOn(record: { id: string }, name = `${newWord()}.txt`): Promise<string> {
  const { file } = await will().done('POST /files', form(['file', textFile('12345'), name], ['recordId', record.id]));
  return file.id;
}

async function documentOn(record: { id: string }, channelId?: string): Promise<string> {
  const content = { kind: 'markdown', title: 'Notes', content: 'Said.', idempotencyKey: newWord() };
  const { artifact } = await will().done('POST /artifacts', { ...content, ...(channelId && { channelId }) });
  await will().done(`POST /artifacts/${artifact.id}/links`, linkTo(record));
  return artifact.id;
}

const idsOf = (attachments: readonly { id: string }[]) => attachments.map(({ id }) => id);

test('attachments of a record are listed with who attached them, files first, newest first', async () => {
  const record = await newRecord();
  const document = await documentOn(record, 'board');
  const [first, second] = [await fileOn(record, 'plan.txt'), await fileOn(record)];
  const { attachments } = await people.as('rita').done(`GET ${record.path}/attachments`);
  expect(idsOf(attachments)).toEqual([second, first, document]);
  const person = { id: expect.any(String), name: expect.any(String) };
  const by = { createdBy: person, attachedAt: expect.any(String), attachedBy: person };
  const [, file, artifact] = attachments;
  expect(file).toMatchObject({ resourceType: 'file', title: 'plan.txt', size: 5, contentType: 'text/plain', ...by });
  expect(new URL(file!.url!).pathname).toBe(`/files/${first}`);
  expect(artifact).toMatchObject({ resourceType: 'artifact', title: 'Notes', kind: 'markdown', ...by });

  await will().done(`DELETE /files/${second}/links`, linkTo(record));
  await will().done(`DELETE /artifacts/${document}`);
  expect(idsOf((await will().done(`GET ${record.path}/attachments`)).attachments)).toEqual([first]);
});

test('a reader of the record sees its files, and the artifacts that they may read', async () => {
  const record = await newRecord();
  const [own, file] = [await documentOn(record), await fileOn(record)];
  expect(idsOf((await will().done(`GET ${record.path}/attachments`)).attachments)).toEqual([file, own]);
  expect(idsOf((await people.as('rita').done(`GET ${record.path}/attachments`)).attachments)).toEqual([file]);
});

test('pages hold each attachment once, also between things that the reader may not see', async () => {
  const record = await newRecord();
  const files: string[] = [];
  for (let number = 0; number < 3; number += 1) files.unshift(await fileOn(record));
  for (let number = 0; number < 101; number += 1) await documentOn(record);
  const seen = await documentOn(record, 'board');
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const more: string = cursor === undefined ? '' : `&cursor=${cursor}`;
    const page = await people.as('rita').done(`GET ${record.path}/attachments?limit=2${more}`);
    found.push(...idsOf(page.attachments));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(found).toEqual([...files, seen]);
});
