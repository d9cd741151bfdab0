import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { csvOf, importCsv, ownFields, preview, recordsOf, refused, sendCsv } from '../support/imports.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

const previewed = (csv: string, fields = {}) => preview(gateway.admin, 'general', csv, fields);

const suggestionOf = async (cells: readonly string[]) => (await previewed(csvOf(cells))).columns[0]!.suggestion;

/** The first column of these cells as it is imported: its field, and its values. */
async function column(cells: readonly string[], types: unknown) {
  const { dataSet, ...made } = await importCsv(gateway.admin, 'general', csvOf(cells), {
    name: 'Rows',
    ...(types !== undefined && { types: types as object }),
    titleColumn: 'key',
  });
  const { type, options } = ownFields(dataSet)[0]!;
  const records = await recordsOf(gateway.admin, 'general', dataSet.objectTypeId);
  return { type, options, values: records.map(({ a }) => a), made };
}

const statuses = ['open', 'won', 'open', 'lost', 'won', 'open', 'lost', 'open', 'won'];
const few = { choices: ['open', 'won', 'lost'].map((key) => ({ key, label: key })) };

describe('a column is suggested, and taken with consent, as', () => {
  test.each<[type: string, cells: string[], values: unknown[], options?: object]>([
    ['currency', ['€13.50', '-€1,000.25', '', '€ 7'], [13.5, -1000.25, undefined, 7], { currencyCode: 'EUR' }],
    ['currency', ['13,50 €', '1.234,00 €'], [13.5, 1234], { currencyCode: 'EUR', decimals: 2 }],
    ['currency', ['USD 5', '$6', '7 US$'], [5, 6, 7], { currencyCode: 'USD' }],
    ['currency', ['¥5', 'JPY 6'], [5, 6], { currencyCode: 'JPY' }],
    ['currency', ['7 CNY', '¥ 8', '￥9'], [7, 8, 9], { currencyCode: 'CNY' }],
    ['currency', ['1 234,5 zł', '2 zł'], [1234.5, 2], { currencyCode: 'PLN' }],
    ['percent', ['12%', '3.5 %', '-1%'], [12, 3.5, -1]],
    ['percent', ['12,5%', '1.250,0%'], [12.5, 1250], { decimals: 1 }],
    ['number', ['1,234', '12', '1,000,000'], [1234, 12, 1_000_000]],
    ['number', ['1,234', '12.5'], [1234, 12.5]],
    ['number', ['1,234', '12,50'], [1.234, 12.5]],
    ['number', ['1.234,5', '2'], [1234.5, 2]],
    ['number', ["1'234.5", '−7'], [1234.5, -7]],
    ['number', ['1.50', '2.5'], [1.5, 2.5]],
    ['checkbox', ['yes', 'No', 'TRUE', ''], [true, false, true, undefined]],
    ['date', ['05.10.2026', '31.12.2025'], ['2026-10-05', '2025-12-31']],
    ['date', ['5/6/2025', '13/6/2025'], ['2025-06-05', '2025-06-13']],
    ['date', ['5/6/2025', '5/13/2025'], ['2025-05-06', '2025-05-13']],
    ['date', ['5/5/2025'], ['2025-05-05']],
    ['date', ['2026/10/5', '5 October 2026', 'Oct 5, 2026'], ['2026-10-05', '2026-10-05', '2026-10-05']],
    [
      'date_time',
      ['2026-11-02 09:00', '2026-11-02T09:00:30+02:00'],
      ['2026-11-02T09:00:00.000Z', '2026-11-02T07:00:30.000Z'],
    ],
    [
      'date_time',
      ['11/30/2026 9:05 PM', '1/2/2026, 12:00 am'],
      ['2026-11-30T21:05:00.000Z', '2026-01-02T00:00:00.000Z'],
    ],
    ['url', ['https://example.com/a', 'http://b.example'], ['https://example.com/a', 'http://b.example']],
    ['email', ['ada@example.com', 'bob@example.org'], ['ada@example.com', 'bob@example.org']],
    ['select', statuses, statuses, few],
  ])('%s: %j', async (type, cells, values, options) => {
    const suggestion = await suggestionOf(cells);
    const first = cells.find((cell) => cell !== '');
    expect(suggestion).toEqual({
      type,
      ...(options && 'currencyCode' in options && { currencyCode: options.currencyCode }),
      cell: first,
      becomes: values[0],
    });
    const made = await column(cells, 'suggested');
    expect([made.type, made.options, made.values]).toEqual([type, options, values]);
    const untold = await column(cells, undefined);
    expect(untold).toMatchObject({ type: 'text', values: cells.map((cell) => (cell === '' ? undefined : cell)) });
    if (type !== 'select' && options === undefined) {
      const wished = await column(cells, { a: type });
      expect([wished.type, wished.values]).toEqual([type, values]);
    }
  });
});

