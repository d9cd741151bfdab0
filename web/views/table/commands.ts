import { limits } from '../../../schemas/limits.ts';
import type { Field } from '../../../schemas/fields.ts';
import type { Around } from '../../fields/around.ts';
import { clipboardText, pastedCells } from '../../grid/model/clipboard.ts';
import { at, isOneCell, type Range, type Selection } from '../../grid/model/selection.ts';
import { sourceOf } from '../../grid/editor/values.ts';
import { counted } from '../../grid/editor/words.ts';
import type { ViewedRecord } from '../props.ts';
import type { CellEdit, TableActions, TableRows } from './actions.ts';
import { type Copied, copiedIn, rangeFor, textOfCell, valueIn, valueOfCell } from './cells.ts';

interface Desk {
  readonly rows: TableRows;
  readonly columns: readonly Field[];
  readonly range: Range;
  readonly selection: Selection | undefined;
  readonly select: (selection: Selection, isFollowed?: boolean) => void;
  readonly say: (sentence: string) => void;
  readonly actions: TableActions | undefined;
  readonly nameOf: Around['nameOf'];
}

const most = limits.batchRecords;

/** All that keys, buttons and the clipboard do to the selected cells. */
export function commandsOf({ rows, columns, range, selection, select, say, actions, nameOf }: Desk) {
  /** The records of a range; nothing, with a sentence, where they are not read yet or too many. */
  const recordsIn = ({ top, bottom }: Range): ViewedRecord[] | undefined => {
    if (bottom - top >= most) {
      say(`At most ${most.toLocaleString()} records at once. Select fewer.`);
      return undefined;
    }
    const found = Array.from({ length: bottom - top + 1 }, (_, index) => rows.at(top + index));
    if (!found.includes(undefined)) return found as ViewedRecord[];
    rows.want([top, bottom + 1]);
    say('These records are still being read. Try again in a moment.');
    return undefined;
  };
  const write = (target: Range, valueAt: (row: number, column: number) => unknown, words: string): void => {
    if (!actions) return;
    const records = recordsIn({ ...target, bottom: Math.min(target.bottom, rows.count - 1) });
    if (!records) return;
    const kept = new Set<string>();
    const edits = records.map(({ id, title, values }, index): CellEdit => {
      const [before, after]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
      for (let column = target.left; column <= target.right; column += 1) {
        const field = columns[column]!;
        const value = valueAt(index, column - target.left);
        if (!actions.canEdit(field) || (field.key === 'title' && value === null)) {
          kept.add(field.label);
          continue;
        }
        before[field.key] = field.key === 'title' ? title : (values[field.key] ?? null);
        after[field.key] = value;
      }
      return { id, before, after };
    });
    const changed = edits.filter(({ after }) => Object.keys(after).length > 0);
    if (changed.length > 0) actions.change(changed, words);
    say(kept.size > 0 ? `${[...kept].join(', ')} cannot be changed like this.` : words);
  };
  /** Rows that are pasted below the last one become records. */
  const add = (cells: readonly (readonly unknown[])[], left: number): void => {
    if (cells.length === 0) return;
    if (!actions?.create || !rows.isWhole) return say(`${counted(cells.length, 'row')} below the last one left out.`);
    const made = cells.map((row) => {
      const values = row.flatMap((value, index): [string, unknown][] => {
        const field = columns[left + index];
        return field && field.key !== 'title' && value !== null && actions.canEdit(field) ? [[field.key, value]] : [];
      });
      const titled = columns[left]?.key === 'title' ? row[0] : undefined;
      return { title: typeof titled === 'string' ? titled : 'Untitled', values: Object.fromEntries(values) };
    });
    actions.create(made, `${counted(made.length, 'record')} pasted`);
  };
  const pasteCells = (cells: readonly (readonly unknown[])[]): void => {
    const width = Math.max(...cells.map(({ length }) => length));
    const isOne = cells.length === 1 && width === 1;
    const target = rangeFor(range, cells.length, width, columns.length);
    if (!isOne && cells.length > most) return say(`At most ${most.toLocaleString()} rows at once. Copy fewer.`);
    if (target.top < rows.count) {
      const words = isOne && !isOneCell(range) ? 'Pasted into the selection' : `${counted(cells.length, 'row')} pasted`;
      write(target, (row, column) => (isOne ? cells[0]![0] : (cells[row]![column] ?? null)), words);
    }
    if (!isOne) add(cells.slice(Math.max(0, rows.count - target.top)), target.left);
    const bottom = Math.min(target.bottom, rows.count - 1);
    select({ from: { row: bottom, column: target.right }, to: { row: target.top, column: target.left } });
  };

  return {
    records: () => recordsIn(range) ?? [],
    undo: () => actions?.undo(),
    redo: () => actions?.redo(),
    clear: () => write(range, () => null, 'Cleared'),
    /** Sets a field of all selected records, also one that has no column. */
    setAll: (field: Field, value: unknown, words = `${field.label} changed`): void => {
      if (field.key === 'title' && value === null) return say(`${field.label} cannot be changed like this.`);
      const edits = recordsIn(range)?.map((record) => editOf(record, field, value));
      if (!edits) return;
      actions?.change(edits, words);
      say(words);
    },
    copied: (): { text: string; own: Copied } | undefined => {
      const records = recordsIn(range);
      if (!records) return undefined;
      const fields = columns.slice(range.left, range.right + 1);
      const values = records.map((record) => fields.map(({ key }) => valueIn(record, key) ?? null));
      const texts = records.map((record) =>
        fields.map((field) => textOfCell(valueIn(record, field.key), field, nameOf)),
      );
      say(`Copied ${counted(records.length, 'row')} and ${counted(fields.length, 'column')}.`);
      return { text: clipboardText(texts), own: { types: fields.map(({ type }) => type), values } };
    },
    paste: (text: string, own: string): void => {
      const copied = copiedIn(own);
      const fits = copied?.types.every((type, index) => {
        const field = columns[range.left + index];
        return !field || field.type === type;
      });
      if (copied && fits) return pasteCells(copied.values);
      pasteCells(
        pastedCells(text).map((row) =>
          row.map((cell, index) => {
            const field = columns[range.left + index];
            return field ? valueOfCell(cell, field) : null;
          }),
        ),
      );
    },
    /** The first row of the selection in all of it, or the one above a single row. */
    fillDown: (): void => {
      const source = sourceOf(range, 'down');
      const from = rows.at(source.top);
      if (!from) return;
      write(range, (_row, column) => valueIn(from, columns[range.left + column]!.key) ?? null, 'Filled down');
    },
    selectAll: () => select({ from: { row: rows.count - 1, column: columns.length - 1 }, to: { row: 0, column: 0 } }),
    selectRows: () =>
      select({ from: { row: range.top, column: columns.length - 1 }, to: { row: range.bottom, column: 0 } }),
    collapse: () => selection && select(at(selection.to)),
    remove: (): void => {
      const records = recordsIn(range);
      if (records) actions?.remove?.(records);
    },
    /** Takes over what was typed into a cell. */
    set: (record: ViewedRecord, field: Field, value: unknown): void =>
      actions?.change([editOf(record, field, value)], `${field.label} changed`),
  };
}

const editOf = (record: ViewedRecord, { key }: Field, value: unknown): CellEdit => ({
  id: record.id,
  before: { [key]: valueIn(record, key) ?? null },
  after: { [key]: value },
});

export type Commands = ReturnType<typeof commandsOf>;
