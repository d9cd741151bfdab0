import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellsOf, readCsv, readingCsv, rowCount } from '../../web/grid/csv.ts';
import { clipboardText, pastedCells } from '../../web/grid/model/clipboard.ts';
import { deleteColumns, deleteRows, insertColumns, insertRows, setCells } from '../../web/grid/model/edits.ts';
import { cellsWith } from '../../web/grid/model/finding.ts';
import { keptOf, sheetOf } from '../../web/grid/model/kept.ts';
import { merged, settled } from '../../web/grid/model/merge.ts';
import { rowsShown } from '../../web/grid/model/order.ts';
import { cellsAt, inverse, openSheet, type Patch, patched, type Sheet } from '../../web/grid/model/sheet.ts';
import { atOnce } from '../../web/grid/model/slices.ts';
import { inBytes, splicesOf, textOf } from '../../web/grid/model/splices.ts';

const value = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\r\n', '\n', ' ', '😀', '😁', '1', '\uFEFF'),
  maxLength: 6,
});

/** A cell as somebody wrote it: quoted where it must be, and sometimes where it need not. */
const written = fc.tuple(value, fc.boolean()).map(([cell, isQuoted]) => ({
  cell,
  raw: isQuoted || /[",;\t\r\n\uFEFF]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
}));
const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n');

const generated = fc.integer({ min: 2, max: 4 }).chain((columns) =>
  fc.record({
    mark: fc.constantFrom('', '\uFEFF'),
    rows: fc.array(fc.record({ cells: fc.array(written, { minLength: columns, maxLength: columns }), end: lineEnd }), {
      minLength: 1,
      maxLength: 7,
    }),
    isEnded: fc.boolean(),
  }),
);
type Generated = typeof generated extends fc.Arbitrary<infer Value> ? Value : never;

/** The text in stretches: the mark, then each cell and what follows it. */
function stretches({ mark, rows, isEnded }: Generated): string[] {
  const parts = rows.flatMap(({ cells, end }, row) =>
    cells.flatMap(({ raw }, column) => {
      if (column < cells.length - 1) return [raw, ','];
      return [raw, row < rows.length - 1 || isEnded ? end : ''];
    }),
  );
  return [mark, ...parts];
}

/** A sheet whose header tells its delimiter. */
const open = (text: string): Sheet => {
  const base = atOnce(readingCsv(text, ','));
  return openSheet(base, rowCount(base) > 0 ? cellsOf(base, 0).length : 0);
};
const rowsOf = (text: string): string[][] => {
  const table = atOnce(readingCsv(text, ','));
  return Array.from({ length: rowCount(table) }, (_, row) => cellsOf(table, row));
};
const write = (sheet: Sheet, values: Parameters<typeof setCells>[1]) => atOnce(setCells(sheet, values));
const cellsOfAll = (sheet: Sheet) => sheet.rows.map((_, row) => cellsAt(sheet, row));

const sent = (sheet: Sheet): Buffer => {
  const bytes = Buffer.from(sheet.base.text);
  const parts: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of inBytes(sheet.base.text, splicesOf(sheet))) {
    expect(start).toBeGreaterThanOrEqual(from);
    parts.push(bytes.subarray(from, start), Buffer.from(text));
    from = end;
  }
  return Buffer.concat([...parts, bytes.subarray(from)]);
};

test('a header without names reaches as far as the cells that are written below it', () => {
  const typed = (sheet: Sheet, column: number, text: string) =>
    patched(sheet, write(sheet, [{ row: 1, column, value: text }]));
  const begun = typed(typed(open(''), 0, 'Wheel'), 2, '12');
  expect(sent(begun).toString()).toMatch(/^,,\n"?Wheel"?,,12\n?$/);
  expect(sent(typed(open('Part\n'), 1, '12')).toString()).toMatch(/^Part\n,12\n?$/);
});

