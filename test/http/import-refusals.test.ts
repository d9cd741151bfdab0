import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../schemas/errors.ts';
import { form } from '../support/forms.ts';
import {
  csvForm,
  importCsv,
  importRows,
  ownFields,
  recordsOf,
  refused,
  sendCsv,
  sendRows,
} from '../support/imports.ts';
import { staffedGateway, whoever } from '../support/people.ts';
import { expectProblem } from '../support/problems.ts';
import { inStorage } from '../support/storage.ts';

const people = staffedGateway();
const will = () => people.as('will');
const send = (csv: string | Uint8Array<ArrayBuffer>, fields = {}) => sendCsv(will(), 'news', csv, fields);

describe('an import is refused whole, and leaves nothing, when', () => {
  const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join('');
  const named = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`).join(',');

  test.each<[what: string, csv: string | Uint8Array<ArrayBuffer>, fields: object, messages: (string | RegExp)[]]>([
    ['the file is empty', '', {}, [/is empty/]],
    ['the file has blank lines only', '\n\r\n\n', {}, [/is empty/]],
    ['a quote is never closed', 'a,b\nx,y\n"x,y\n', {}, [/row 2 has a quote that is never closed/]],
    ['the header has a quote that is never closed', '"a,b\n', {}, [/the header has a quote that is never closed/]],
    ['text stands behind a closing quote', 'a\n"x"y\n', {}, [/row 1 has text behind a closing quote/]],
    ['a quote stands within a cell', 'a\nok\nx"y\n', {}, [/row 2 has a quote in a cell that does not begin with one/]],
    ['it has a NUL', 'a\nx\nx\0y\n', {}, [/row 2 has a NUL/]],
    ['it has a NUL within quotes', 'a\n"x\0y"\n', {}, [/row 1 has a NUL/]],
    ['a carriage return ends a row', 'a\rb\rc\n', {}, [/the header has a carriage return/]],
    ['it is not UTF-8', Buffer.from('a,b\nx,y\nGr\xfc\xdfe,z\n', 'latin1'), {}, [/row 2 is not valid UTF-8/]],
    ['it is UTF-16 and does not say so', Buffer.from('ä\nx\n', 'utf16le'), {}, [/the header is not valid UTF-8/]],
    ['its last character is cut off', Buffer.from('a\nx\nü').subarray(0, -1), {}, [/row 2 is not valid UTF-8/]],
    [
      'rows have more cells than the header',
      'a,b\n1,2,3\n1,2\n,,\n',
      {},
      ['row 1: has more cells than the header, which has 2', 'row 3: has more cells than the header, which has 2'],
    ],
    ['it has 1,000,001 rows', 'a\n'.repeat(1_000_002), {}, [/more than 1000000 rows/]],
    [
      'of exactly 1,000,000 rows the last is wrong',
      `a\n${'1\n'.repeat(999_999)}x\n`,
      { types: { a: 'number' } },
      [/^row 1000000, "a"/],
    ],
    ['it has 201 columns', `${named(201)}\n`, {}, [/more than 200 columns/]],
    ['it has many more columns', `${named(20_000)}\n`, {}, [/more than 200 columns/]],
    ['it has 201 quoted columns', `${'"a",'.repeat(200)}"a"\n`, {}, [/more than 200 columns/]],
    ['a row has many more quoted cells', `a\n${'"x",'.repeat(1_000_000)}\n`, {}, [/row 1: has more cells/]],
    ['a row has many more cells', `a\n${','.repeat(100_000)}\n`, {}, [/row 1: has more cells/]],
    ['a header has 301 characters', `a,${'x'.repeat(301)}\n`, {}, [/header of more than 300 characters in column 2/]],
    ['a cell has 100,001 characters', `a,b\nx,${'x'.repeat(100_001)}\n`, {}, [/row 1 has a cell of more than 100000/]],
    [
      'a quoted cell has 100,001 characters',
      `a\n"${'x'.repeat(100_001)}"\n`,
      {},
      [/row 1 has a cell of more than 100000/],
    ],
    [
      'a cell has 100,001 characters behind a quoted one',
      `a,b\n"x",${'x'.repeat(100_001)}\n`,
      {},
      [/row 1 has a cell/],
    ],
    [
      'a quote is not closed for very long',
      `a\n"${'x\n'.repeat(500_000)}`,
      {},
      [/row 1 has a cell of more than 100000/],
    ],
    [
      'cells do not fit their type',
      'n\n1\nx\n\n2\ny\n',
      { types: { n: 'number' } },
      ['row 2, "n": must be a number such as -1234.5', 'row 4, "n": must be a number such as -1234.5'],
    ],
    ['a number is too large', `n\n${'9'.repeat(400)}\n`, { types: { n: 'number' } }, [/row 1, "n": must be a number/]],
    [
      'a whole number has more digits than a number holds',
      'n\n9007199254740993\n',
      { types: { n: 'number' } },
      [/row 1, "n": must have no more digits than a number can hold/],
    ],
    ['a date is none', 'd\n2026-02-30\n', { types: { d: 'date' } }, [/row 1, "d": must be a date/]],
    ['a time is none', 'd\n2026-02-03T25:00:00\n', { types: { d: 'date_time' } }, [/row 1, "d": must be a time/]],
    ['a checkbox is neither', 'c\nmaybe\n', { types: { c: 'checkbox' } }, [/row 1, "c": must be true or false/]],
    ['an address is none', 'e\nada@\n', { types: { e: 'email' } }, [/row 1, "e": must be an e-mail address/]],
    [
      'a URL is of another scheme',
      'u\njavascript:alert(1)\n',
      { types: { u: 'url' } },
      [/row 1, "u": must be an http/],
    ],
    [
      'a choice has 301 characters',
      `s\n${'x'.repeat(301)}\n`,
      { types: { s: 'select' } },
      [/row 1, "s": must have at most 300/],
    ],
    ['a choice has two lines', 's\n"x\ny"\n', { types: { s: 'select' } }, [/row 1, "s": must be text on one line/]],
    [
      'it has 1,001 choices',
      `s\n${rows(1_001, (n) => `${n}\n`)}`,
      { types: { s: 'select' } },
      [/row 1001, "s": is one more than 1000 choices/],
    ],
    [
      'several columns do not fit',
      'n,c\nx,maybe\n',
      { types: { n: 'number', c: 'checkbox' } },
      [/row 1, "n"/, /row 1, "c"/],
    ],
    [
      'a cell holds 501 values',
      `m\n"${rows(501, (n) => `${n};`)}"\n`,
      { types: { m: 'multi_select' } },
      [/row 1, "m": must have at most 500 values/],
    ],
  ])('%s', async (_what, csv, fields, messages) => {
    const code = messages.some((message) =>
      /^(\^?row \d+[:,])/.test(typeof message === 'string' ? message : message.source),
    );
    const { errors } = await refused(
      people.dataFolder,
      () => send(csv, fields),
      code ? 'invalid_values' : 'invalid_request',
    );
    expect(errors).toEqual(
      messages.map((message) => ({
        path: '/file',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      })),
    );
  });

  test('very many cells do not fit: the first hundred are named', async () => {
    const csv = `n\n${rows(1_000, (n) => (n % 2 ? 'x\n' : '1\n'))}`;
    const { errors, detail } = await refused(
      people.dataFolder,
      () => send(csv, { types: { n: 'number' } }),
      'invalid_values',
    );
    expect(errors?.map(({ message }) => message.split(',')[0])).toEqual(
      Array.from({ length: 100 }, (_, n) => `row ${2 * n + 2}`),
    );
    expect(detail).toContain('the first 100');
  });

  test.each<[what: string, fields: object, path: string]>([
    ['types names no header', { types: { b: 'text' } }, '/types/b'],
    ['types names a key and not the header', { types: { a_b: 'text' } }, '/types/a_b'],
    ['types names no type', { types: { 'a b': 'word' } }, '/types/a b'],
    ['types is no JSON', { types: '{' }, '/types'],
    ['types is no object', { types: '[]' }, '/types'],
    ['a column would be of a currency', { types: { 'a b': 'currency' } }, '/types/a b'],
    ...['user', 'record', 'file', 'artifact', 'session'].map((type): [string, object, string] => [
      `a column would hold IDs (${type})`,
      { types: { 'x/y~z': type } },
      '/types/x~1y~0z',
    ]),
    ['a header is none that can be typed', { types: '{"__proto__":"number"}' }, '/types'],
    ['titleColumn is no header', { titleColumn: 'b' }, '/titleColumn'],
    ['objectType is no key', { objectType: '1x' }, '/objectType'],
    ['the name is blank', { name: '  ' }, '/name'],
    ['the name has 301 characters', { name: 'x'.repeat(301) }, '/name'],
    ['a field is unknown', { nane: 'x' }, '/nane'],
    ['a field is that of the address', { channelId: 'news' }, 'channelId'],
    ['a field is as long as no field', { types: { a: 'x'.repeat(300_000) } }, '/types'],
  ])('%s', async (_what, fields, path) => {
    await refused(people.dataFolder, () => send('a b,x/y~z\n1,2\n', fields), 'invalid_request', [path]);
  });

  /** Too long to have arrived whole when its beginning is looked at. */
  const file = (name = 'a.csv'): [string, Blob, string] => ['file', new Blob([`a\n${'x\n'.repeat(400_000)}`]), name];
  test.each<[what: string, body: () => FormData, path: string]>([
    ['there is no name, and the file has none', () => form(file('\u202E')), '/name'],
    ['there is no file', () => form(['name', 'Rows']), '/file'],
    ['a late field is unknown', () => form(['name', 'Rows'], file(), ['nane', 'x']), '/nane'],
    ['a late field is wrong', () => form(['name', 'Rows'], file(), ['objectType', '1x']), '/objectType'],
    ['a late field is that of the address', () => form(['name', 'Rows'], file(), ['channelId', 'news']), 'channelId'],
    ['a field is there twice', () => form(['name', 'Rows'], file(), ['name', 'Rows']), '/name'],
  ])('%s', async (_what, body, path) => {
    await refused(
      people.dataFolder,
      () => will().call('POST /channels/news/data-sets/import', body()),
      'invalid_request',
      [path],
    );
  });

  test('a late key differs from that of the header', async () => {
    const body = form(['name', 'Rows'], file(), ['idempotencyKey', 'a']);
    const headers = { 'idempotency-key': 'b' };
    const ask = () => will().call('POST /channels/news/data-sets/import', body, headers);
    await refused(people.dataFolder, ask, 'invalid_request', ['/idempotencyKey']);
  });

  test('its body is JSON that names no source', async () => {
    const ask = () => will().call('POST /channels/news/data-sets/import', { name: 'Rows' });
    await refused(people.dataFolder, ask, 'invalid_request', ['/fileId']);
  });

  test('rows are added, and it names what only a new Data Set has', async () => {
    const { dataSet } = await importCsv(will(), 'news', 'a\nx\n', {});
    const rows = `POST /channels/news/data-sets/${dataSet.objectTypeId}/import`;
    for (const body of [{ fileId: 'file_x', name: 'Rows' }, form(['types', '{}'], file())]) {
      const reply = await will().call(rows, body);
      const { errors } = expectProblem(reply, 'invalid_request', [body instanceof FormData ? '/types' : '/name']);
      expect(errors![0]!.message).toBe('goes with a new Data Set; leave it out to add rows to one');
    }
  });

  test('the key of its records is taken', async () => {
    await importCsv(will(), 'news', 'a\nx\n', { objectType: 'taken' });
    await refused(people.dataFolder, () => send('a\nx\n', { objectType: 'taken' }), 'already_exists', ['/objectType']);
  });
});

