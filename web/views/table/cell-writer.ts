import { limits } from '../../../schemas/limits.ts';
import type { Field } from '../../../schemas/fields.ts';
import type { Around } from '../../fields/around.ts';
import { counted } from '../../grid/editor/words.ts';
import { isOneCell, type Range, type Selection } from '../../grid/model/selection.ts';
import type { ViewedRecord } from '../props.ts';
import type { CellEdit, TableActions, TableRows } from './actions.ts';
import { rangeFor } from './cells.ts';

export interface Desk {
  readonly rows: TableRows;
  readonly columns: readonly Field[];
  readonly range: Range;
  readonly selection: Selection | undefined;
  readonly select: (selection: Selection, isFollowed?: boolean) => void;
  readonly say: (sentence: string) => void;
  readonly actions: TableActions | undefined;
  readonly nameOf: Around['nameOf'];
}

type Cells = readonly (readonly unknown[])[];
type ValueAt = (row: number, column: number) => unknown;

const most = limits.batchRecords;

/** The records of a range; nothing, with a sentence, where they are not read yet or too many. */
export function recordsIn({ rows, say }: Desk, { top, bottom }: Range): ViewedRecord[] | undefined {
  if (bottom - top >= most) {
    say(`At most ${most.toLocaleString()} records at once. Select fewer.`);
    return undefined;
  }
  const found = Array.from({ length: bottom - top + 1 }, (_, index) => rows.at(top + index));
  if (!found.includes(undefined)) return found as ViewedRecord[];
  rows.want([top, bottom + 1]);
  say('These records are still being read. Try again in a moment.');
  return undefined;
}

/** Writes values into cells, and says what was done or why not. */
export function write(desk: Desk, target: Range, valueAt: ValueAt, words: string): void {
  const { rows, say, actions } = desk;
  if (!actions) return;
  const records = recordsIn(desk, { ...target, bottom: Math.min(target.bottom, rows.count - 1) });
  if (!records) return;
  const kept = new Set<string>();
  const edits = records.map((record, row) => editOf(desk, record, target, (column) => valueAt(row, column), kept));
  const changed = edits.filter(({ after }) => Object.keys(after).length > 0);
  if (changed.length > 0) actions.change(changed, words);
  say(kept.size > 0 ? `${[...kept].join(', ')} cannot be changed like this.` : words);
}

/** One value fills the selection. More values go to as many cells, and become records below the last one. */
export function paste(desk: Desk, cells: Cells): void {
  const { rows, columns, range, select, say } = desk;
  const width = Math.max(...cells.map(({ length }) => length));
  const isOne = cells.length === 1 && width === 1;
  const target = rangeFor(range, cells.length, width, columns.length);
  if (!isOne && cells.length > most) return say(`At most ${most.toLocaleString()} rows at once. Copy fewer.`);
  if (target.top < rows.count) {
    const words = isOne && !isOneCell(range) ? 'Pasted into the selection' : `${counted(cells.length, 'row')} pasted`;
    write(desk, target, (row, column) => (isOne ? cells[0]![0] : (cells[row]![column] ?? null)), words);
  }
  if (!isOne) add(desk, cells.slice(Math.max(0, rows.count - target.top)), target.left);
  const bottom = Math.min(target.bottom, rows.count - 1);
  select({ from: { row: bottom, column: target.right }, to: { row: target.top, column: target.left } });
}

/** The labels of fields that may not have such a value go to `kept`. */
function editOf(
  { columns, actions }: Desk,
  { id, title, values }: ViewedRecord,
  { left, right }: Range,
  valueAt: (column: number) => unknown,
  kept: Set<string>,
): CellEdit {
  const [before, after]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (let column = left; column <= right; column += 1) {
    const field = columns[column]!;
    const value = valueAt(column - left);
    if (!actions!.canEdit(field) || (field.key === 'title' && value === null)) {
      kept.add(field.label);
      continue;
    }
    before[field.key] = field.key === 'title' ? title : (values[field.key] ?? null);
    after[field.key] = value;
  }
  return { id, before, after };
}

function add({ rows, columns, say, actions }: Desk, cells: Cells, left: number): void {
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
}
