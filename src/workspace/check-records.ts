import { type RawBuilder, sql } from 'kysely';
import { hasChoices } from '../../schemas/fields.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import type { CatalogueDataSet, CatalogueField } from '../query/catalogue.ts';
import { checkDefinition } from '../query/renderers/index.ts';
import { dataColumn, dataTable, storageClass } from '../store/data-tables.ts';
import type { Db } from '../store/database.ts';
import type { RowCheck } from './check-rows.ts';
import { dataSetNumbered } from './data-set-catalogue.ts';
import { viewRows } from './saved-views.ts';

/** What may be wrong between a Data Set, its own table and the directory of all records, and with the values in it. */
export async function dataSetChecks(db: Db, number: number): Promise<RowCheck[]> {
  const table = sql.table(dataTable(number));
  const { id, fields } = await dataSetNumbered(db, number);
  const columns = await columnsOf(db, number);
  const stored = fields.filter((field) => columns.has(dataColumn(field.number)));
  return [
    {
      problem: 'has no row in the table of its Data Set',
      ids: sql`select id from records where data_set = ${number} and id not in (select id from ${table})`,
    },
    {
      problem: 'is in a Data Set but unknown as a record',
      ids: sql`select id from ${table} as row
        where not exists (select 1 from records where records.id = row.id and records.data_set = ${number})`,
    },
    {
      problem: 'counts its records wrongly',
      ids: sql`select id from data_sets
        where number = ${number} and record_count <> (select count(*) from ${table})`,
    },
    {
      problem: 'has no title, version or time of its making',
      ids: sql`select id from ${table}
        where typeof(title) <> 'text' or version < 1 or typeof(version) <> 'integer' or typeof(created_at) <> 'integer'`,
    },
    ...stored.map((field) => ({
      problem: `has a value in the field "${field.key}" of ${id} that is no ${field.multiple ? 'list' : field.type}`,
      ids: sql<{ id: string }>`select id from ${table}
        where ${sql.ref(dataColumn(field.number))} is not null and not (${isValue(field)})`,
    })),
  ];
}

async function columnsOf(db: Db, number: number): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${dataTable(number)})`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Whether a column holds what a field of this type may hold (store/data-tables.ts). */
function isValue(field: CatalogueField): RawBuilder<boolean> {
  const column = sql.ref(dataColumn(field.number));
  const { type, multiple, options } = field;
  if (multiple) return sql`typeof(${column}) = 'text' and json_valid(${column}) and json_type(${column}) = 'array'`;
  if (type === 'checkbox') return sql`${column} in (0, 1)`;
  if (hasChoices(type))
    return sql`typeof(${column}) = 'integer' and ${column} >= 0 and ${column} < ${options.choices?.length ?? 0}`;
  if (type === 'date') return sql`${column} glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'`;
  return sql`typeof(${column}) = ${storageClass(field)}`;
}

/** Views whose definition the Data Set cannot fulfil. */
export async function* viewProblems(db: Db, dataSet: CatalogueDataSet): AsyncGenerator<string, void> {
  const views = await viewRows(db).where('views.data_set', '=', dataSet.number).orderBy('views.id').execute();
  for (const { id, definition } of views) {
    try {
      checkDefinition(dataSet, JSON.parse(definition) as ViewDefinition, { now: Date.now(), timeZone: 'UTC' });
    } catch (error) {
      yield `${id} is a View that its Data Set cannot fulfil: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
