import { describe, expect, test } from 'vitest';
import { csvForm, importCsv, type Imported, importRows, ownFields, recordsOf, sendCsv } from '../support/imports.ts';
import { form } from '../support/forms.ts';
import { indexed } from '../support/index.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();

const imported = (csv: string | Uint8Array<ArrayBuffer>, fields = {}) =>
  importCsv(gateway.admin, 'general', csv, { name: 'Rows', ...fields });
const rowsOf = ({ dataSet }: Imported) => recordsOf(gateway.admin, 'general', dataSet.objectTypeId);

/** The type of the first column of these cells, its options, and its values as they are read back. */
async function column(cells: readonly string[], types = {}) {
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`);
  const made = await imported(`a,key\n${quoted.map((cell, n) => `${cell},r${n}\n`).join('')}`, {
    types,
    titleColumn: 'key',
  });
  const { type, options } = ownFields(made.dataSet)[0]!;
  return { type, options, values: (await rowsOf(made)).map(({ a }) => a) };
}

test('a file becomes a Data Set that channel, query and record show alike', async () => {
  const reply = await sendCsv(gateway.admin, 'general', 'Name,Amount,Won\nAda,12.50,true\nBob,3.00,\n', {
    name: 'Big Deals',
  });
  expect(reply.status).toBe(201);
  const { dataSet, imported: count } = JSON.parse(reply.bytes.toString()) as Imported;
  expect(count).toBe(2);
  expect(dataSet).toMatchObject({ objectType: 'big_deal', name: 'Big Deals', description: '', readOnly: false });
  expect(reply.headers.get('location')).toMatch(new RegExp(`/channels/general/data-sets/${dataSet.objectTypeId}$`));
  expect(ownFields(dataSet)).toMatchObject([
    { key: 'name', label: 'Name', type: 'text', required: false },
    { key: 'amount', label: 'Amount', type: 'number', options: { decimals: 2 } },
    { key: 'won', label: 'Won', type: 'checkbox' },
  ]);
  const { channel } = await gateway.admin.done('GET /channels/general');
  expect(channel.dataSets).toContainEqual(dataSet);
  expect(await recordsOf(gateway.admin, 'general', dataSet.objectTypeId)).toEqual([
    { title: 'Ada', name: 'Ada', amount: 12.5, won: true },
    { title: 'Bob', name: 'Bob', amount: 3 },
  ]);
});

describe('a column is of the type as which every cell writes back as it stood:', () => {
  test.each<[type: string, cells: string[], options?: object]>([
    ['number', ['1', '-2.5', '', '0', '100000000000000000000']],
    ['number', ['1.50', '-0.25', '0.00'], { decimals: 2 }],
    ['number', ['0.0000001'], { decimals: 7 }],
    ['number', ['9007199254740992']],
    ['text', ['1.50', '2.5']],
    ['text', ['-0']],
    ['text', ['-0.00', '1.00']],
    ['text', ['007']],
    ['text', ['00501', '501']],
    ['text', ['1e5']],
    ['text', ['1,000']],
    ['text', ['NaN']],
    ['text', ['Infinity']],
    ['text', ['1', 'NA']],
    ['text', ['1-684']],
    ['text', ['+5']],
    ['text', ['.5']],
    ['text', ['5.']],
    ['text', [' 5']],
    ['text', ['0x10']],
    ['text', ['12345678901234567890']],
    ['text', ['9007199254740993']],
    ['text', ['0.12345678901234567890']],
    ['checkbox', ['true', 'false', '']],
    ['text', ['TRUE']],
    ['text', ['true', '1']],
    ['text', ['yes']],
    ['date', ['2026-02-28', '0001-01-01', '9999-12-31', '2024-02-29']],
    ['text', ['2026-02-29']],
    ['text', ['2026-13-01']],
    ['text', ['0000-01-01']],
    ['text', ['2026-1-1']],
    ['text', ['01/02/2026']],
    ['date_time', ['2026-02-28T23:59:59.999Z', '1900-01-01T00:00:00.000Z']],
    ['text', ['2026-02-28T23:59:59Z']],
    ['text', ['2026-02-28T23:59:59.999+00:00']],
    ['text', ['2026-02-30T23:59:59.999Z']],
    ['text', ['2026-02-28', '2026-02-28T23:59:59.999Z']],
    ['text', ['', '']],
    ['text', ['won', 'lost', 'won']],
    ['text', ['x'.repeat(300)]],
    ['long_text', ['x'.repeat(301)]],
    ['long_text', ['short', 'two\nlines']],
    ['long_text', ['two\r\nlines']],
  ])('%s %j', async (type, cells, options) => {
    const found = await column(cells);
    expect([found.type, found.options]).toEqual([type, options]);
    expect(found.values.map((value) => writtenBack(value, found.options))).toEqual(cells);
  });

  const writtenBack = (value: unknown, options?: { decimals?: number | undefined }) => {
    if (value === undefined) return '';
    if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
    if (options?.decimals !== undefined) return value.toFixed(options.decimals);
    return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  };
});

describe('a type that was wished for', () => {
  test.each<[type: string, cells: string[], values: unknown[]]>([
    ['text', ['1', 'true'], ['1', 'true']],
    ['number', ['007', '1e3', '+2', '.5', ''], [7, 1000, 2, 0.5, undefined]],
    ['number', ['-9007199254740992', '+9007199254740994', '1e300'], [-(2 ** 53), 2 ** 53 + 2, 1e300]],
    ['percent', ['12.5'], [12.5]],
    ['checkbox', ['TRUE', 'no', '1', '0', 'Yes', ''], [true, false, true, false, true, undefined]],
    ['date', ['2026-01-31'], ['2026-01-31']],
    ['date_time', ['2026-01-31T10:00:00+02:00'], ['2026-01-31T08:00:00.000Z']],
    ['url', ['https://example.com/a?b'], ['https://example.com/a?b']],
    ['email', ['ada@example.com'], ['ada@example.com']],
    ['phone', ['+49 30 123-45'], ['+49 30 123-45']],
    ['long_text', ['short'], ['short']],
    ['select', ['won', 'lost', '', 'won'], ['won', 'lost', undefined, 'won']],
    [
      'multi_select',
      ['a;b', 'b; c ;', '', 'd,a', 'e;f,g'],
      [['a', 'b'], ['b', 'c'], undefined, ['d', 'a'], ['e', 'f,g']],
    ],
  ])('%s %j', async (type, cells, values) => {
    const found = await column(cells, { a: type });
    expect([found.type, found.values]).toEqual([type, values]);
  });

  test('makes choices of the cells, in the order of their appearance', async () => {
    const { options } = await column(['won', 'Lost & "found"', 'won', 'open'], { a: 'select' });
    expect(options?.choices).toEqual(['won', 'Lost & "found"', 'open'].map((key) => ({ key, label: key })));
  });
});

test('headers that are blank, repeated or reserved have keys of their own and keep their labels', async () => {
  const headers = 'id,ISO3166-1-Alpha-3,,2nd,name,Name,名前,title,created_at,updated_at,created_by,Größe';
  const { dataSet } = await imported(`${headers}\n${'x,'.repeat(11)}x\n`);
  expect(ownFields(dataSet).map(({ key, label }) => `${key}=${label}`)).toEqual([
    'id_2=id',
    'iso3166_1_alpha_3=ISO3166-1-Alpha-3',
    'column_3=Column 3',
    'column_4=2nd',
    'name=name',
    'name_2=Name',
    'column_7=名前',
    'title_2=title',
    'created_at_2=created_at',
    'updated_at_2=updated_at',
    'created_by_2=created_by',
    'gro_e=Größe',
  ]);
});

describe('the title comes from', () => {
  test.each<[what: string, csv: string, fields: object, titles: string[]]>([
    ['the first text column', 'n,day,name,other\n1,2026-01-01,Ada,x\n', {}, ['Ada']],
    ['the first column where none is text', 'n,m\n1,2\n3,4\n', {}, ['1', '3']],
    ['the column that is named', 'name,n\nAda,1\n', { titleColumn: 'n' }, ['1']],
    ['the row where its cell is empty', 'name,n\nAda,1\n,2\n"  ",3\n', {}, ['Ada', 'Row 2', 'Row 3']],
    ['its cell on one line', 'name,n\n"a\n\tb\u0007c",1\n', {}, ['a b c']],
    [
      '300 characters of its cell',
      `name,n\n${'x'.repeat(300)},1\n${'y'.repeat(301)},2\n`,
      {},
      ['x'.repeat(300), 'y'.repeat(300)],
    ],
    ['whole characters of it', `name,n\n${'x'.repeat(299)}😀😀,1\n`, {}, [`${'x'.repeat(299)}😀`]],
  ])('%s', async (_what, csv, fields, titles) => {
    const rows = await rowsOf(await imported(csv, fields));
    expect(rows.map(({ title }) => title)).toEqual(titles);
  });

  test('a cell of which it holds 300 characters, whatever they are', async () => {
    const made = await imported(`a\n${'\u{1F600}'.repeat(300)}\n${'\u{1F600}'.repeat(301)}\n`);
    expect((await rowsOf(made)).map(({ title }) => title)).toEqual(Array(2).fill('\u{1F600}'.repeat(300)));
    const header = '\u{1F600}'.repeat(300);
    expect(ownFields((await imported(`${header}\nx\n`)).dataSet)[0]!.label).toBe(header);
  });

  test('a column that stays a field', async () => {
    expect(await rowsOf(await imported('name\nAda\n'))).toEqual([{ title: 'Ada', name: 'Ada' }]);
  });
});

describe('all that RFC 4180 allows is read:', () => {
  const expected = [
    { title: 'x', a: 'x', b: 'y' },
    { title: 'z', a: 'z', b: 'w' },
  ];
  test.each<[what: string, csv: string | Uint8Array<ArrayBuffer>]>([
    ['line feeds', 'a,b\nx,y\nz,w\n'],
    ['carriage returns and line feeds', 'a,b\r\nx,y\r\nz,w\r\n'],
    ['no end behind the last row', 'a,b\r\nx,y\r\nz,w'],
    ['a byte order mark', '\uFEFFa,b\nx,y\nz,w\n'],
    ['quotes around everything', '"a","b"\r\n"x","y"\r\n"z","w"'],
    ['a byte order mark before quotes', '\uFEFF"a","b"\n"x","y"\n"z","w"\n'],
    ['blank lines', '\na,b\n\nx,y\r\n\r\nz,w\n\n'],
  ])('%s', async (_what, csv) => {
    expect(await rowsOf(await imported(csv))).toEqual(expected);
  });

  test('quoted commas, quotes and line breaks', async () => {
    const csv = 'a,b\n"x, ""y""\r\nz",1\n"""",2\n"",3\n';
    expect((await rowsOf(await imported(csv))).map(({ a }) => a)).toEqual(['x, "y"\r\nz', '"', undefined]);
  });

  test('cells that are missing at the end of a row', async () => {
    expect(await rowsOf(await imported('a,b,c\nx\ny,1\n,,\n'))).toEqual([
      { title: 'x', a: 'x' },
      { title: 'y', a: 'y', b: 1 },
      { title: 'Row 3' },
    ]);
  });

  test('a header without rows', async () => {
    const made = await imported('a,b\n');
    expect([made.imported, ownFields(made.dataSet).map(({ type }) => type)]).toEqual([0, ['text', 'text']]);
  });

  test('cells that lie across the pieces in which a file is read', async () => {
    const long = `${'ü'.repeat(40_000)}"\n,`;
    const rows = Array.from({ length: 20 }, (_, n) => `"${long.replaceAll('"', '""')}${n}",${n}`);
    const read = await rowsOf(await imported(`a,b\n${rows.join('\n')}`));
    expect(read.map(({ a }) => a)).toEqual(rows.map((_, n) => `${long}${n}`));
  });
});