describe('at its limits a file is kept:', () => {
  test('200 columns, headers of 300 characters', async () => {
    const headers = Array.from({ length: 200 }, (_, n) => String(n).padStart(300, 'x'));
    const { dataSet } = await importCsv(will(), 'news', `${headers.join(',')}\n${'1,'.repeat(199)}1\n`);
    expect(ownFields(dataSet).map(({ label }) => label)).toEqual(headers);
    expect(new Set(ownFields(dataSet).map(({ key }) => key)).size).toBe(200);
  });

  test('cells of 100,000 characters', async () => {
    const cell = '"'.repeat(100_000);
    const csv = `a,b\n${'x'.repeat(100_000)},"${cell}${cell}"\n`;
    const { dataSet } = await importCsv(will(), 'news', csv);
    const [row] = await recordsOf(will(), 'news', dataSet.objectTypeId);
    expect(row).toMatchObject({ a: 'x'.repeat(100_000), b: cell });
  });

  test('1,000 choices of up to 300 characters', async () => {
    const choices = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(300, '0'));
    const { dataSet } = await importCsv(will(), 'news', `s\n${choices.join('\n')}\n`, { types: { s: 'select' } });
    expect(ownFields(dataSet)[0]?.options?.choices?.map(({ key }) => key)).toEqual(choices);
  });
});