describe('nothing is suggested, and the reason is said, where', () => {
  test.each<[why: string, cells: string[], reason: RegExp | undefined]>([
    [
      'no cell says which of day and month comes first',
      ['5/6/2025', '7/8/2025'],
      /^5\/6\/2025 may be 2025-06-05 or 2025-05-06/,
    ],
    ['both orders are there', ['13/6/2025', '6/13/2025'], /day first, and others the month/],
    ['a point may group thousands', ['€1.234', '€5'], /^1\.234 may be 1\.234 or 1234/],
    ['a comma may group thousands', ['1,234', '12'], /^1,234 may be 1234 or 1\.234/],
    ['a point alone may group thousands', ['1.500', '12'], /^1\.500 may be 1\.5 or 1500/],
    ['a point of a percent may group thousands', ['1.500%', '12%'], /^1\.500 may be 1\.5 or 1500/],
    ['a point stands beside decimal commas', ['1.500', '3,5'], /^1\.500 may be 1\.5 or 1500, because other cells/],
    ['both decimal marks are there', ['€1.5', '€1,5'], /comma before their decimals, and others a point/],
    [
      'some cells do not read so',
      ['€1', 'n/a', '€2', '€3'],
      /^1 of 4 cells does not read as currency, first "n\/a" in row 2$/,
    ],
    ['a symbol is of two currencies', ['¥5', '¥6'], /^the amounts may be JPY or CNY; no cell names one$/],
    ['a symbol is beside another currency', ['¥5', '¥6', '€7'], /^1 of 3 cells does not read as currency/],
    ['two currencies are there', ['€1', '€2', '$3'], /^1 of 3 cells does not read as currency, first "\$3" in row 3$/],
    ['a column of codes only looks like numbers', ['00501', '00502'], undefined],
    ['figures have too many digits', ['1,234,567,890,123,456', '1'], /^1 of 2|^$/],
    ['it is prose', ['one', 'two', 'three'], undefined],
  ])('%s', async (_why, cells, reason) => {
    const suggestion = await suggestionOf(cells);
    if (reason?.test('')) return expect(suggestion?.type).toBeUndefined();
    expect(suggestion).toEqual(reason && { reason: expect.stringMatching(reason) });
    expect((await column(cells, 'suggested')).type).toBe('text');
  });
});

test('a column whose first cells looked like another type is read once more', async () => {
  const cells = ['1', '2', '1,234,567'];
  expect(await suggestionOf(cells)).toEqual({ type: 'number', cell: '1', becomes: 1 });
  expect((await column(cells, 'suggested')).values).toEqual([1, 2, 1_234_567]);
  expect(await suggestionOf(['2026-01-02', '3.1.2026'])).toMatchObject({ type: 'date', becomes: '2026-01-02' });
});

