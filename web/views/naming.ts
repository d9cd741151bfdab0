import { textTypes } from '../../schemas/field-types.ts';
import type { Field } from '../../schemas/fields.ts';
import type { ViewedRecord } from './props.ts';
import type { CellEdit, TableRows } from './table/actions.ts';

/** The rows that tell it, or the one record of a page. */
type Rows = Pick<TableRows, 'count' | 'at'>;

/** Whether the titles come from the field, as those of an imported file do. A blank one gave a title like "Row 17". */
export const isTitleOf = (records: readonly ViewedRecord[], key: string): boolean =>
  records.some(({ values }) => values[key]) &&
  records.every(({ title, values: { [key]: value = '' } }) => {
    const text = String(value).trim();
    return text ? text === title : /^Row \d+$/.test(title);
  });

/** The field of a table whose texts are the titles. Two columns would show the same. */
export function namingField(columns: readonly Field[], { count, at }: Rows): Field | undefined {
  const records = Array.from({ length: count }, (_, row) => at(row) ?? []).flat();
  return columns.find(({ key, type }) => key !== 'title' && textTypes.has(type) && isTitleOf(records, key));
}

/** One column for the titles and the field that they come from. It has the label of the field. */
export const withoutNaming = (columns: readonly Field[], { key: out, label }: Field): Field[] =>
  columns.filter(({ key }) => key !== out).map((column) => (column.key === 'title' ? { ...column, label } : column));

/** A new title is also the value of the field that it came from, even where that was blank. */
export function alsoNaming(changes: readonly CellEdit[], key: string, { count, at }: Rows): CellEdit[] {
  const changed = new Set(changes.flatMap(({ id, after }) => ('title' in after ? id : [])));
  const values = new Map<string, unknown>();
  for (let row = 0; row < count && values.size < changed.size; row += 1) {
    const record = at(row);
    if (record && changed.has(record.id)) values.set(record.id, record.values[key] ?? null);
  }
  return changes.map((change) => {
    const { id, before, after } = change;
    if (!('title' in after) || !values.has(id)) return change;
    return { id, before: { ...before, [key]: values.get(id) }, after: { ...after, [key]: after['title'] } };
  });
}

/** The same of a new record. */
export const named = (record: { readonly title: string; readonly values: Record<string, unknown> }, key: string) => ({
  ...record,
  values: { [key]: record.title, ...record.values },
});