describe("the organisation's upload limit holds", () => {
  const most = 5_000;
  beforeAll(() =>
    inStorage(people.dataFolder, async (tx) => {
      await tx.updateTable('organizations').set({ max_upload_bytes: most }).where('name', '=', 'Elsewhere').execute();
    }),
  );
  const csv = (size: number) => `a\n${'x\n'.repeat(size)}`.slice(0, size);

  test('at it and one past it', async () => {
    await people.as('lea').done('POST /channels', { name: 'Lab' });
    expect((await importCsv(people.as('lea'), 'lab', csv(most))).imported).toBe((most - 2) / 2);
    const problem = await refused(
      people.dataFolder,
      () => sendCsv(people.as('lea'), 'lab', csv(most + 1)),
      'too_large',
    );
    expect(problem.maxBytes).toBe(most);
  });
});

describe('rows are refused whole when', () => {
  let id: string;
  beforeAll(async () => {
    const { dataSet } = await importCsv(will(), 'news', 'Name,Stage,Amount\nAda,won,1\n', {
      types: { Stage: 'select' },
      name: 'Deals',
    });
    id = dataSet.objectTypeId;
    await will().done(`PATCH /channels/news/data-sets/${id}`, {
      fields: [
        { key: 'name', type: 'text', required: true },
        { key: 'owner', type: 'user' },
      ],
    });
  });

  test.each<[what: string, csv: string, fields: Record<string, string>, code: ErrorCode, message: RegExp]>([
    [
      'a header is no field',
      'Name,Foo,Bar\nx,1,2\n',
      {},
      'invalid_request',
      /"Foo", "Bar"; its fields are "Name", "Stage"/,
    ],
    ['a header is there twice', 'Name,Stage,Stage\nx,won,won\n', {}, 'invalid_request', /"Stage"/],
    ['an ID is unknown', 'Name,owner\nx,usr_1\n', {}, 'invalid_values', /^row 1, "owner": usr_1 is unknown, or not/],
    ['a required column is missing', 'Stage\nwon\n', {}, 'invalid_request', /lacks the column "Name"/],
    ['a required cell is empty', 'Name,Stage\nx,won\n,won\n', {}, 'invalid_values', /^row 2, "Name": is required$/],
    ['a choice is unknown', 'Name,Stage\nx,lost\n', {}, 'invalid_values', /^row 1, "Stage": must be one of its/],
    ['a number is none', 'Name,Amount\nx,1\ny,many\n', {}, 'invalid_values', /^row 2, "Amount": must be a number/],
    ['a row has too many cells', 'Name\nx,y\n', {}, 'invalid_values', /^row 1: has more cells/],
    ['a quote is never closed', 'Name\n"x\n', {}, 'invalid_request', /row 1 has a quote/],
    ['the file is empty', '', {}, 'invalid_request', /is empty/],
    ['the column of the titles is none', 'Name\nx\n', { titleColumn: 'Foo' }, 'invalid_request', /is not a header/],
    ['a field of the form is unknown', 'Name\nx\n', { nane: 'Foo' }, 'invalid_request', /is not a known field/],
  ])('%s', async (_what, csv, fields, code, message) => {
    const problem = await refused(people.dataFolder, () => sendRows(will(), 'news', id, csv, fields), code);
    expect(problem.errors).toEqual([{ path: expect.any(String), message: expect.stringMatching(message) }]);
  });

  test('the Data Set is of another channel, or unknown', async () => {
    await refused(people.dataFolder, () => sendRows(will(), 'board', id, 'Name\nx\n'), 'not_found');
    await refused(people.dataFolder, () => sendRows(will(), 'news', 'ot_1', 'Name\nx\n'), 'not_found');
  });

  test('its records come from a connected source', async () => {
    const { dataSet } = await importCsv(will(), 'news', 'a\nx\n');
    await inStorage(people.dataFolder, async (tx) => {
      await tx.updateTable('data_sets').set({ read_only: 1 }).where('id', '=', dataSet.objectTypeId).execute();
    });
    await refused(
      people.dataFolder,
      () => sendRows(will(), 'news', dataSet.objectTypeId, 'a\ny\n'),
      'read_only_source',
    );
  });
});

