import { describe, expect, test } from 'vitest';
import type { Field } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { importCsv, ownFields } from '../support/imports.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';
import { askQuery, changedSheet, newSheet, rowsOf, type Sheet } from '../support/sheets.ts';

const gateway = sharedGateway();
const made = (content: string) => newSheet(gateway.admin, content);
const ask = (query: object) => askQuery(gateway.admin, query);
const rows = (query: object) => rowsOf(gateway.admin, query);
const records = (sheet: Sheet, more: object = {}) => rows({ artifactId: sheet.id, operation: 'records', ...more });
const count = { alias: 'n', function: 'count_rows' };

interface Described {
  readonly sheet: {
    readonly artifactId: string;
    readonly versionId: string;
    readonly rowCount: number;
    readonly fields: readonly (Field & { readonly derived?: true })[];
  };
}

async function described({ id }: Sheet, versionId?: string): Promise<Described['sheet']> {
  const query = versionId === undefined ? '' : `?versionId=${versionId}`;
  return ((await gateway.admin.done(`GET /artifacts/${id}/sheet${query}`)) as unknown as Described).sheet;
}

const deals = 'Name,Amount,Stage\nAda,12.50,won\nBob,3.00,lost\nCy,,won\n';

test('a sheet is counted, grouped and read as it is', async () => {
  const sheet = await made(deals);
  const groups = {
    operation: 'aggregate',
    groupBy: ['stage'],
    metrics: [count, { alias: 'sum', function: 'sum', field: 'amount' }],
    orderBy: [{ field: 'n', direction: 'desc' }],
  };
  expect(await rows({ artifactId: sheet.id, ...groups })).toEqual([
    { stage: 'won', n: 2, sum: 12.5 },
    { stage: 'lost', n: 1, sum: 3 },
  ]);
  expect(await records(sheet, { filters: [{ field: 'stage', operator: 'eq', value: 'won' }] })).toEqual([
    { id: expect.stringMatching(/./), title: 'Ada', name: 'Ada', amount: 12.5, stage: 'won' },
    { id: expect.stringMatching(/./), title: 'Cy', name: 'Cy', stage: 'won' },
  ]);
});

test('its fields are those of an import, and what is derived is beside them', async () => {
  const csv =
    'id,row,Größe (m²),,Fee,Due,ok\n1,a,2.5,x,"$1,200 (net)","March 3, 1998[2]",true\n2,b,3.5,y,$5.2m,4 May 1999,\n';
  const sheet = await made(csv);
  const { fields, rowCount, versionId, artifactId } = await described(sheet);
  expect({ rowCount, versionId, artifactId }).toEqual({
    rowCount: 2,
    versionId: sheet.versionId,
    artifactId: sheet.id,
  });
  const { dataSet } = await importCsv(gateway.admin, 'general', csv);
  const own = ownFields(dataSet);
  expect(fields.slice(0, own.length)).toEqual(own);
  expect(fields.slice(own.length).map(({ key, label, type, derived }) => [key, label, type, derived])).toEqual([
    ['title', 'Title', 'text', undefined],
    ['row_2', 'Row (number)', 'number', true],
    ['fee_number', 'Fee (number)', 'number', true],
    ['due_date', 'Due (date)', 'date', true],
  ]);
  expect(await records(sheet, { fields: ['due_date', 'fee_number', 'row_2'] })).toEqual([
    { id: expect.any(String), title: 'a', row_2: 1, fee_number: 1_200, due_date: '1998-03-03' },
    { id: expect.any(String), title: 'b', row_2: 2, fee_number: 5_200_000, due_date: '1999-05-04' },
  ]);
});

test('every version is asked for as it was, and the current one when none is named', async () => {
  const first = await made('name\nAda\n');
  const total = { operation: 'aggregate', metrics: [count] };
  expect(await rows({ artifactId: first.id, ...total })).toEqual([{ n: 1 }]);
  await changedSheet(gateway.admin, first, 'name,age\nAda,36\nBob,20\n');
  expect(await rows({ artifactId: first.id, ...total })).toEqual([{ n: 2 }]);
  expect(await rows({ artifactId: first.id, versionId: first.versionId, ...total })).toEqual([{ n: 1 }]);
  expect((await described(first)).fields.map(({ key }) => key)).toContain('age');
  expect((await described(first, first.versionId)).fields.map(({ key }) => key)).not.toContain('age');
});

test('rows keep their order, and a row is asked for by its number', async () => {
  const sheet = await made(`name\n${Array.from({ length: 12 }, (_, index) => `n${index + 1}\n`).join('')}`);
  const names = (await records(sheet)).map(({ name }) => name);
  expect(names).toEqual(Array.from({ length: 12 }, (_, index) => `n${index + 1}`));
  const last = { orderBy: [{ field: 'row', direction: 'desc' }], limit: 1 };
  expect(await records(sheet, last)).toMatchObject([{ name: 'n12' }]);
  const next = { filters: [{ field: 'row', operator: 'eq', value: 3 }] };
  expect(await records(sheet, next)).toMatchObject([{ name: 'n3' }]);
});

