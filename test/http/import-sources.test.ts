import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form } from '../support/forms.ts';
import { type Imported, importCsv, ownFields, recordsOf } from '../support/imports.ts';
import { accessToken } from '../support/product.ts';
import { addUsers } from '../support/users.ts';
import { officeTypes, xlsx } from '../support/office.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { accountAt, sharedGateway } from '../support/rest.ts';
import { zip } from '../support/zip.ts';

const gateway = sharedGateway();

async function upload(name: string, content: string | Uint8Array, type = 'text/csv'): Promise<string> {
  const bytes = new Uint8Array(Buffer.from(content as string));
  const reply = await gateway.admin.call('POST /files', form(['file', new Blob([bytes], { type }), name]));
  return (JSON.parse(reply.bytes.toString()) as { file: { id: string } }).file.id;
}

const ask = (body: object, into = '') => gateway.admin.call(`POST /channels/general/data-sets${into}/import`, body);

async function imported(body: object, into = ''): Promise<Imported> {
  const { status, bytes } = await ask(body, into);
  expect(`${status} ${bytes.toString()}`).toMatch(into === '' ? /^201 / : /^200 /);
  return JSON.parse(bytes.toString()) as Imported;
}

const rowsOf = ({ dataSet }: Imported) => recordsOf(gateway.admin, 'general', dataSet.objectTypeId);
const workbook = (sheets: Parameters<typeof xlsx>[0], name = 'book.xlsx') =>
  upload(name, xlsx(sheets), officeTypes.xlsx);

const people = [
  { title: 'Ada', name: 'Ada', age: 36 },
  { title: 'Böb; x', name: 'Böb; x', age: 41 },
];

describe('a stored file becomes a Data Set, whatever separates and encodes its cells:', () => {
  const comma = 'Name,Age\nAda,36\n"Böb; x",41\n';
  const semicolon = 'Name;Age\r\nAda;36\r\n"Böb; x";41\r\n';
  const tab = 'Name\tAge\nAda\t36\nBöb; x\t41\n';
  test.each<[string, string | Uint8Array, string]>([
    ['commas', comma, 'text/csv'],
    ['semicolons', semicolon, 'text/csv'],
    ['tabs', tab, 'text/tab-separated-values'],
    ['a byte order mark', `\uFEFF${semicolon}`, 'text/csv'],
    ['UTF-16', Buffer.from(`\uFEFF${tab}`, 'utf16le'), 'text/csv'],
  ])('%s', async (_what, content, type) => {
    const made = await imported({ fileId: await upload('Our people.v2.csv', content, type) });
    expect(made.dataSet.name).toBe('Our people.v2');
    expect(await rowsOf(made)).toEqual(people);
  });

  test('decimal commas and texts do not mislead', async () => {
    const prices = await imported({ fileId: await upload('p.csv', 'Item;Price, EUR;Note\na;1,5;x, y\nb;2,5;z\n') });
    expect(ownFields(prices.dataSet).map(({ label }) => label)).toEqual(['Item', 'Price, EUR', 'Note']);
    const notes = await imported({ fileId: await upload('n.csv', 'Item,Notes; all\na,x; y; z\n') });
    expect(ownFields(notes.dataSet).map(({ label }) => label)).toEqual(['Item', 'Notes; all']);
  });
});

test('a sheet becomes a Data Set of its title, and adds rows to one', async () => {
  const content = 'Name,Age\nAda,36\n';
  const { artifact } = await gateway.admin.done('POST /artifacts', {
    kind: 'csv',
    title: 'Team list',
    content,
    idempotencyKey: 'team',
  });
  const made = await imported({ artifactId: artifact.id });
  expect(made.dataSet.name).toBe('Team list');
  await imported({ artifactId: artifact.id }, `/${made.dataSet.objectTypeId}`);
  expect((await rowsOf(made)).length).toBe(2);
});

