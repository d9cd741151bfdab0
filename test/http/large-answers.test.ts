import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { importCsv, importRows } from '../support/imports.ts';
import { recordsIn } from '../support/records.ts';
import { sharedGateway } from '../support/rest.ts';
import { addedSource, csvFile, synced } from '../support/sources.ts';

const gateway = sharedGateway();
const fields: FieldInput[] = Array.from({ length: 60 }, (_, n) => ({ key: `note_${n}`, type: 'long_text' }));
const recordCount = 8;
const charactersOfRecord = fields.length * limits.cell;
/** The one with which the limit is passed is shown too. */
const fitting = Math.floor(limits.answerBytes / charactersOfRecord) + 1;

let objectTypeId = '';
beforeAll(async () => {
  const values = Object.fromEntries(fields.map(({ key }) => [key, 'x'.repeat(limits.cell)]));
  const records = Array.from({ length: recordCount }, (_, n) => ({ title: `Record ${n}`, values }));
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Notes', fields, records)).id;
});

test('a page of records too large for one answer ends early, and the next goes on behind it', async () => {
  const { slug } = await savedView(gateway.admin, 'general', { name: 'Notes', objectTypeId, renderer: 'table' });
  const seen: string[] = [];
  for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
    const data = await viewData(gateway.admin, 'general', slug, { limit: 200, ...(cursor && { cursor }) });
    const isLast = seen.length + data.records!.length === recordCount;
    expect(data.completeness).toEqual({
      complete: isLast,
      returned: data.records!.length,
      limit: 200,
      ...(!isLast && { reason: 'size_limit' }),
    });
    if (!isLast) expect(data.records).toHaveLength(fitting);
    seen.push(...data.records!.map(({ title }) => title));
    cursor = data.nextCursor;
  }
  expect(seen).toEqual(Array.from({ length: recordCount }, (_, n) => `Record ${n}`));
});

const groups = fields.slice(0, 7);
const fittingGroups = Math.floor(limits.answerBytes / (groups.length * limits.cell)) + 1;

test.each([
  ['records', {}, 'size_limit', fitting],
  ['groups', { groupBy: ['title', ...groups.map(({ key }) => key)] }, 'size_limit', fittingGroups],
])('a typed query of %s says when it ended early', async (what, rest, reason, returned) => {
  const operation = what === 'groups' ? 'aggregate' : what;
  const query = { mode: 'deterministic', channelId: 'general', objectTypeId, operation, limit: 1_000, ...rest };
  const { data } = await gateway.admin.done('POST /queries', query);
  expect(data).toMatchObject({ completeness: { complete: reason === undefined, returned, limit: 1_000 } });
});

/** Ways by which texts come into a Data Set. Each makes a record for each text and returns the Data Set's ID. */
const ways: Record<string, (texts: readonly string[]) => Promise<string>> = {
  'records that are created': async (texts) => {
    const id = await emptyNotes();
    for (const note of texts) await records.created(id, 'Note', { note });
    return id;
  },
  'records that are changed': async (texts) => {
    const id = await emptyNotes();
    for (const note of texts) {
      const record = await records.created(id, 'Note');
      expect(await records.update(record.id, { values: { note } })).toMatchObject({ status: 200 });
    }
    return id;
  },
  'an imported file': async (texts) => (await importCsv(gateway.admin, 'general', csvOf(texts))).dataSet.objectTypeId,
  'rows that are imported': async (texts) => {
    const id = await emptyNotes();
    await importRows(gateway.admin, 'general', id, csvOf(texts));
    return id;
  },
  'rows of a source': async (texts) => (await sourceOf(texts)).objectTypeId,
  'rows that change in a source': async (texts) => {
    const { source, write } = await sourceAndFile(texts.map(() => 'short'));
    await write(texts);
    expect(await synced(gateway.dataFolder, source)).toBe(`+0 ~${texts.length} -0`);
    return source.objectTypeId;
  },
};

const records = recordsIn('general', () => gateway.admin);

const emptyNotes = async (): Promise<string> =>
  (await newDataSet(gateway.dataFolder, 'general', 'Notes', [{ key: 'note', type: 'long_text' }], [])).id;

const linesOf = (texts: readonly string[]) => ['Title,note', ...texts.map((text, n) => `Row ${n},${text}`)];
const csvOf = (texts: readonly string[]) => linesOf(texts).join('\n');

async function sourceAndFile(texts: readonly string[]) {
  const file = await csvFile(...linesOf(texts));
  const source = await addedSource(gateway.dataFolder, '--name', 'Notes', '--csv', file.path, '--key', 'Title');
  return { source, write: (now: readonly string[]) => file.write(...linesOf(now)) };
}

const sourceOf = async (texts: readonly string[]) => (await sourceAndFile(texts)).source;

const longTexts = Array.from({ length: 30 }, (_, n) => `${n} ${'x'.repeat(limits.cell - 10)}`);
const fittingTexts = Math.floor(limits.answerBytes / longTexts[0]!.length) + 1;

test.each(Object.entries(ways))('a page of %s ends early where their texts are long', async (way, texts) => {
  const objectTypeId = await texts(longTexts);
  const { slug } = await savedView(gateway.admin, 'general', { name: way, objectTypeId, renderer: 'table' });
  const page = await viewData(gateway.admin, 'general', slug, { limit: 200 });
  expect(page.records).toHaveLength(fittingTexts);
  expect(page.completeness).toMatchObject({ complete: false, reason: 'size_limit' });
});
