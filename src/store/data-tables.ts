import { type RawBuilder, sql } from 'kysely';
import type { FieldType } from '../../schemas/fields.ts';
import type { Db } from './database.ts';

/**
 * The records of a Data Set are rows of a table of its own, with a typed column for each field, so that a filter can use an
 * index and an aggregate runs at the speed of the engine.
 *
 * Texts, dates (`2026-10-05`) and IDs are TEXT; numbers REAL; times INTEGER, in milliseconds since 1970; checkboxes 0 and 1;
 * a select's value is the place of its choice among the choices, from 0; a field of several values is a JSON array of these.
 * What is empty is NULL. `updated_at` and `updated_by` are NULL until the first change.
 */
export const dataTable = (dataSet: number): string => `data_${dataSet}`;

export const dataColumn = (field: number): string => `f${field}`;

export interface DataColumn {
  readonly number: number;
  readonly type: FieldType;
  readonly multiple: boolean;
}

export async function createDataTable(tx: Db, dataSet: number, columns: readonly DataColumn[]): Promise<void> {
  await sql`create table ${sql.id(dataTable(dataSet))} (
    id text not null primary key,
    ${sql.join([
      ...columns.map(columnDefinition),
      sql`title text not null, created_at integer not null, created_by text not null,
        updated_at integer, updated_by text, version integer not null`,
    ])}) without rowid`.execute(tx);
}

export async function addDataColumn(tx: Db, dataSet: number, column: DataColumn): Promise<void> {
  await sql`alter table ${sql.id(dataTable(dataSet))} add column ${columnDefinition(column)}`.execute(tx);
}

const columnDefinition = (column: DataColumn): RawBuilder<unknown> =>
  sql`${sql.id(dataColumn(column.number))} ${sql.raw(storageClass(column))}`;

function storageClass({ type, multiple }: DataColumn): 'text' | 'real' | 'integer' {
  if (multiple) return 'text';
  switch (type) {
    case 'number':
    case 'currency':
    case 'percent':
      return 'real';
    case 'checkbox':
    case 'date_time':
    case 'select':
      return 'integer';
    default:
      return 'text';
  }
}
