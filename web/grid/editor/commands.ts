import { clipboardText, pastedCells } from '../model/clipboard.ts';
import { deleteColumns, deleteRows, insertColumns, insertRows } from '../model/edits.ts';
import { takeHeading } from '../model/heading.ts';
import type { Change } from '../model/history.ts';
import { cellsAt, type Sheet } from '../model/sheet.ts';
import type { Work } from '../model/slices.ts';
import { at, heightOf, isOneCell, type Range, widthOf } from '../model/selection.ts';
import type { Desk } from './use-desk.ts';
import type { Editing } from './use-editing.ts';
import { filling, pasted, pastedRange, repeated, sourceOf, valuesIn } from './values.ts';
import { counted, rowsNamed, sizeOf } from './words.ts';

/** All that keys, menus and the clipboard do to a sheet. */
export function commandsOf(desk: Desk) {
  const { editing, shown, range, sheet, last, say, select } = desk;
  const { rowAt } = shown;
  const place = { row: rowAt(range.top), column: range.left };

  const change = async (work: (sheet: Sheet) => Work<Change>, sentence: string): Promise<void> => {
    await editing.change(work, place);
    say(sentence);
  };
  const after = (act: Editing['undo'], sentence: string) => {
    const isOfLook = act() !== undefined;
    say(sentence);
    if (isOfLook) return;
    const changed = editing.place();
    const row = changed && shown.placeOf(changed.row);
    if (changed && row !== undefined) select(at({ row, column: changed.column }));
  };

  return {
    undo: () => after(editing.undo, editing.history.past.length > 0 ? 'Undone.' : 'There is nothing to undo.'),
    redo: () =>
      after(editing.redo, editing.history.future.length > 0 ? 'Done again.' : 'There is nothing to do again.'),
    clear: async () => {
      await editing.write(filling(range, '', rowAt), place);
      say(`Cleared ${sizeOf(range)}.`);
    },
    copied: () => {
      say(`Copied ${sizeOf(range)}.`);
      return clipboardText(valuesIn(sheet, range, rowAt));
    },
    paste: async (text: string) => {
      const cells = pastedCells(text);
      const hasHeader = cells.length > 1 && isFirstCell(range) && isEmpty(sheet);
      const from = hasHeader ? { ...range, top: 0, bottom: 0 } : range;
      const target = pastedRange(cells, from);
      await editing.write(pasted(cells, from, rowAt), place);
      select({ from: { row: target.bottom, column: target.right }, to: { row: target.top, column: target.left } });
      const words = hasHeader ? `${sizeOf(target)}. The first line is the header` : sizeOf(target);
      say(`Pasted ${words}. Undo takes all of it back.`);
    },
    fill: async (way: 'down' | 'right') => {
      const source = sourceOf(range, way);
      if (source.top < 0 || source.left < 0) return;
      await editing.write(repeated(sheet, source, range, rowAt), place);
      say(`Filled ${sizeOf(range)}.`);
    },
    fillTo: async (target: Range) => {
      await editing.write(repeated(sheet, range, target, rowAt), place);
      select({ from: { row: target.bottom, column: target.right }, to: { row: target.top, column: target.left } });
      say(`Filled ${sizeOf(target)}.`);
    },
    insertRows: (where: 'above' | 'below') => {
      const count = heightOf(range);
      const row = where === 'above' ? Math.max(1, rowAt(range.top)) : rowAt(range.bottom) + 1;
      const words = `${counted(count, 'row')} inserted.`;
      return change((now) => done({ patches: insertRows(now, Math.min(row, now.rows.length), count) }), words);
    },
    deleteRows: () => {
      const rows = Array.from({ length: heightOf(range) }, (_, index) => rowAt(range.top + index));
      const sorted = rows.toSorted((a, b) => a - b);
      return change((now) => done({ patches: deleteRows(now, sorted) }), `Deleted ${rowsNamed(range)}.`);
    },
    takeHeading: () => change(takeHeading, 'Row 1 is the heading now. Undo takes it back.'),
    insertColumns: (where: 'before' | 'after') => {
      const count = widthOf(range);
      const column = where === 'before' ? range.left : range.right + 1;
      return change(
        (now) => counting(insertColumns(now, column, count), Math.max(now.columns, column) + count),
        `${counted(count, 'column')} inserted.`,
      );
    },
    deleteColumns: () => {
      const count = widthOf(range);
      if (count >= sheet.columns) return say('A sheet keeps one column at least.');
      return change(
        (now) => counting(deleteColumns(now, range.left, range.right + 1), now.columns - count),
        `Deleted ${counted(count, 'column')}.`,
      );
    },
    selectAll: () => {
      select({ from: { row: last.row, column: last.column }, to: { row: 0, column: 0 } });
    },
    selectRows: () => select({ from: { row: range.top, column: last.column }, to: { row: range.bottom, column: 0 } }),
    selectColumns: () => select({ from: { row: last.row, column: range.right }, to: { row: 0, column: range.left } }),
    /** Begins to type into a cell, with its text or with another one. */
    type: (text?: string) => {
      const cell = desk.selection && !isOneCell(range) ? desk.selection.from : (desk.selection?.to ?? firstOf(range));
      const [row, { column }] = [rowAt(cell.row), cell];
      // Its field is gone while it is scrolled out of sight.
      const open = editing.typed?.row === row && editing.typed.column === column ? editing.typed.text : undefined;
      select(at(cell), false);
      editing.type({ row, column, text: open === undefined ? (text ?? desk.textAt(cell)) : open + (text ?? '') });
    },
  };
}

export type Commands = ReturnType<typeof commandsOf>;

const isFirstCell = (range: Range): boolean => range.top === 1 && range.left === 0 && isOneCell(range);

const isEmpty = (sheet: Sheet): boolean =>
  sheet.rows.every((_, row) => cellsAt(sheet, row).every((cell) => cell === ''));

const firstOf = ({ top, left }: Range) => ({ row: top, column: left });

// oxlint-disable-next-line require-yield -- A short change has no pauses.
function* done(change: Change): Work<Change> {
  return change;
}

function* counting(work: Work<Change['patches']>, columns: number): Work<Change> {
  return { patches: yield* work, columns };
}
