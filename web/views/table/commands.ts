import type { Field } from '../../../schemas/fields.ts';
import { sourceOf } from '../../grid/editor/values.ts';
import { counted } from '../../grid/editor/words.ts';
import { clipboardText, pastedCells } from '../../grid/model/clipboard.ts';
import { at } from '../../grid/model/selection.ts';
import type { ViewedRecord } from '../props.ts';
import type { CellEdit } from './actions.ts';
import { type Desk, paste, recordsIn, write } from './cell-writer.ts';
import { type Copied, copiedIn, textOfCell, valueIn, valueOfCell } from './cells.ts';

/** All that keys, buttons and the clipboard do to the selected cells. */
export function commandsOf(desk: Desk) {
  const { rows, columns, range, selection, select, say, actions } = desk;
  const lastColumn = columns.length - 1;
  const selected = () => recordsIn(desk, range);
  return {
    records: () => selected() ?? [],
    undo: () => actions?.undo(),
    redo: () => actions?.redo(),
    clear: () => write(desk, range, () => null, 'Cleared'),
    /** Sets a field of all selected records, also one that has no column. */
    setAll: (field: Field, value: unknown, words = `${field.label} changed`): void => {
      if (field.key === 'title' && value === null) return say(`${field.label} cannot be changed like this.`);
      const edits = selected()?.map((record) => editOf(record, field, value));
      if (!edits) return;
      actions?.change(edits, words);
      say(words);
    },
    copied: () => copyOf(desk, selected()),
    paste: (text: string, own: string): void => paste(desk, cellsOf(desk, text, own)),
    /** The first row of the selection in all of it, or the one above a single row. */
    fillDown: (): void => {
      const source = sourceOf(range, 'down');
      const from = rows.at(source.top);
      if (!from) return;
      write(desk, range, (_row, column) => valueIn(from, columns[range.left + column]!.key) ?? null, 'Filled down');
    },
    selectAll: () => select({ from: { row: rows.count - 1, column: lastColumn }, to: { row: 0, column: 0 } }),
    selectRows: () => select({ from: { row: range.top, column: lastColumn }, to: { row: range.bottom, column: 0 } }),
    collapse: () => selection && select(at(selection.to)),
    remove: (): void => {
      const records = selected();
      if (records) actions?.remove?.(records);
    },
    /** Takes over what was typed into a cell. */
    set: (record: ViewedRecord, field: Field, value: unknown): void =>
      actions?.change([editOf(record, field, value)], `${field.label} changed`),
  };
}

export type Commands = ReturnType<typeof commandsOf>;

const editOf = (record: ViewedRecord, { key }: Field, value: unknown): CellEdit => ({
  id: record.id,
  before: { [key]: valueIn(record, key) ?? null },
  after: { [key]: value },
});

/** The selected cells as a text for every program, and as values for another table. */
function copyOf(
  { columns, range, nameOf, say }: Desk,
  records: readonly ViewedRecord[] | undefined,
): { text: string; own: Copied } | undefined {
  if (!records) return undefined;
  const fields = columns.slice(range.left, range.right + 1);
  const values = records.map((record) => fields.map(({ key }) => valueIn(record, key) ?? null));
  const texts = records.map((record) => fields.map((field) => textOfCell(valueIn(record, field.key), field, nameOf)));
  say(`Copied ${counted(records.length, 'row')} and ${counted(fields.length, 'column')}.`);
  return { text: clipboardText(texts), own: { types: fields.map(({ type }) => type), values } };
}

/** The values that were copied from a table, where their types fit. Otherwise they are read from the text. */
function cellsOf({ columns, range }: Desk, text: string, own: string): readonly (readonly unknown[])[] {
  const fieldAt = (index: number): Field | undefined => columns[range.left + index];
  const copied = copiedIn(own);
  if (copied?.types.every((type, index) => (fieldAt(index)?.type ?? type) === type)) return copied.values;
  return pastedCells(text).map((row) =>
    row.map((cell, index) => {
      const field = fieldAt(index);
      return field ? valueOfCell(cell, field) : null;
    }),
  );
}
