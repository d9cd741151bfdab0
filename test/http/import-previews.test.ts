import { expect, test } from 'vitest';
import type { ImportPreview } from '../../schemas/data-sets.ts';
import { limits } from '../../schemas/limits.ts';
import { form } from '../support/forms.ts';
import { csvForm, importCsv, importRows, ownFields, recordsOf, refused } from '../support/imports.ts';
import { officeTypes, xlsx } from '../support/office.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const gateway = sharedGateway();

const ask = (body: FormData) => gateway.admin.call('POST /channels/general/data-sets/preview-import', body);

/** A preview, which leaves nothing behind. */
async function previewed(body: FormData): Promise<ImportPreview> {
  const before = await traces(gateway.dataFolder);
  const { status, bytes } = await ask(body);
  expect(`${status} ${bytes.toString()}`).toMatch(/^200 /);
  expect(await traces(gateway.dataFolder)).toEqual(before);
  return (JSON.parse(bytes.toString()) as { preview: ImportPreview }).preview;
}

const preview = (csv: string, fields = {}) => previewed(csvForm(csv, fields));
const fieldsOf = ({ columns }: ImportPreview) =>
  columns.map(({ field }) => field && [field.label, field.key, field.type]);

const csv =
  'Name,Stage,Amount,Due\nCrane,Open,12.50,2026-01-02\n\n"Lift\nand ""shaft""",Won,,2026-01-03\nRope,Open,3.00,\n';
const wishes = { types: { Stage: 'select' }, labels: { Amount: 'Price', Stage: 'Phase' }, titleColumn: 'Name' };

test('the import stores what its preview showed', async () => {
  const shown = await preview(csv, wishes);
  expect(shown).toMatchObject({ name: 'rows', rowCount: 3, refusedCount: 0, refused: [] });
  expect(shown.types).toEqual(expect.arrayContaining(['text', 'select', 'date']));
  expect(shown.types).not.toContain('record');
  const { dataSet } = await importCsv(gateway.admin, 'general', csv, wishes);
  expect(shown.columns.map(({ field }) => field)).toEqual(ownFields(dataSet));
  expect(fieldsOf(shown)).toContainEqual(['Price', 'price', 'number']);
  const stored = await recordsOf(gateway.admin, 'general', dataSet.objectTypeId);
  expect(shown.records.map(({ title, values }) => ({ title, ...values }))).toEqual(
    stored.map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))),
  );
  expect(shown.columns.filter(({ isTitle }) => isTitle).map(({ header }) => header)).toEqual(['Name']);
});

test('a wish names a column whose header is blank or repeated alone', async () => {
  const rows = ',,Name,Name,column_1\n1,2,Ann,3,x\n4,5,Bo,6,y\n';
  const names = ['column_1_', 'column_2', 'column_3', 'column_4', 'column_1'];
  expect((await preview(rows)).columns.map(({ name }) => name)).toEqual(names);
  const wishes = {
    types: { '': 'text', column_2: 'percent', column_4: 'text' },
    labels: { column_1_: 'Place', column_3: 'First name' },
    titleColumn: 'column_4',
  };
  const { dataSet } = await importCsv(gateway.admin, 'general', rows, wishes);
  expect(ownFields(dataSet).map(({ label, type }) => `${label} ${type}`)).toEqual([
    'Place text',
    'Column 2 percent',
    'First name text',
    'Name text',
    'column_1 text',
  ]);
  const [first] = await recordsOf(gateway.admin, 'general', dataSet.objectTypeId);
  expect(first).toMatchObject({ title: '3', place: '1', column_2: 2 });

  const unfit = await ask(csvForm(rows, { types: { column_2: 'file', column_9: 'text' } }));
  expectProblem(unfit, 'invalid_request');
  const { errors } = JSON.parse(unfit.bytes.toString()) as { errors: { path: string }[] };
  expect(errors.map(({ path }) => path)).toEqual(['/types/column_9', '/types/column_2']);

  const more = ',Other,First name,Name,column_1\n7,8,Cy,9,z\n';
  const into = { objectTypeId: dataSet.objectTypeId, labels: { column_1: 'column_1', column_1_: 'Place' } };
  const shown = await preview(more, { ...into, labels: { ...into.labels, Other: 'Column 2' } });
  expect(shown.columns.map(({ field }) => field?.label)).toEqual(ownFields(dataSet).map(({ label }) => label));
});

test('rows that do not fit are counted, and the first are named by their lines', async () => {
  const types = { Amount: 'number', Due: 'date' };
  const rows = 'Name,Amount,Due\na,n/a,2026-01-01\n\n"b\nb",1,soon\nc,2,2026-01-01\nd,3,,too much\n';
  const shown = await preview(rows, { types });
  expect(shown).toMatchObject({ rowCount: 4, refusedCount: 3 });
  expect(shown.refused).toEqual([
    { row: 1, line: 2, mistakes: [{ label: 'Amount', cell: 'n/a', message: expect.stringContaining('number') }] },
    { row: 2, line: 4, mistakes: [{ label: 'Due', cell: 'soon', message: expect.stringContaining('date') }] },
    { row: 4, line: 7, mistakes: [{ message: expect.stringContaining('more cells than the header') }] },
  ]);
  expect(shown.records.map(({ values }) => values)).toContainEqual({ name: 'a', due: '2026-01-01' });

  const many = (count: number) => preview(`N\n${'x\n'.repeat(count)}`, { types: { N: 'number' } });
  for (const count of [limits.previewRows, limits.previewRows + 1]) {
    const { records, refused, refusedCount } = await many(count);
    expect([records.length, refused.length, refusedCount]).toEqual([limits.previewRows, limits.previewRows, count]);
  }
});