describe('who may import', () => {
  test.each([
    ['news', 'admin mia will'],
    ['board', 'mia will'],
  ])('into %s', async (channel, names) => {
    const { dataSet } = await importCsv(will(), channel, 'a\nx\n');
    expect(await whoever(async (name) => (await sendCsv(people.as(name), channel, 'a\nx\n')).status === 201)).toBe(
      names,
    );
    const add = (name: Parameters<typeof people.as>[0]) =>
      sendRows(people.as(name), channel, dataSet.objectTypeId, 'a\ny\n');
    expect(await whoever(async (name) => (await add(name)).status === 200)).toBe(names);
  });

  test.each<[name: Parameters<typeof people.as>[0], channel: string, code: ErrorCode]>([
    ['rita', 'news', 'forbidden'],
    ['ned', 'news', 'forbidden'],
    ['rita', 'board', 'forbidden'],
    ['ned', 'board', 'not_found'],
    ['admin', 'board', 'not_found'],
    ['lea', 'news', 'not_found'],
    ['lea', 'board', 'not_found'],
  ])('not %s into %s, whatever the file and the key', async (name, channel, code) => {
    const { dataSet } = await importCsv(will(), channel, 'a\nx\n');
    const headers = { 'idempotency-key': 'key' };
    const path = `POST /channels/${channel}/data-sets`;
    const asked = [
      () => sendCsv(people.as(name), channel, 'a\nx\n'),
      () => people.as(name).call(`${path}/import`, csvForm('a\n"', { name: 'x' }), headers),
      () => sendRows(people.as(name), channel, dataSet.objectTypeId, 'a\nx\n'),
      () => people.as(name).call(`${path}/${dataSet.objectTypeId}/import`, csvForm('b\nx\n'), headers),
    ];
    for (const ask of asked) await refused(people.dataFolder, ask, code);
  });
});

test('the counts match: records of two imports and one refusal', async () => {
  const { dataSet } = await importCsv(will(), 'news', 'a\nx\ny\n');
  await importRows(will(), 'news', dataSet.objectTypeId, 'a\nz\n');
  await refused(people.dataFolder, () => sendRows(will(), 'news', dataSet.objectTypeId, 'b\nz\n'), 'invalid_request');
  const [row] = await inStorage(people.dataFolder, (db) =>
    db.selectFrom('data_sets').select('record_count').where('id', '=', dataSet.objectTypeId).execute(),
  );
  expect(row?.record_count).toBe(3);
  expect((await recordsOf(will(), 'news', dataSet.objectTypeId)).map(({ a }) => a)).toEqual(['x', 'y', 'z']);
});
