import type { Field } from '../../../schemas/fields.ts';
import { isNumeric, systemKeys } from '../../fields/shape.ts';
import { fieldNamed } from '../../fields/words.ts';

/** How one person likes the columns of a table. */
export interface ColumnLook {
  /** Keys in their order. Columns that are not named come behind, in the order of the table. */
  readonly order?: readonly string[];
  readonly hidden?: readonly string[];
  /** The groups that are closed, by their keys. */
  readonly closed?: readonly string[];
  /** In pixels. Until one is chosen, the columns share the room that is left. */
  readonly widths?: Readonly<Record<string, number>>;
}

export const narrowest = 64;
export const widest = 800;

const usual: Partial<Record<Field['type'], number>> = {
  checkbox: 80,
  date: 128,
  select: 140,
  multi_select: 220,
  long_text: 280,
  url: 220,
  email: 220,
};

/** How wide a column is in pixels. */
export function widthOf(field: Field, { widths }: ColumnLook): number {
  const chosen = widths?.[field.key];
  if (chosen !== undefined) return Math.max(narrowest, Math.min(chosen, widest));
  // On a phone another column beside it is in sight.
  if (field.key === 'title') return innerWidth < 720 ? 160 : 260;
  return usual[field.type] ?? (isNumeric(field) ? 120 : 180);
}

/** All columns in the order of the person. The title is always first. */
export function orderedColumns(columns: readonly Field[], { order = [] }: ColumnLook): Field[] {
  const placeOf = ({ key }: Field) =>
    key === 'title' ? -1 : (order.indexOf(key) + order.length + 1) % (order.length + 1);
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The columns that are shown. The title cannot be hidden. */
export const shownColumns = (columns: readonly Field[], look: ColumnLook): Field[] =>
  orderedColumns(columns, look).filter(({ key }) => key === 'title' || !look.hidden?.includes(key));

/** The same columns with one a place earlier or later. */
export function moved(columns: readonly Field[], key: string, step: 1 | -1): string[] {
  const keys = columns.map((column) => column.key);
  const from = keys.indexOf(key);
  const to = Math.max(1, Math.min(from + step, keys.length - 1));
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}

/** The title and the named fields; without names, all fields that not every record has. */
export function tableColumns(fields: readonly Field[], names?: readonly string[]): Field[] {
  const title = fieldNamed(fields, 'title');
  const others = names
    ? names.flatMap((name) => fieldNamed(fields, name) ?? [])
    : fields.filter(({ key }) => !systemKeys.has(key));
  return [...(title ? [title] : []), ...others.filter(({ key }) => key !== 'title')];
}