test('a row of many quoted cells with quotes and line breaks within is read in one go', async () => {
  const columns = 17;
  const cell = '""\n'.repeat(30_000);
  const header = Array.from({ length: columns }, (_, n) => `c${n}`).join(',');
  const made = await imported(`${header}\n${Array.from({ length: columns }, () => `"${cell}"`).join(',')}\n`);
  expect(made.imported).toBe(1);
  const query = { mode: 'deterministic', operation: 'records', channelId: 'general', fields: ['c0', 'c16'] };
  const { data } = await gateway.admin.done('POST /queries', { ...query, objectTypeId: made.dataSet.objectTypeId });
  const value = cell.replaceAll('""', '"');
  expect(data).toMatchObject({ rows: [{ c0: value, c16: value }] });
});

test.each([
  `"; drop table data_1; --`,
  `' or '1'='1`,
  'select * from records',
  '$.title',
  '{"a":1}',
  '=HYPERLINK("http://x")',
  '@SUM(1)',
  'مرحبا بالعالم',
  '\u202Eabc',
  'zero\u200Bwidth',
  '👩‍👩‍👧‍👦 family',
  'naïve café',
  'e\u0301',
  '\uFFFD',
  '<script>alert(1)</script>',
  '%s %d ?',
  '__proto__',
  'constructor',
])('a header and a value are only text: %j', async (text) => {
  const quoted = `"${text.replaceAll('"', '""')}"`;
  const made = await imported(`key,${quoted}\nr,${quoted}\n`, { name: text });
  const field = ownFields(made.dataSet)[1]!;
  expect([made.dataSet.name, field.label]).toEqual([text, text]);
  expect(field.key).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
  expect(await rowsOf(made)).toEqual([{ title: 'r', key: 'r', [field.key]: text }]);
});

