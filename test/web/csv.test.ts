import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, readCsv, rowCount } from '../../web/grid/csv.ts';

const rowsOf = (text: string): string[][] => {
  const table = readCsv(text);
  return Array.from({ length: rowCount(table) }, (_, row) => cellsOf(table, row));
};

/** A cell as RFC 4180 writes it. */
const written = (cell: string, always: boolean, delimiter: string): string =>
  always || /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\r\n', '\n', ' ', '😀', '1'),
  maxLength: 6,
});
const header = fc.constantFrom('one', 'two', 'three');
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((columns) =>
    fc.tuple(
      fc.array(header, { minLength: columns, maxLength: columns }),
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 8 }),
    ),
  );

test('a written table is read as it was', () => {
  const end = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), end, fc.boolean(), ([head, rows], delimiter, end, always) => {
      const lines = [head, ...rows].map((row) => row.map((one) => written(one, always, delimiter)).join(delimiter));
      expect(rowsOf(lines.join(end))).toEqual([head, ...rows]);
      expect(rowsOf(`\uFEFF${lines.join(end)}${end}${end}`)).toEqual([head, ...rows]);
    }),
  );
});

test('a text that is not a table is still shown, without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r'), maxLength: 30 }), (text) => {
      expect(
        rowsOf(text)
          .flat()
          .join('')
          .replaceAll(/[",\r\n]/g, ''),
      ).toBe(text.replaceAll(/[",\r\n]/g, ''));
    }),
  );
});

test('the cells of the widest row are counted as they are read', () => {
  const piece = fc.constantFrom('a', '"', '"', ',', ',', ';', '\n', '\r\n', '\uFEFF');
  fc.assert(
    fc.property(fc.string({ unit: piece, maxLength: 30 }), (text) => {
      expect(readCsv(text).columns).toBe(Math.max(0, ...rowsOf(text).map(({ length }) => length)));
    }),
    { numRuns: 2_000 },
  );
});

test('quotes count only where a cell begins', () => {
  expect(rowsOf('size,count\n5" pipe,2\n"6"" pipe",3\n')).toEqual([
    ['size', 'count'],
    ['5" pipe', '2'],
    ['6" pipe', '3'],
  ]);
  expect(rowsOf('a,b\n"never closed,1\nmore')).toEqual([['a', 'b'], ['never closed,1\nmore']]);
});
