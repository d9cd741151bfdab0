import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportPreview } from '../../schemas/data-sets.ts';
import { csvOf, importCsv, importRows, preview, recordsOf, refused, sendCsv, sendRows } from '../support/imports.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';

const gateway = sharedGateway();
const previewed = (csv: string, fields = {}) => preview(gateway.admin, 'general', csv, fields);

describe('a wished type is refused where', () => {
  test.each<[why: string, type: string, cells: string[], message: RegExp]>([
    ['no cell names a currency', 'currency', ['1', '2'], /needs a currency code/],
    ['a symbol is of two currencies', 'currency', ['¥5', '¥6'], /needs a currency code/],
    ['a cell names another currency', 'currency', ['€1', '$2'], /row 2, "a": must be an amount such as EUR/],
    ['a day may be a month', 'date', ['5/6/2025'], /row 1, "a": 5\/6\/2025 may be 2025-06-05 or 2025-05-06/],
    ['the orders differ', 'date', ['13/6/2025', '14/6/2025', '6/13/2025'], /row 3, "a": must be a date/],
    ['a day does not exist', 'date', ['31.2.2026'], /row 1, "a": must be a date/],
    ['a range is no day', 'date', ['3–5 March 1998'], /row 1, "a": must be a date/],
    ['a number has a unit', 'number', ['5 kg'], /row 1, "a": must be a number/],
    ['a number has a currency', 'number', ['€5'], /row 1, "a": must be a number/],
    ['a comma may group thousands', 'number', ['12', '1,234'], /row 2, "a": 1,234 may be 1234 or 1\.234/],
    ['a percent has a currency', 'percent', ['€5'], /row 1, "a": must be a number such as 12.5 or 12.5%/],
  ])('%s', async (_why, type, cells, message) => {
    const isOfColumn = message.source.startsWith('needs');
    const problem = await refused(
      gateway.dataFolder,
      () => sendCsv(gateway.admin, 'general', csvOf(cells), { types: { a: type } }),
      isOfColumn ? 'invalid_request' : 'invalid_values',
    );
    expect(problem.errors).toEqual([
      { path: isOfColumn ? '/types/a' : '/file', message: expect.stringMatching(message) },
    ]);
  });
});

test('rows that are added are read in the same notations', async () => {
  const csv = 'Name,Price,Tax,Due,At\nx,€1,5%,13.2.2026,2026-02-13 09:00\n';
  const { dataSet } = await importCsv(gateway.admin, 'general', csv, { types: 'suggested' });
  const id = dataSet.objectTypeId;
  await importRows(
    gateway.admin,
    'general',
    id,
    'Name,Price,Tax,Due,At\ny,"1.234,50 €","5,5%",2/13/2026,14.2.2026 10:30\nz,"2,5",1,3/4/2026,\n',
  );
  expect(await recordsOf(gateway.admin, 'general', id)).toEqual([
    expect.objectContaining({ name: 'x', price: 1, tax: 5, due: '2026-02-13' }),
    { title: 'y', name: 'y', price: 1234.5, tax: 5.5, due: '2026-02-13', at: '2026-02-14T10:30:00.000Z' },
    { title: 'z', name: 'z', price: 2.5, tax: 1, due: '2026-03-04' },
  ]);
  const problem = await refused(
    gateway.dataFolder,
    () => sendRows(gateway.admin, 'general', id, 'Name,Price\nx,$5\ny,€5\nz,5 %\n'),
    'invalid_values',
  );
  expect(problem.errors?.map(({ message }) => message)).toEqual([
    'row 1, "Price": must be an amount such as EUR -1234.5',
    'row 3, "Price": must be an amount such as EUR -1234.5',
  ]);
  const rows = 'Name,Price,Due\nx,€5,1.2.2026\ny,$5,13.2.2026\n';
  expect(await previewed(rows, { objectTypeId: id })).toMatchObject({
    refusedCount: 1,
    refused: [{ row: 2 }],
    records: [{ values: { price: 5 } }, {}],
  });
});