test('an import is audited once; its form may say its fields behind the file', async () => {
  const file = new Blob(['a\nx\n']);
  const reply = await gateway.admin.call(
    'POST /channels/general/data-sets/import',
    form(['file', file, 'a.csv'], ['name', 'Later'], ['types', '{"a":"select"}'], ['objectType', 'later_one']),
  );
  const { dataSet } = JSON.parse(reply.bytes.toString()) as Imported;
  expect(dataSet).toMatchObject({ name: 'Later', objectType: 'later_one' });
  expect(ownFields(dataSet)[0]).toMatchObject({ type: 'select', options: { choices: [{ key: 'x', label: 'x' }] } });
  const events = await inStorage(gateway.dataFolder, (db) =>
    db
      .selectFrom('audit_events')
      .select(['action', 'interface'])
      .where('resource_id', '=', dataSet.objectTypeId)
      .execute(),
  );
  expect(events).toEqual([{ action: 'data_set.imported', interface: 'api' }]);
});

test('its records are found by their words, those of later rows too', async () => {
  const [first, later] = ['quetzal', 'axolotl'];
  const { dataSet } = await imported(`name,note\nAda,${first}\n`);
  await indexed(gateway.dataFolder);
  await importRows(gateway.admin, 'general', dataSet.objectTypeId, `name,note\nBob,${later}\n`);
  await indexed(gateway.dataFolder);
  for (const [word, title] of [
    [first, 'Ada'],
    [later, 'Bob'],
  ]) {
    const { results } = await gateway.admin.done(`GET /search?q=${word}`);
    expect(results.map((found) => [found.type, found.title])).toEqual([['record', title]]);
  }
});