test('a row that is too long is refused and not shown', async () => {
  const long = Array<string>(limits.fields).fill('x'.repeat(limits.recordBytes / limits.fields + 1));
  const headers = long.map((_cell, place) => `C${place}`).join();
  const shown = await preview(`${headers}\n${long.join()}\nshort\n`);
  expect(shown).toMatchObject({ rowCount: 2, refusedCount: 1, refused: [{ row: 1 }], records: [{ row: 2 }] });
});

test('previews that nobody waits for leave the line, and the one under way ends', async () => {
  const row = `${'cell,'.repeat(limits.fields - 1)}cell\n`;
  const bytes = `${row.replaceAll('cell', 'c')}${row.repeat(12_000)}`;
  const { file } = await gateway.admin.done('POST /files', form(['file', new Blob([bytes]), 'wide.csv']));
  const large = (signal?: AbortSignal) =>
    fetch(`${gateway.url}/api/workspace/channels/general/data-sets/preview-import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fileId: file.id }),
      ...(signal && { signal }),
    });
  const leave = new AbortController();
  const askUntilGone = async () => {
    for (;;) await (await large(leave.signal)).arrayBuffer();
  };
  const dead = Array.from({ length: limits.waitingImportsEach + 1 }, () => askUntilGone().catch(() => 'gone'));
  await expect
    .poll(async () => (await large(AbortSignal.timeout(3_000)).catch(() => undefined))?.status, patience)
    .toBe(503);
  leave.abort();
  expect(await Promise.all(dead)).toEqual(dead.map(() => 'gone'));
  const small = async () => {
    const { status, bytes } = await ask(csvForm('A\n1\n'));
    expect(`${status} ${bytes.toString()}`).toMatch(/^200 /);
    return (JSON.parse(bytes.toString()) as { preview: ImportPreview }).preview;
  };
  await expect.poll(() => small().catch(() => undefined), patience).toMatchObject({ rowCount: 1 });
  const others = await Promise.all([small(), small(), small()]);
  expect(others.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1]);
  expect(gateway.log()).not.toContain('request failed');
});

test('rows for a Data Set are matched with its fields, and a label says where a column goes', async () => {
  const { dataSet } = await importCsv(gateway.admin, 'general', 'Name,Amount\na,1\n');
  const into = { objectTypeId: dataSet.objectTypeId };
  await gateway.admin.done(`PATCH /channels/general/data-sets/${dataSet.objectTypeId}`, {
    fields: [{ key: 'owner', label: 'Owner', type: 'user' }],
  });
  const { userId } = await gateway.admin.done('GET /me');
  const rows = `Name,Sum,Owner\nb,2,\nc,x,${userId}\nd,4,usr_01k6zq3v8me2t9x4c7r5hbnd0a\n`;
  const shown = await preview(rows, into);
  expect(shown.columns.map(({ header, field }) => [header, field?.key])).toEqual([
    ['Name', 'name'],
    ['Sum', undefined],
    ['Owner', 'owner'],
  ]);
  const labels = { Sum: 'Amount' };
  const matched = await preview(rows, { ...into, labels });
  expect(fieldsOf(matched)).toContainEqual(['Amount', 'amount', 'number']);
  expect(matched).toMatchObject({
    refusedCount: 2,
    refused: [
      { row: 2, line: 3 },
      { row: 3, line: 4 },
    ],
  });
  const good = 'Name,Sum\nb,2\n';
  expect(await preview(good, { ...into, labels })).toMatchObject({ refusedCount: 0, records: [{ title: 'b' }] });
  await importRows(gateway.admin, 'general', dataSet.objectTypeId, good, { labels });
  expect(await recordsOf(gateway.admin, 'general', dataSet.objectTypeId)).toContainEqual(
    expect.objectContaining({ name: 'b', amount: 2 }),
  );
});

test('a workbook names its sheets, and rows have no lines', async () => {
  const book = xlsx({ First: [['A'], ['x']], Prices: [['B'], [1], ['y']] });
  const file = ['file', new Blob([new Uint8Array(book)], { type: officeTypes.xlsx }), 'book.xlsx'] as [
    string,
    Blob,
    string,
  ];
  expect(await previewed(form(file))).toMatchObject({ sheets: ['First', 'Prices'], columns: [{ header: 'A' }] });
  const types = JSON.stringify({ B: 'number' });
  const shown = await previewed(form(['sheet', 'prices'], ['types', types], file));
  expect(shown).toMatchObject({ columns: [{ header: 'B' }], refusedCount: 1 });
  expect(shown.refused).toEqual([{ row: 2, mistakes: [expect.objectContaining({ cell: 'y' })] }]);
});

test('a preview refuses the same requests as an import', async () => {
  const refuse = (fields: object, paths: string[]) =>
    refused(gateway.dataFolder, () => ask(csvForm(csv, fields as Record<string, string>)), 'invalid_request', paths);
  await refuse({ labels: { Size: 'x' } }, ['/labels/Size']);
  await refuse({ types: { Size: 'text' } }, ['/types/Size']);
  await refuse({ types: { Amount: 'currency' } }, ['/types/Amount']);
  await refuse({ titleColumn: 'Size' }, ['/titleColumn']);
  const { dataSet } = await importCsv(gateway.admin, 'general', csv);
  await refuse({ objectTypeId: dataSet.objectTypeId, types: { Stage: 'text' } }, ['/types']);
  expectProblem(await ask(csvForm(csv, { objectTypeId: 'ot_unknown' })), 'not_found');
});
