import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldInput } from '../../../schemas/fields.ts';
import { form, textFile } from '../../support/forms.ts';
import { type Name, staffedGateway, whoever } from '../../support/people.ts';
import { expectProblem } from '../../support/problems.ts';
import { emptyDataSet, importRecords, recordsIn } from '../../support/records.ts';
import { traces } from '../../support/storage.ts';

const people = staffedGateway();
const fields: FieldInput[] = [{ key: 'note', type: 'text' }];
const dataSets: Record<string, string> = {};

beforeAll(async () => {
  for (const channel of ['general', 'news', 'board'])
    dataSets[channel] = (await emptyDataSet(people.dataFolder, channel, { name: 'Deals', fields })).id;
});

const as = (name: Name, channel: string) => recordsIn(channel, () => people.as(name));
const recordOf = async (channel: string) => (await as('will', channel).created(dataSets[channel]!, 'Deal')).id;

test('a record does not exist under another channel, even for who may do everything in both', async () => {
  const id = await recordOf('board');
  const elsewhere = as('will', 'general');
  expectProblem(await elsewhere.get(id), 'not_found');
  expectProblem(await elsewhere.update(id, { title: 'Moved' }), 'not_found');
  expectProblem(await elsewhere.remove(id), 'not_found');
  await as('will', 'board').remove(id);
  expectProblem(await elsewhere.remove(id), 'not_found');
});

describe('in a Data Set that a connected source fills', () => {
  const sourced: FieldInput[] = [
    { key: 'name', type: 'text' },
    { key: 'proof', type: 'file' },
    { key: 'upstream', type: 'file' },
    { key: 'remark', type: 'text' },
  ];
  let dataSet: string;
  let id: string;

  beforeAll(async () => {
    const made = await emptyDataSet(people.dataFolder, 'general', {
      name: 'Sourced',
      fields: sourced,
      fromSource: ['name', 'upstream'],
    });
    dataSet = made.id;
    id = await importRecords(people.dataFolder, made, [{ title: 'From there', values: [null, null, null, null] }]);
  });

  test('no record is created or deleted', async () => {
    const before = await traces(people.dataFolder);
    expectProblem(await as('mia', 'general').create(dataSet, 'New'), 'read_only_source');
    expectProblem(await as('mia', 'general').remove(id), 'read_only_source');
    expect(await traces(people.dataFolder)).toEqual(before);
  });

  test.each<[what: string, change: object]>([
    ['the title', { title: 'Other' }],
    ['a field of the source', { values: { name: 'Other' } }],
    ['a reference of the source', { values: { upstream: null } }],
    ['a field that points to nothing', { values: { remark: 'Other' } }],
    ['a reference and more', { values: { proof: null, name: 'Other' } }],
  ])('not %s', async (_what, change) => {
    expectProblem(await as('mia', 'general').update(id, change), 'read_only_source');
  });

  test('its own references are set and cleared', async () => {
    const { file } = await people.as('mia').done('POST /files', form(['file', textFile('proof'), 'proof.txt']));
    const by = as('mia', 'general');
    expect((await by.update(id, { values: { proof: file.id } })).body.record).toMatchObject({
      values: { proof: file.id },
      versionNumber: 2,
    });
    expect((await by.update(id, { values: { proof: null } })).body.record.values).toEqual({});
    expectProblem(await by.update(id, { values: { proof: 'file_unknown' } }), 'invalid_values', ['/values/proof']);
  });
});

describe('what is attached to a record:', () => {
  const newFile = async (by: Name, recordId?: string) => {
    const word = `w${crypto.randomUUID().replaceAll('-', '')}`;
    const parts: [string, string | Blob, string?][] = [['file', textFile(word), `${word}.txt`]];
    if (recordId !== undefined) parts.unshift(['recordId', recordId]);
    return (await people.as(by).done('POST /files', form(...parts))).file;
  };
  const readers = (fileId: string) =>
    whoever(async (name) => (await people.as(name).call(`GET /files/${fileId}`)).status === 200);

  test.each([
    ['general', 'admin mia will rita ned'],
    ['board', 'mia will rita'],
  ])('a file is read by the readers of the channel %s, attach by attach and detach by detach', async (channel, all) => {
    const recordId = await recordOf(channel);
    const { id } = await newFile('will');
    const target = { targetType: 'record', targetId: recordId };
    const { links } = (await people.as('will').done(`POST /files/${id}/links`, target)).file;
    expect(links).toMatchObject([target]);
    expect(await readers(id)).toBe(all);
    expect((await people.as('will').done(`POST /files/${id}/links`, target)).file.links).toEqual(links);
    await people.as('will').done(`DELETE /files/${id}/links`, target);
    expect(await readers(id)).toBe('will');
  });

  test('its file is no longer read through it when it is deleted', async () => {
    const recordId = await recordOf('board');
    const { id } = await newFile('will', recordId);
    expect(await readers(id)).toBe('mia will rita');
    await as('will', 'board').remove(recordId);
    expect(await readers(id)).toBe('will');
  });

  test('who does not see the record does not see the link', async () => {
    const { id } = await newFile('will', await recordOf('board'));
    await people.as('will').done(`POST /files/${id}/links`, { targetType: 'channel', targetId: 'news' });
    const types = async (name: Name) =>
      (await people.as(name).done(`GET /files/${id}`)).file.links.map(({ targetType }) => targetType).join(' ');
    expect(await types('rita')).toBe('record channel');
    expect(await types('ned')).toBe('channel');
  });

  test('an artifact is shown there to its own readers only', async () => {
    const target = { targetType: 'record', targetId: await recordOf('general') };
    const body = { kind: 'markdown', title: 'Own', content: 'x', idempotencyKey: crypto.randomUUID() };
    const { artifact } = await people.as('will').done('POST /artifacts', body);
    const links = `/artifacts/${artifact.id}/links`;
    expect(await people.as('will').done(`POST ${links}`, target)).toEqual({ attached: true });
    expect((await people.as('will').done(`GET /artifacts/${artifact.id}`)).artifact.links).toMatchObject([target]);
    expectProblem(await people.as('mia').call(`GET /artifacts/${artifact.id}`), 'not_found');
    expect(await people.as('will').done(`DELETE ${links}`, target)).toEqual({ detached: true });
  });
});
