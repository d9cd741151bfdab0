import { invalidRequest } from '../../../../schemas/errors.ts';
import { isMultiple } from '../../../../schemas/fields.ts';
import type { FieldError } from '../../../../schemas/problem-extras.ts';
import {
  type CatalogueDataSet,
  type CatalogueField,
  columnOf,
  rowsToRead,
  titleField,
} from '../../../query/catalogue.ts';
import { listed } from '../../../query/plan.ts';
import { valuesChangedSince } from '../../../store/data-tables/changed-rows.ts';
import { dataColumn, type StoredValue } from '../../../store/data-tables/data-tables.ts';
import { raw, sql } from '../../../store/fragment.ts';
import type { Db } from '../../../store/tables.ts';
import type { Context } from '../../operation/context.ts';
import { clockMs } from '../empty-values.ts';
import { isRequired } from '../record-values.ts';
import type { Wanted } from './wanted.ts';

/** The records that have the values of an upsert. */
export interface Matches {
  readonly field: CatalogueField;
  /** By value, the IDs of its records; of many, some. */
  readonly ids: Map<StoredValue, Set<string>>;
  /** All records were looked at no earlier than this. Later changes are found by their time. */
  readonly at: number;
}

/** The field by whose value records are found. */
export function matchField({ fields }: CatalogueDataSet, key: string): CatalogueField {
  const path = '/upsert/matchFieldKey';
  const able = [...fields.filter((field) => !isMultiple(field) && field.type !== 'checkbox'), titleField];
  const field = able.find((one) => one.key === key);
  if (field) return field;
  throw invalidRequest(
    path,
    `names no field with one value to find records by; those are ${listed(able.map((one) => one.key))}`,
  );
}

/** The value of an upserted record that finds the stored one. */
export const matchValueOf = ({ number }: CatalogueField, { title, columns }: Wanted): StoredValue =>
  number === 0 ? (title ?? null) : (columns[dataColumn(number)] ?? null);

/** Looks up the values of all upserted records. A value that is missing or there twice is a mistake. */
export async function findMatches(
  { scan }: Context,
  dataSet: CatalogueDataSet,
  field: CatalogueField,
  wanted: readonly Wanted[],
  mistakes: FieldError[],
): Promise<Matches> {
  const ids = new Map<StoredValue, Set<string>>();
  const known = new Set(mistakes.map(({ path }) => path));
  for (const one of wanted) {
    const value = matchValueOf(field, one);
    const path = matchPath(field, one);
    if (value === null) {
      if (!known.has(path)) mistakes.push({ path, message: `${isRequired}, because it finds the record` });
    } else if (ids.has(value)) mistakes.push({ path, message: 'is the value of an earlier record of this call' });
    else ids.set(value, new Set());
  }
  const at = Date.now() - clockMs;
  const column = columnOf(field);
  const isAsked = scan.dialect.isListed(raw(column), JSON.stringify([...ids.keys()]));
  const statement = scan.dialect.statementOf(
    sql`select ${raw(column)}, min(id), max(id) from ${raw(dataSet.rows)} where ${isAsked} group by ${raw(column)}`,
  );
  const found = await scan(statement, { rows: rowsToRead(dataSet) });
  for (const [value, first, last] of found) ids.set(value!, new Set([String(first), String(last)]));
  return { field, ids, at };
}

/** Takes in the records that changed since. */
export async function refreshMatches(tx: Db, { number }: CatalogueDataSet, { field, ids, at }: Matches): Promise<void> {
  const valueOf = new Map([...ids].flatMap(([value, known]) => [...known].map((id) => [id, value] as const)));
  for (const { id, value } of await valuesChangedSince(tx, number, columnOf(field), at)) {
    const before = valueOf.get(id);
    if (before !== undefined) ids.get(before)?.delete(id);
    ids.get(value)?.add(id);
  }
}

export const matchPath = ({ number, key }: CatalogueField, { path }: Wanted): string =>
  number === 0 ? `${path}/title` : `${path}/values/${key}`;