describe('the same import again', () => {
  const csv = 'a,b\nx,1\ny,2\n';
  const send = (text: string, key: string, fields = {}) =>
    gateway.admin.call('POST /channels/general/data-sets/import', csvForm(text, { name: 'Once', ...fields }), {
      'idempotency-key': key,
    });

  test('replays the first answer', async () => {
    const [first, second] = [await send(csv, 'k1'), await send(csv, 'k1')];
    expect(second.bytes.toString()).toBe(first.bytes.toString());
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  });

  test.each<[what: string, text: string, fields: object]>([
    ['with other bytes', `${csv}z,3\n`, {}],
    ['with another name', csv, { name: 'Twice' }],
    ['with types', csv, { types: { a: 'select' } }],
  ])('%s is another request', async (what, text, fields) => {
    await send(csv, what);
    expect((await send(text, what, fields)).body.code).toBe('idempotency_key_reused');
  });

  test('of rows replays too, and adds them once', async () => {
    const { dataSet } = await imported(csv);
    const path = `POST /channels/general/data-sets/${dataSet.objectTypeId}/import`;
    const key = { 'idempotency-key': 'rows' };
    const [first, second] = [
      await gateway.admin.call(path, csvForm(csv), key),
      await gateway.admin.call(path, csvForm(csv), key),
    ];
    expect(second.bytes.toString()).toBe(first.bytes.toString());
    expect(await recordsOf(gateway.admin, 'general', dataSet.objectTypeId)).toHaveLength(4);
  });
});