describe('a workbook', () => {
  test('gives its first sheet, with dates in ISO 8601, booleans and texts as they stand', async () => {
    const at = new Date('2026-03-01T09:30:00.000Z');
    const fileId = await workbook({
      First: [
        ['Text', 'Number', 'Won', 'Day', 'At'],
        [{ inline: ' a "b",\nc ' }, 12.5, true, new Date('2026-03-01T00:00:00.000Z'), at],
        ['00501', -3, false, undefined, new Date('2026-03-02T18:00:00.000Z')],
      ],
      Second: [['Other'], ['x']],
    });
    const made = await imported({ fileId, titleColumn: 'Number' });
    expect(ownFields(made.dataSet).map(({ type }) => type)).toEqual([
      'long_text',
      'number',
      'checkbox',
      'date',
      'date_time',
    ]);
    expect(await rowsOf(made)).toMatchObject([
      { text: ' a "b",\nc ', number: 12.5, won: true, day: '2026-03-01', at: at.toISOString() },
      { text: '00501', number: -3, won: false },
    ]);
  });

  test('gives the sheet that is named, and refuses another name with the names', async () => {
    const fileId = await workbook({ First: [['A'], ['1']], 'Second one': [['B'], ['2']] });
    expect(ownFields((await imported({ fileId, sheet: 'second ONE' })).dataSet)[0]).toMatchObject({ label: 'B' });
    const problem = expectProblem(await ask({ fileId, sheet: 'Third' }), 'invalid_request', ['/sheet']);
    expect(saidIn(problem)).toContain('"First", "Second one"');
  });

  test('comes by a form too, as TSV does, without a name', async () => {
    const bytes = new Uint8Array(xlsx({ One: [['A'], ['1']], Two: [['B'], ['2']] }));
    const sent = form(['sheet', 'Two'], ['file', new Blob([bytes], { type: officeTypes.xlsx }), 'Sent book.xlsx']);
    expect((await imported(sent)).dataSet.name).toBe('Sent book');
    expect((await imported(form(['file', new Blob(['A\tB\n1\t2\n']), 'x.tsv']))).dataSet.name).toBe('x');
  });

  test('names the row of a mistake, and the file', async () => {
    const { dataSet } = await importCsv(gateway.admin, 'general', 'Name,Age\nAda,36\n');
    const fileId = await workbook({
      First: [
        ['Name', 'Age'],
        ['Ada', 'old'],
      ],
    });
    const problem = expectProblem(await ask({ fileId }, `/${dataSet.objectTypeId}`), 'invalid_values', ['/fileId']);
    expect(problem.errors![0]!.message).toContain('row 1, "Age"');
  });

  test.each<[string, () => Promise<string>]>([
    ['is no archive', () => upload('x.xlsx', 'PK\x03\x04 nothing', officeTypes.xlsx)],
    ['is another archive', () => upload('x.zip', zip([{ name: 'a.txt', content: 'a' }]), 'application/zip')],
    [
      'is an old or encrypted one',
      () => upload('x.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'application/vnd.ms-excel'),
    ],
    ['holds nothing', () => workbook({ Empty: [] })],
  ])('that %s is refused', async (_what, file) => {
    expectProblem(await ask({ fileId: await file() }), 'invalid_request', ['/fileId']);
  });
});

/** A column of this many bytes, of which a workbook holds the long texts once. The last row is shorter or longer. */
function workbookOf(bytes: number) {
  const long = 'x'.repeat(limits.cell);
  const header = 'Text\n'.length;
  const whole = Math.floor((bytes - header) / (limits.cell + 1));
  const rest = bytes - header - whole * (limits.cell + 1) - 1;
  const rows = Array.from({ length: whole }, () => [long]);
  return workbook({ One: [['Text'], ...rows, ['y'.repeat(rest)]] });
}

test('a sheet of as much text as a table may have is read whole, of one byte more it is refused', async () => {
  const most = await ask({ fileId: await workbookOf(limits.tableBytes), types: { Text: 'number' } });
  const { errors } = expectProblem(most, 'invalid_values');
  expect(errors![0]!.message).toContain('row 1, "Text": must be a number');
  const more = await ask({ fileId: await workbookOf(limits.tableBytes + 1), types: { Text: 'number' } });
  expect(saidIn(expectProblem(more, 'invalid_request', ['/fileId']))).toContain(`than the ${limits.tableBytes} bytes`);
});

test('users beyond the ones read at once wait, and all are answered', async () => {
  const fileId = await workbook({ One: [['A'], ['1']] });
  const emails = Array.from({ length: limits.tablesAtOnce + 1 }, (_, number) => `reader${number}@example.com`);
  await addUsers(gateway.dataFolder, ...emails.map((email) => ({ email })));
  await gateway.admin.done(`POST /files/${fileId}/links`, { targetType: 'channel', targetId: 'general' });
  const answers = emails.map(async (email) => {
    const account = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', email));
    return (await account.call('POST /channels/general/data-sets/import', { fileId })).status;
  });
  expect(await Promise.all(answers)).toEqual(emails.map(() => 201));
});

describe('a file that can become a Data Set says how:', () => {
  const table = expect.stringContaining('workspace_data_set_import') as string;
  const uploaded = async (name: string, type: string, content = 'A\n1\n') =>
    JSON.parse(
      (await gateway.admin.call('POST /files', form(['file', new Blob([content], { type }), name]))).bytes.toString(),
    );

  test.each([
    ['a.csv', 'text/csv', table],
    ['a.CSV', 'application/octet-stream', table],
    ['a', 'text/tab-separated-values', table],
    ['a.txt', 'text/plain', undefined],
  ])('an upload of %s as %s', async (name, type, hint) => {
    expect((await uploaded(name, type)).hint).toEqual(hint);
  });

  test.each([
    ['a.xlsx', table],
    ['a.pdf', undefined],
  ])('the preparation of an upload of %s', async (fileName, hint) => {
    expect((await gateway.admin.done('POST /files/prepare', { fileName })).hint).toEqual(hint);
  });

  test('a refusal of its ID where a Data Set is needed', async () => {
    const fileId = await upload('x.csv', 'A\n1\n');
    const query = { mode: 'deterministic', operation: 'records', channelId: 'general', objectTypeId: fileId };
    for (const [route, body] of [
      ['POST /queries', query],
      ['POST /channels/general/records', { objectTypeId: fileId, title: 'x' }],
    ] as const) {
      const problem = expectProblem(await gateway.admin.call(route, body), 'invalid_request', ['/objectTypeId']);
      expect(saidIn(problem)).toContain('workspace_data_set_import');
    }
  });
});

test('one source is named, and a sheet only of a workbook', async () => {
  const fileId = await upload('x.csv', 'A\n1\n');
  for (const body of [{}, { fileId, artifactId: 'art_1' }])
    expectProblem(await ask(body), 'invalid_request', ['/fileId']);
  expectProblem(await ask({ fileId, sheet: 'First' }), 'invalid_request', ['/sheet']);
  const sent = form(['fileId', fileId], ['file', new Blob(['A\n1\n']), 'x.csv']);
  expectProblem(await ask(sent), 'invalid_request', ['/fileId']);
});

test('a source that the caller may not read is unknown, and a repetition with its key adds nothing', async () => {
  const fileId = await upload('x.csv', 'A\n1\n');
  await addUsers(gateway.dataFolder, { email: 'mia@example.com' });
  const member = accountAt(gateway.url, await accessToken(gateway.dataFolder, '--user', 'mia@example.com'));
  expectProblem(await member.call('POST /channels/general/data-sets/import', { fileId }), 'not_found');
  const first = await imported({ fileId, idempotencyKey: 'same' });
  expect(await imported({ fileId, idempotencyKey: 'same' })).toEqual(first);
});