describe('figures that may be a thousand times as many are refused by their rows', () => {
  const one = ', and no cell of the column decides which; write it in that form';
  const beside = ', because other cells have a decimal comma; write 1500 or 1,5';
  const cases: [field: object, cells: string[], mistakes: string[]][] = [
    [
      { type: 'number' },
      ['1.500', '2.250', '-12.125', '3,5'],
      [
        `row 1, "a": 1.500 may be 1.5 or 1500${beside}`,
        'row 2, "a": 2.250 may be 2.25 or 2250, because other cells have a decimal comma; write 2250 or 2,25',
        'row 3, "a": 12.125 may be 12.125 or 12125, because other cells have a decimal comma; write 12125 or 12,125',
      ],
    ],
    [{ type: 'number' }, ['12', '1,234'], [`row 2, "a": 1,234 may be 1234 or 1.234${one}`]],
    [{ type: 'number' }, ['1.500', '1 234'], [`row 1, "a": 1.500 may be 1.5 or 1500${one}`]],
    [{ type: 'percent' }, ['1.500', '3,5%'], [`row 1, "a": 1.500 may be 1.5 or 1500${beside}`]],
    [
      { type: 'currency', options: { currencyCode: 'EUR' } },
      ['1.500', '3,5'],
      [`row 1, "a": 1.500 may be 1.5 or 1500${beside}`],
    ],
    [
      { type: 'currency', options: { currencyCode: 'EUR' } },
      ['€5', '1.500'],
      [`row 2, "a": 1.500 may be 1.5 or 1500${one}`],
    ],
  ];
  const madeOf = async (field: object): Promise<string> => {
    const fields = [
      { key: 'a', label: 'a', ...field },
      { key: 'key', label: 'key', type: 'text' },
    ];
    const made = await gateway.admin.done('POST /channels/general/data-sets', { name: 'Figures', fields });
    return made.dataSet.objectTypeId;
  };

  test.each(cases)('%j: %j', async (field, cells, mistakes) => {
    const id = await madeOf(field);
    const rows = () => sendRows(gateway.admin, 'general', id, csvOf(cells));
    const problem = await refused(gateway.dataFolder, rows, 'invalid_values');
    expect(problem.errors?.map(({ message }) => message)).toEqual(mistakes);
    const { type } = field as { type: string };
    if (type === 'currency') return;
    const made = () => sendCsv(gateway.admin, 'general', csvOf(cells), { types: { a: type } });
    const { errors } = await refused(gateway.dataFolder, made, 'invalid_values');
    expect(errors?.map(({ message }) => message)).toEqual(mistakes);
  });

  test('while figures that programs write are read as ever', async () => {
    const id = await madeOf({ type: 'number' });
    await importRows(gateway.admin, 'general', id, csvOf(['1.500', '12', '-2.250']));
    await importRows(gateway.admin, 'general', id, csvOf(['1.500', '1,234', '2.5']));
    const records = await recordsOf(gateway.admin, 'general', id);
    expect(records.map(({ a }) => a)).toEqual([1.5, 12, -2.25, 1.5, 1234, 2.5]);
  });
});

test('all mistakes of a file come together, over its columns and rows', async () => {
  const rows = Array.from({ length: 20 }, (_, n) =>
    n % 3 === 0 ? 'x,1.2.2026,yes' : n % 3 === 1 ? '1,soon,yes' : '1,1.2.2026,?',
  );
  const types = { N: 'number', D: 'date', C: 'checkbox' };
  const csv = `N,D,C\n${rows.join('\n')}\n`;
  const problem = await refused(
    gateway.dataFolder,
    () => sendCsv(gateway.admin, 'general', csv, { types }),
    'invalid_values',
  );
  expect(problem.errors?.map(({ message }) => message.split(':')[0])).toEqual(
    rows.map((_row, n) => `row ${n + 1}, "${'NDC'[n % 3]}"`),
  );
  const { errors } = await refused(
    gateway.dataFolder,
    () =>
      sendCsv(gateway.admin, 'general', csv, {
        types: { X: 'date', N: 'record' },
        labels: { Y: 'y' },
        titleColumn: 'T',
      }),
    'invalid_request',
  );
  expect(errors?.map(({ path }) => path)).toEqual(['/types/X', '/types/N', '/labels/Y', '/titleColumn']);

  const { dataSet } = await importCsv(gateway.admin, 'general', 'N\n1\n', {});
  await gateway.admin.done(`PATCH /channels/general/data-sets/${dataSet.objectTypeId}`, {
    fields: [{ key: 'owner', label: 'Owner', type: 'user' }],
  });
  const added = 'N,Owner\nx,usr_01k6zq3v8me2t9x4c7r5hbnd0a\n1,usr_01k6zq3v8me2t9x4c7r5hbnd0a\n"1,000,000",\n';
  const both = await refused(
    gateway.dataFolder,
    () => sendRows(gateway.admin, 'general', dataSet.objectTypeId, added),
    'invalid_values',
  );
  expect(both.errors?.map(({ message }) => message.split(':')[0])).toEqual([
    'row 1, "N"',
    'row 1, "Owner"',
    'row 2, "Owner"',
  ]);
});

