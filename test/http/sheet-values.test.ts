import { describe, expect, test } from 'vitest';
import { sharedGateway } from '../support/rest.ts';
import { newSheet, rowsOf } from '../support/sheets.ts';

const gateway = sharedGateway();

/** The field and the values that are derived from a column of these cells. Undefined when nothing is derived. */
async function derived(cells: readonly string[]) {
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"\n`);
  const { id } = await newSheet(gateway.admin, `a\n${quoted.join('')}`);
  const { sheet } = (await gateway.admin.done(`GET /artifacts/${id}/sheet`)) as unknown as {
    sheet: { fields: { key: string; label: string; type: string; derivedFrom?: string }[] };
  };
  const field = sheet.fields.find(({ derivedFrom }) => derivedFrom === 'a');
  if (!field) return undefined;
  const rows = await rowsOf(gateway.admin, { artifactId: id, operation: 'records', fields: [field.key] });
  return { field: `${field.key} ${field.label} ${field.type}`, values: rows.map((row) => row[field.key] ?? null) };
}

const number = 'a_number a (number) number';
const seconds = 'a_number a (seconds) number';
const clock = 'a_number a (seconds after midnight) number';
const inches = 'a_number a (inches) number';
const date = 'a_date a (date) date';

describe('a column of text gives the numbers and dates that most of its cells begin with:', () => {
  test.each<[field: string, cells: Record<string, string | number | null>]>([
    [number, { '1,234 (3rd)': 1_234, '12,345,678[2]': 12_345_678, '7': 7 }],
    [number, { '$5.2m': 5_200_000, '€3 billion': 3e9, '£1,250k': 1_250_000, 'US$ 40': 40, '1.1M': 1_100_000 }],
    [number, { '1.82 m': 1.82, '5.45m': 5.45, '100 km (62 mi)': 100 }],
    [number, { '12%': 12, '0.5 %': 0.5, '−3.5%': -3.5, '+4%': 4, '.556': 0.556 }],
    [number, { '1st': 1, '2nd': 2, '31st (tie)': 31, DNF: null }],
    [number, { '733 226': 733_226, '1 586': 1_586, '307': 307, '1\u00a0000': 1_000, n: null }],
    [number, { '1.234.567': 1_234_567, '12,5': 12.5, "1'000": 1_000 }],
    [number, { '–8': -8, '+1': 1, '–12 (x)': -12, E: null }],
    [number, { '±1100': 1_100, T4: 4, '=5': 5, '1984/85': 1984, '1985/1986': 1985 }],
    [number, { '~300': 300, 'c. 250': 250, '<5': 5, '≥ 18†': 18 }],
    [number, { '2010–2011': 2010, '1998': 1998, '2001 – present': 2001 }],
    [number, { '"42"': 42, '17*': 17, '–': null, '': null }],
    [date, { 'March 3, 1998': '1998-03-03', '3 March 1998[2]': '1998-03-03', '1998-03-04 (Wed)': '1998-03-04' }],
    [date, { 'Sunday, September 7, 2008': '2008-09-07', 'Sept. 1st, 2009': '2009-09-01', TBA: null }],
    [date, { 'May 2004': '2004-05-01', '1999': '1999-01-01', '1998–2003': '1998-01-01', 'Jun. 2005': '2005-06-01' }],
    [date, { '28 February – 3 March 1998': '1998-02-28', 'July 3–5, 1999': '1999-07-03', '31 June 2000': null }],
    [date, { '25/12/1998': '1998-12-25', '03/04/1998': '1998-04-03' }],
    [date, { '12/25/1998': '1998-12-25', '03/04/1998': '1998-03-04' }],
    [date, { '03.04.1998': '1998-04-03', '1.2.2000': '2000-02-01' }],
    [seconds, { '1:23.45': 83.45, '58.20': 58.2, '1:02:03': 3_723 }],
    [seconds, { '1h 23m': 4_980, '2 h 5 min': 7_500, '45 min': 2_700, '1 h': 3_600 }],
    [clock, { '7:30 p.m.': 70_200, '12:00 AM': 0, '12 pm (ET)': 43_200, '11:05am': 39_900 }],
    [inches, { '6 ft 2 in (1.88 m)': 74, '5\'11"': 71, '6 ft': 72 }],
  ])('%s of %o', async (field, cells) => {
    expect(await derived(Object.keys(cells))).toEqual({ field, values: Object.values(cells) });
  });
});

describe('nothing is derived', () => {
  test.each<[what: string, cells: string[]]>([
    ['of words', ['Ada', 'Bob 2', 'Cy']],
    ['of half the cells', ['1 (a)', 'b', '2 (c)', 'd']],
    ['of codes', ['00501', '01234', '10115']],
    ['of telephone numbers', ['555-12-34', '555-98-76', '555-0-1']],
    ['of versions', ['1.2.3', '1.10.0', '2.0.1']],
    ['of fractions and ratios', ['1/4', '3:1', '1 / 2']],
    ['of days that may be months', ['03/04/1998', '05/06/1998', '7/8/1999']],
    ['of numbers in long cells', [`1 ${'x'.repeat(250)}`, `2 ${'x'.repeat(250)}`, `3 ${'y'.repeat(250)}`]],
    ['of what is a number already', ['1', '2', '3']],
    ['of what is a date already', ['2026-01-02', '', '2026-01-03']],
    ['of empty cells', ['', '']],
  ])('%s', async (_what, cells) => {
    expect(await derived(cells)).toBe(undefined);
  });
});
