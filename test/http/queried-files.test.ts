import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form } from '../support/forms.ts';
import { officeTypes, xlsx } from '../support/office.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { sharedGateway } from '../support/rest.ts';
import { askQuery, newSheet, rowsOf } from '../support/sheets.ts';

const gateway = sharedGateway({ email: 'mia@workspace.test' });

async function upload(name: string, content: string | Uint8Array, type = 'text/csv', more: [string, string][] = []) {
  const bytes = new Uint8Array(Buffer.from(content as string));
  const reply = await gateway.admin.call('POST /files', form(...more, ['file', new Blob([bytes], { type }), name]));
  return (JSON.parse(reply.bytes.toString()) as { file: { id: string } }).file.id;
}

const ask = (query: object) => askQuery(gateway.admin, query);
const rows = (query: object) => rowsOf(gateway.admin, query);
const records = (fileId: string, more: object = {}) => rows({ fileId, operation: 'records', ...more });
const total = { operation: 'aggregate', metrics: [{ alias: 'n', function: 'count_rows' }] };

const deals = 'Name,Amount,Stage\nAda,12.50,won\nBob,3.00,lost\nCy,,won\n';

describe('an uploaded table is queried as it is:', () => {
  test('its columns are typed, its rows grouped and paged', async () => {
    const fileId = await upload('deals.csv', deals);
    const groups = { operation: 'aggregate', groupBy: ['stage'], orderBy: [{ field: 'sum', direction: 'desc' }] };
    const metrics = [{ alias: 'sum', function: 'sum', field: 'amount' }];
    expect(await rows({ fileId, ...groups, metrics })).toEqual([
      { stage: 'won', sum: 12.5 },
      { stage: 'lost', sum: 3 },
    ]);
    const page = { mode: 'deterministic', fileId, operation: 'records', fields: ['row'], limit: 2 };
    const first = await gateway.admin.done('POST /queries', page);
    const { nextCursor: cursor } = first as unknown as { nextCursor: string };
    expect(await rows({ ...page, cursor })).toMatchObject([{ title: 'Cy', row: 3 }]);
    const another = await upload('others.csv', `${deals}Dee,1,won\n`);
    expectProblem(await ask({ ...page, fileId: another, cursor }), 'invalid_request', ['/cursor']);
  });

  test('whatever separates and encodes its cells', async () => {
    const semicolons = await upload('a.csv', 'Name;Age\nAda;36\n');
    const utf16 = await upload('b.txt', Buffer.from('\uFEFFName\tAge\nAda\t36\n', 'utf16le'), 'text/plain');
    for (const fileId of [semicolons, utf16]) expect(await records(fileId)).toMatchObject([{ name: 'Ada', age: 36 }]);
  });

  test('a workbook by its sheets', async () => {
    const fileId = await upload('b.xlsx', xlsx({ One: [['A'], [1]], Two: [['B'], [2], [3]] }), officeTypes.xlsx);
    expect(await records(fileId)).toMatchObject([{ a: 1 }]);
    expect(await records(fileId, { sheet: 'Two' })).toMatchObject([{ b: 2 }, { b: 3 }]);
    expectProblem(await ask({ fileId, operation: 'records', sheet: 'Three' }), 'invalid_request', ['/sheet']);
  });

  test('a long one too, written once for all who ask', async () => {
    const fileId = await upload('long.csv', `Number\n${Array.from({ length: 50_000 }, (_, n) => `${n}\n`).join('')}`);
    const answers = await Promise.all(Array.from({ length: 4 }, () => rows({ fileId, ...total })));
    for (const answer of answers) expect(answer).toEqual([{ n: 50_000 }]);
  });
});

describe('is refused:', () => {
  test.each<[what: string, query: (fileId: string) => object, path: string]>([
    ['a Data Set beside it', (fileId) => ({ fileId, objectTypeId: 'ot_1' }), '/objectTypeId'],
    ['a sheet of the workspace beside it', (fileId) => ({ fileId, artifactId: 'art_1' }), '/artifactId'],
    ['a version of it', (fileId) => ({ fileId, versionId: 'ver_1' }), '/versionId'],
    ['a View of it', (fileId) => ({ fileId, operation: 'view', viewId: 'view_1' }), '/fileId'],
    ['a sheet of what is no workbook', (fileId) => ({ fileId, sheet: 'One' }), '/sheet'],
    ['a sheet without a file', () => ({ artifactId: 'art_1', sheet: 'One' }), '/sheet'],
  ])('%s', async (_what, query, path) => {
    const fileId = await upload('deals.csv', deals);
    expectProblem(await ask({ operation: 'records', ...query(fileId) }), 'invalid_request', [path]);
  });

  test('a file that is not a table, with the place', async () => {
    const long = await upload('bad.csv', `a,b\n${'1,2\n'.repeat(10_000)}1,2,3\n`);
    const short = await upload('bad.csv', 'a\n"1\n');
    for (const [fileId, told] of [
      [long, 'row 10001: has more cells than the header'],
      [short, 'row 1 has a quote that is never closed'],
    ] as const) {
      const problem = expectProblem(await ask({ fileId, operation: 'records' }), 'invalid_request', ['/fileId']);
      expect(saidIn(problem)).toContain(`names a file that cannot be queried: `);
      expect(saidIn(problem)).toContain(told);
    }
  });

  test(`one of more than ${limits.csvBytes} bytes, which can be imported`, async () => {
    const row = `${'x'.repeat(99_999)}\n`;
    const most = `a\n${row.repeat(104)}`;
    const filled = most + `${'y'.repeat(limits.csvBytes - most.length - 1)}\n`;
    expect(await rows({ fileId: await upload('most.csv', filled), ...total })).toEqual([{ n: 105 }]);
    const more = await upload('more.csv', `${filled}z`);
    const problem = expectProblem(await ask({ fileId: more, ...total }), 'invalid_request', ['/fileId']);
    expect(saidIn(problem)).toContain('workspace_data_set_import');
  });

  test('one that the caller may not read, and a channel that it is not attached to', async () => {
    const mine = await upload('mine.csv', deals);
    const mia = gateway.as('mia@workspace.test');
    expectProblem(await askQuery(mia, { fileId: mine, operation: 'records' }), 'not_found');
    expectProblem(await ask({ fileId: mine, channelId: 'general', operation: 'records' }), 'not_found');
    const shared = await upload('shared.csv', deals, 'text/csv', [['channelId', 'general']]);
    expect(await rowsOf(mia, { fileId: shared, channelId: 'general', ...total })).toEqual([{ n: 3 }]);
    const { id } = await newSheet(gateway.admin, deals);
    expectProblem(await ask({ fileId: id, operation: 'records' }), 'not_found');
  });
});