describe('rows are added', () => {
  const made = () =>
    imported('Name,Stage,Amount\nAda,won,1\n', { types: { Stage: 'select', Amount: 'number' }, name: 'Grown' });
  const add = async ({ dataSet }: Imported, csv: string, fields = {}) =>
    importRows(gateway.admin, 'general', dataSet.objectTypeId, csv, fields);

  test.each<[what: string, csv: string, row: object]>([
    ['by label', 'Amount,Name,Stage\n2,Bob,won\n', { title: 'Bob', name: 'Bob', stage: 'won', amount: 2 }],
    ['by key', 'amount,name\n2,Bob\n', { title: 'Bob', name: 'Bob', amount: 2 }],
    ['with a title of their own', 'Title,Name\nMr Bob,Bob\n', { title: 'Mr Bob', name: 'Bob' }],
    ['without a text', 'Amount\n2\n', { title: '2', amount: 2 }],
  ])('%s', async (_what, csv, row) => {
    const before = await made();
    const { imported: count, dataSet } = await add(before, csv);
    expect([count, dataSet]).toEqual([1, before.dataSet]);
    expect(await rowsOf(before)).toEqual([{ title: 'Ada', name: 'Ada', stage: 'won', amount: 1 }, row]);
  });

  test('by label before any by key', async () => {
    const fields = [{ key: 'name', label: 'Full name', type: 'text' }];
    const { dataSet } = JSON.parse(
      (await gateway.admin.call('POST /channels/general/data-sets', { name: 'People', fields })).bytes.toString(),
    ) as Imported;
    await importRows(gateway.admin, 'general', dataSet.objectTypeId, 'name,Full name\nada,Ada Lovelace\n', {
      titleColumn: 'name',
    });
    expect(await recordsOf(gateway.admin, 'general', dataSet.objectTypeId)).toEqual([
      { title: 'ada', name: 'Ada Lovelace' },
    ]);
  });

  test('with the title that is named', async () => {
    const before = await made();
    await add(before, 'Name,Amount\nBob,5\n', { titleColumn: 'Amount' });
    expect((await rowsOf(before))[1]).toMatchObject({ title: '5', name: 'Bob' });
  });

  test('of the file that made it, headers that are blank or repeated too', async () => {
    const csv = 'name,,name,id\na,b,c,d\n';
    const before = await imported(csv);
    await add(before, csv);
    const [first, second] = await rowsOf(before);
    expect(second).toEqual(first);
  });
});