describe('a large sheet', () => {
  const csv = `word,number\n${Array.from({ length: 60_000 }, (_, index) => `w${index % 7},${index}\n`).join('')}`;

  test('is answered as a small one is, and written once for all who ask', async () => {
    const sheet = await made(csv);
    const groups = { artifactId: sheet.id, operation: 'aggregate', groupBy: ['word'], metrics: [count] };
    const answers = await Promise.all(Array.from({ length: 5 }, () => rows(groups)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toHaveLength(7);
    expect(await rows({ ...groups, groupBy: [] })).toEqual([{ n: 60_000 }]);
  });

  test('that is no table is refused with its place', async () => {
    const sheet = await made(`${csv}a,1,2\n`);
    const problem = expectProblem(await ask({ artifactId: sheet.id, operation: 'records' }), 'invalid_request', [
      '/artifactId',
    ]);
    expect(saidIn(problem)).toContain('row 60001: has more cells than the header, which has 2');
  });
});

describe('is refused:', () => {
  const query = { operation: 'records' };

  test('a thing that is not a sheet', async () => {
    const document = await newSheet(gateway.admin, '# Plan', { kind: 'markdown' });
    const problem = expectProblem(await ask({ ...query, artifactId: document.id }), 'invalid_request', ['/artifactId']);
    expect(saidIn(problem)).toMatch(/document.*csv/);
  });

  test.each([
    ['a sheet without a row', '', /is empty/],
    ['a row that is too long', 'a,b\n1,2,3\n', /row 1: has more cells than the header/],
    ['a quote that is never closed', 'a\n"1\n', /row 1 has a quote that is never closed/],
    [`more than ${limits.fields} columns`, `${'a,'.repeat(limits.fields)}b\n`, /more than 200 columns/],
  ])('%s', async (_what, content, expected) => {
    const sheet = await made(content);
    const problem = expectProblem(await ask({ ...query, artifactId: sheet.id }), 'invalid_request', ['/artifactId']);
    expect(saidIn(problem)).toMatch(expected);
    expect(saidIn(problem)).not.toMatch(/import/);
    const unchanged = (await gateway.admin.done(`GET /artifacts/${sheet.id}`)).artifact;
    expect(unchanged.content).toBe(content);
  });

  test.each([
    ['a Data Set beside it', { objectTypeId: 'ot_1' }, '/objectTypeId'],
    ['a View of it', { operation: 'view', viewId: 'view_1' }, '/artifactId'],
    ['a field that it has not', { fields: ['nothing'] }, '/fields/0'],
    ['a record field', { fields: ['created_at'] }, '/fields/0'],
  ])('%s', async (_what, more, path) => {
    const sheet = await made(deals);
    expectProblem(await ask({ ...query, artifactId: sheet.id, ...more }), 'invalid_request', [path]);
  });

  test('a channel that it is not in', async () => {
    const sheet = await made(deals);
    const { channel } = await gateway.admin.done('POST /channels', { name: 'Elsewhere', visibility: 'private' });
    const inChannel = (channelId: string) => ask({ ...query, artifactId: sheet.id, channelId });
    expectProblem(await inChannel(channel.id), 'not_found');
    await gateway.admin.done(`POST /artifacts/${sheet.id}/links`, { targetType: 'channel', targetId: channel.id });
    expect((await inChannel(channel.slug)).status).toBe(200);
    expectProblem(await inChannel('general'), 'not_found');
    expectProblem(await inChannel('nowhere'), 'not_found');
  });

  test('a version without its sheet, and neither sheet nor Data Set', async () => {
    const { versionId } = await made(deals);
    const ofChannel = { ...query, channelId: 'general' };
    expectProblem(await ask({ ...ofChannel, objectTypeId: 'ot_1', versionId }), 'invalid_request', ['/versionId']);
    expectProblem(await ask(ofChannel), 'invalid_request', ['/objectTypeId']);
    expectProblem(await ask({ ...query, objectTypeId: 'ot_1' }), 'invalid_request', ['/channelId']);
  });

  test('with the fields that there are named', async () => {
    const sheet = await made(deals);
    const metrics = [{ alias: 'x', function: 'sum', field: 'amounts' }];
    const asked = { artifactId: sheet.id, operation: 'aggregate', metrics };
    const problem = expectProblem(await ask(asked), 'invalid_request', ['/metrics/0/field']);
    expect(saidIn(problem)).toContain('name, amount, stage, title, row');
  });
});