describe('choices are suggested', () => {
  const suggested = async (values: readonly string[], times: number) =>
    (await suggestionOf(values.flatMap((value) => Array<string>(times).fill(value))))?.type;
  const values = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`);

  test('up to a number of them', async () => {
    expect(await suggested(values(limits.suggestedChoices), limits.suggestedChoiceCells)).toBe('select');
    expect(await suggested(values(limits.suggestedChoices + 1), limits.suggestedChoiceCells)).toBeUndefined();
  });

  test('up to a length', async () => {
    const long = (characters: number) => ['a', 'b'].map((letter) => letter.repeat(characters));
    expect(await suggested(long(limits.suggestedChoice), 3)).toBe('select');
    expect(await suggested(long(limits.suggestedChoice + 1), 3)).toBeUndefined();
  });

  test('when each is seen often', async () => {
    expect(await suggested(['a', 'b'], limits.suggestedChoiceCells)).toBe('select');
    expect(await suggested(['a', 'b'], limits.suggestedChoiceCells - 1)).toBeUndefined();
    expect((await suggestionOf(['a', 'a', 'a', 'a', 'a', 'b']))?.type).toBeUndefined();
  });

  test('when the only one is seen very often', async () => {
    expect(await suggested(['a'], limits.suggestedOnlyChoiceCells)).toBe('select');
    expect(await suggested(['a'], limits.suggestedOnlyChoiceCells - 1)).toBeUndefined();
  });
});

test('one column may take its suggestion while others keep what is told or wished', async () => {
  const csv = 'Price,Tax,Due\n€1,5%,1.2.2026\n€2,6%,13.2.2026\n';
  const types = { Price: 'suggested', Due: 'text' };
  const { dataSet, hint } = (await importCsv(gateway.admin, 'general', csv, { types })) as never as {
    dataSet: never;
    hint: string;
  };
  expect(ownFields(dataSet).map(({ type }) => type)).toEqual(['currency', 'text', 'text']);
  expect(hint).toContain('better types: "Tax" → percent.');
  await refused(
    gateway.dataFolder,
    () => sendCsv(gateway.admin, 'general', csv, { types: 'guessed' }),
    'invalid_request',
    ['/types'],
  );
});

const howToTakeThem =
  'To take them, delete this Data Set, then import the file with `types: "suggested"`. A preview shows them first.';

describe('the answer to an import tells in a line', () => {
  const hintOf = async (csv: string, fields: object) =>
    ((await importCsv(gateway.admin, 'general', csv, { ...fields })) as { hint?: string }).hint;

  test('which columns could have better types', async () => {
    const csv = 'Name,Price,Due\nx,€1,1.2.2026\ny,€2,13.2.2026\n';
    expect(await hintOf(csv, { name: 'Hinted' })).toBe(
      `Columns could have better types: "Price" → currency EUR, "Due" → date. ${howToTakeThem}`,
    );
    const long = `Say "no" and \n stop. ${'x'.repeat(60)}`;
    expect(await hintOf(`"${long.replaceAll('"', '""')}"\n€1\n`, { name: 'Quoted' })).toBe(
      `Columns could have better types: ${JSON.stringify(`Say "no" and   stop. ${'x'.repeat(19)}…`)} → currency EUR. ${howToTakeThem}`,
    );
    expect(await hintOf(csv, { name: 'Taken', types: 'suggested' })).toBeUndefined();
    const wide = (count: number) =>
      `${Array.from({ length: count }, (_, n) => `C${n}`).join()}\n${Array<string>(count).fill('€1').join()}\n`;
    expect(await hintOf(wide(limits.suggestionsNamed), { name: 'W1' })).toMatch(/"C9" → currency EUR\. /);
    expect(await hintOf(wide(limits.suggestionsNamed + 1), { name: 'W2' })).toMatch(
      /"C9" → currency EUR and 1 more\. /,
    );
  });

  test('that the channel has a Data Set of this name', async () => {
    expect(await hintOf('a\nx\n', { name: 'Twins' })).toBeUndefined();
    expect(await previewed('a\nx\n', { name: 'twins' })).toMatchObject({
      namesake: { name: 'Twins', objectType: 'twin' },
    });
    expect(await previewed('a\nx\n', { name: 'Triplets' })).not.toHaveProperty('namesake');
    expect(await hintOf('a\nx\n', { name: 'Twins' })).toBe(
      'This channel has another Data Set named "Twins". This one has the key twin_2.',
    );
  });
});