test('one changed cell leaves every other byte of a thousand sheets as it was', () => {
  fc.assert(
    fc.property(generated, fc.nat(), fc.nat(), value, (given, rowSeed, columnSeed, wanted) => {
      const parts = stretches(given);
      const columns = given.rows[0]!.cells.length;
      const [row, column] = [rowSeed % given.rows.length, columnSeed % columns];
      const place = 1 + 2 * (row * columns + column);
      const sheet = open(parts.join(''));
      const edited = patched(sheet, write(sheet, [{ row, column, value: wanted }]));
      const bytes = sent(edited).toString();
      const [before, after] = [parts.slice(0, place).join(''), parts.slice(place + 1).join('')];
      expect(bytes.startsWith(before) && bytes.endsWith(after)).toBe(true);
      const raw = bytes.slice(before.length, bytes.length - after.length);
      expect(rowsOf(bytes)[row]![column]).toBe(wanted);
      const old = given.rows[row]!.cells[column]!;
      const mustQuote = old.raw.startsWith('"') || /[",\r\n\uFEFF]/.test(wanted) || (row === 0 && /[;\t]/.test(wanted));
      if (old.cell === wanted) expect(raw).toBe(old.raw);
      else expect(raw.startsWith('"')).toBe(mustQuote);
    }),
    { numRuns: 1_000 },
  );
});

const edit = fc.oneof(
  fc.record({
    kind: fc.constant('cells'),
    at: fc.nat(12),
    column: fc.nat(5),
    values: fc.array(value, { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom('insert', 'delete', 'columns', 'fewer'),
    at: fc.nat(9),
    count: fc.integer({ min: 1, max: 3 }),
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

function patchesOf(sheet: Sheet, edit: Edit): { patches: Patch[]; columns: number } {
  const columns = sheet.columns;
  if ('values' in edit) {
    const values = edit.values.map((one, index) => ({ row: edit.at + index, column: edit.column, value: one }));
    return { patches: write(sheet, values), columns: Math.max(columns, edit.column + 1) };
  }
  const { kind, count } = edit;
  const at = Math.min(edit.at, sheet.rows.length);
  if (kind === 'insert') return { patches: insertRows(sheet, Math.max(1, at), count), columns };
  if (kind === 'delete')
    return {
      patches: deleteRows(
        sheet,
        Array.from({ length: count }, (_, row) => at + row),
      ),
      columns,
    };
  const column = at % (columns + 1);
  if (kind === 'columns') return { patches: atOnce(insertColumns(sheet, column, count)), columns: columns + count };
  if (column + count > columns || count === columns) return { patches: [], columns };
  return { patches: atOnce(deleteColumns(sheet, column, column + count)), columns: columns - count };
}

test('many edits are stored as they are seen, and undoing them all leaves nothing to store', () => {
  fc.assert(
    fc.property(generated, fc.array(edit, { maxLength: 6 }), (given, edits) => {
      const first = open(stretches(given).join(''));
      let sheet = first;
      const steps: Patch[][] = [];
      for (const one of edits) {
        const { patches, columns } = patchesOf(sheet, one);
        sheet = patched(sheet, patches, columns);
        steps.push(patches);
      }
      expect(sent(sheet).toString()).toBe(textOf(sheet));
      expect(rowsOf(textOf(sheet))).toEqual(cellsOfAll(sheet));
      expect(cellsOfAll(sheetOf(sheet.base, keptOf(sheet), sheet.columns))).toEqual(cellsOfAll(sheet));
      for (const patches of steps.toReversed()) sheet = patched(sheet, inverse(patches));
      expect(splicesOf(sheet)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('text that is hardly a table takes edits, and keeps all that was not edited', () => {
  const odd = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'b'), maxLength: 30 });
  fc.assert(
    fc.property(odd, fc.nat(4), fc.nat(3), value, fc.boolean(), (text, at, column, wanted, isAdded) => {
      const sheet = open(text);
      const row = Math.min(at, sheet.rows.length);
      const cells = write(sheet, [{ row, column, value: wanted }]);
      const edited = isAdded ? patched(sheet, insertRows(sheet, sheet.rows.length, 1)) : patched(sheet, cells);
      expect(rowsOf(textOf(edited))).toEqual(cellsOfAll(edited));
    }),
    { numRuns: 2_000 },
  );
});

test('changes of two people to different cells come together, whoever is first', () => {
  const table = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 4, maxLength: 4 }), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(table, fc.nat(), fc.nat(), fc.nat(3), fc.nat(3), (rows, mySeed, theirSeed, myColumn, theirColumn) => {
      const numbered = rows.map((cells, row) => [`row ${row}`, `${row}`, ...cells]);
      const base = open(`A,B,C,D,E,F\n${numbered.map((cells) => cells.join(',')).join('\n')}\n`);
      const [my, their] = [1 + (mySeed % rows.length), 1 + (theirSeed % rows.length)];
      const mine = patched(base, write(base, [{ row: my, column: 2 + myColumn, value: 'mine' }]));
      const theirs = patched(base, write(base, [{ row: their, column: 2 + theirColumn, value: 'theirs' }]));
      const result = merged(mine, readCsv(textOf(theirs)))!;
      const isClash = my === their && myColumn === theirColumn;
      expect(result.clashes).toHaveLength(isClash ? 1 : 0);
      const both = settled(result, () => true);
      const expected = rowsOf(textOf(theirs));
      expected[my]![2 + myColumn] = 'mine';
      expect(rowsOf(textOf(both))).toEqual(expected);
      expect(rowsOf(textOf(settled(result, () => false)))[their]![2 + theirColumn]).toBe('theirs');
    }),
  );
});

test('rows that came and went are matched, and never changed by number alone', () => {
  const base = open('Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\nCy,Bonn,open\n');
  const mine = patched(base, write(base, [{ row: 3, column: 2, value: 'won' }]));
  const moved = merged(mine, readCsv('Name,City,Stage\nZed,Lima,open\nAda,Oslo,lost\nCy,Bonn,open\n'))!;
  expect(moved.clashes).toEqual([]);
  expect(textOf(moved.sheet)).toBe('Name,City,Stage\nZed,Lima,open\nAda,Oslo,lost\nCy,Bonn,won\n');
  const gone = merged(mine, readCsv('Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\n'))!;
  expect(gone.clashes).toEqual([{ row: 3, base: 'Cy,Bonn,open', mine: 'Cy,Bonn,won', theirs: undefined }]);
  expect(textOf(settled(gone, () => true))).toBe('Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\nCy,Bonn,won\n');
  expect(textOf(settled(gone, () => false))).toBe('Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\n');
  const without = patched(base, deleteRows(base, [3]));
  const kept = merged(without, readCsv('Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\nCy,Bonn,won\n'))!;
  expect(kept.clashes).toHaveLength(1);
  expect(textOf(settled(kept, () => true))).toBe('Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\n');
  expect(merged(mine, readCsv('Name,Stage\nAda,open\nBo,open\nCy,open\n'))).toBe(undefined);
});

test('copied cells come back as they were, and text of other programs is told apart', () => {
  fc.assert(
    fc.property(fc.array(fc.array(value, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(pastedCells(clipboardText(rows))).toEqual(rows);
    }),
  );
  expect(pastedCells('Hello, world')).toEqual([['Hello, world']]);
  expect(pastedCells('a,b\r\nc,"d,e"\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd,e'],
  ]);
  expect(pastedCells('one\n\ntwo\n')).toEqual([['one'], [''], ['two']]);
  expect(pastedCells('5" pipe\t"open\n2\t3')).toEqual([
    ['5" pipe', '"open'],
    ['2', '3'],
  ]);
});

test('rows are sorted and filtered for the eye alone', () => {
  const sheet = open('Name,Sum\nb,10\na,9\nc,\nd,"1,000"\n');
  const shown = (look: Parameters<typeof rowsShown>[1]) => atOnce(rowsShown(sheet, look));
  expect(shown({ sort: { column: 1, isDescending: false } })).toEqual([2, 1, 4, 3]);
  expect(shown({ sort: { column: 1, isDescending: true } })).toEqual([4, 1, 2, 3]);
  expect(shown({ filter: '1' })).toEqual([1, 4]);
  expect(atOnce(cellsWith(sheet, [0, 2, 1], 'A'))).toEqual([
    { row: 0, column: 0 },
    { row: 1, column: 0 },
  ]);
  const long = open(`Number\n${Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 3_001).join('\n')}\n`);
  const sorted = atOnce(rowsShown(long, { sort: { column: 0, isDescending: false } }));
  const numbers = sorted.map((row) => Number(cellsAt(long, row)[0]));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});