test('titles come from the first column, where rows are added beside addresses', async () => {
  const csv = 'Code,Mail,Phone\n7,ada@example.com,+47 1\n';
  const types = { Mail: 'email', Phone: 'phone' };
  const titlesOf = async (id: string) => (await recordsOf(gateway.admin, 'general', id)).map(({ title }) => title);
  const { dataSet } = await importCsv(gateway.admin, 'general', csv, { types });
  await importRows(gateway.admin, 'general', dataSet.objectTypeId, 'Code,Mail\n8,bob@example.com\n');
  expect(await titlesOf(dataSet.objectTypeId)).toEqual(['ada@example.com', '8']);
  const phones = await importCsv(gateway.admin, 'general', 'Code,Phone\n7,+47 1\n', { types: { Phone: 'phone' } });
  expect(await titlesOf(phones.dataSet.objectTypeId)).toEqual(['7']);
});

test('all columns of amounts without a currency are named at once', async () => {
  const types = { Price: 'currency', Tax: 'currency', Fee: 'currency' };
  const ask = () => sendCsv(gateway.admin, 'general', 'Price,Tax,Fee\n1,2,€3\n', { types });
  await refused(gateway.dataFolder, ask, 'invalid_request', ['/types/Price', '/types/Tax']);
});

test('a symbol of several currencies is read in a field of one of them', async () => {
  const made = async (currencyCode: string): Promise<string> => {
    const fields = [{ key: 'price', label: 'Price', type: 'currency', options: { currencyCode } }];
    return (await gateway.admin.done('POST /channels/general/data-sets', { name: currencyCode, fields })).dataSet
      .objectTypeId;
  };
  for (const code of ['JPY', 'CNY']) {
    const id = await made(code);
    await importRows(gateway.admin, 'general', id, 'Price\n"¥1,500"\n');
    expect(await recordsOf(gateway.admin, 'general', id)).toMatchObject([{ price: 1500 }]);
  }
  const dollars = await made('USD');
  const rows = () => sendRows(gateway.admin, 'general', dollars, 'Price\n¥5\n');
  await refused(gateway.dataFolder, rows, 'invalid_values', ['/file']);
});

describe("a time without an offset is read by the clock of the organisation's time zone", () => {
  const inZone = (timeZone: string) =>
    inStorage(gateway.dataFolder, (tx) => tx.updateTable('organizations').set({ time_zone: timeZone }).execute());
  beforeAll(() => inZone('Europe/Berlin'));
  afterAll(() => inZone('UTC'));

  test.each([
    ['2026-11-02 09:00', '2026-11-02T08:00:00.000Z'],
    ['2.7.2026 09:00', '2026-07-02T07:00:00.000Z'],
    ['2026-11-02 09:00 UTC', '2026-11-02T09:00:00.000Z'],
    ['2026-11-02 09:00+05:00', '2026-11-02T04:00:00.000Z'],
    // The clock skips this time.
    ['2026-03-29 02:30', '2026-03-29T01:30:00.000Z'],
    // The clock shows this time twice.
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
  ])('%s', async (cell, moment) => {
    const csv = `At\n${cell}\n`;
    const of = (shown: ImportPreview) => shown.records.map(({ values }) => values);
    for (const types of ['suggested', { At: 'date_time' }]) {
      expect(of(await previewed(csv, { types }))).toEqual([{ at: moment }]);
      const { dataSet } = await importCsv(gateway.admin, 'general', csv, { types });
      const objectTypeId = dataSet.objectTypeId;
      expect(of(await previewed(csv, { objectTypeId }))).toEqual([{ at: moment }]);
      await importRows(gateway.admin, 'general', objectTypeId, csv);
      const records = await recordsOf(gateway.admin, 'general', objectTypeId);
      expect(records.map(({ at }) => at)).toEqual([moment, moment]);
    }
  });

  test('and a doubt says it as it stands', async () => {
    expect((await previewed(csvOf(['5/6/2026 09:00']))).columns[0]!.suggestion).toEqual({
      reason: expect.stringMatching(/^5\/6\/2026 09:00 may be 2026-06-05T09:00:00 or 2026-05-06T09:00:00,/),
    });
  });
});
