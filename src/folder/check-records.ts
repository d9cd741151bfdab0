import { type RawBuilder, sql } from 'kysely';
import type { ViewDefinition } from '../../schemas/views.ts';
import type { CatalogueDataSet, CatalogueField } from '../query/catalogue.ts';
import { checkDefinition } from '../query/renderers/index.ts';
import { dataColumn, dataTable } from '../store/data-tables/data-tables.ts';
import type { Db } from '../store/tables.ts';
import { publishedRows } from '../store/data-tables/published-rows.ts';
import { atOnce } from '../turns/turn.ts';
import type { RowCheck } from './check-trash.ts';
import { isInteger, type JudgedColumn, valueCheck } from './check-values.ts';
import { viewRows } from '../workspace/data/saved-views.ts';

/** Checks a Data Set against its table, the directory of records and the values of its fields. */
export async function dataSetChecks(db: Db, dataSet: CatalogueDataSet): Promise<RowCheck[]> {
  const { number, id, organizationId, fields } = dataSet;
  const table = sql.table(dataTable(number));
  const columns = await columnsOf(db, number);
  const stored = fields.filter((field) => columns.has(dataColumn(field.number)));
  return [
    {
      problem: 'has no row in the table of its Data Set',
      ids: sql`select id from records where data_set = ${number} and id not in (select id from ${table})`,
    },
    {
      problem: 'is in a Data Set but unknown as a record',
      ids: sql`select id from ${sql.raw(publishedRows(number))}
        where not exists (select 1 from records where records.id = ${table}.id and records.data_set = ${number})`,
    },
    {
      problem: 'has lost one of its versions, or has a later one than its current',
      ids: sql`select record_id as id from record_versions as version join ${table} on ${table}.id = record_id
        group by record_id having max(number) <> max(${table}.version) - 1 or count(*) <> max(number) - min(number) + 1`,
    },
    {
      problem: 'counts its records wrongly',
      ids: sql`select id from data_sets
        where number = ${number} and record_count <> (select count(*) from ${sql.raw(publishedRows(number))})`,
    },
    {
      problem: 'has a text longer than it knows of',
      ids: sql`select id from data_sets where number = ${number} and exists (
        select 1 from ${sql.raw(publishedRows(number))} where ${isLonger(stored)})`,
    },
    valueCheck(dataTable(number), id, sql.ref('id'), [
      ...everyRow(organizationId),
      ...stored.map((field) => judged(field, organizationId)),
    ]),
  ];
}

/** Whether a text is longer than its Data Set's `longest_text`. */
const isLonger = (fields: readonly CatalogueField[]): RawBuilder<boolean> => {
  const columns = fields.map(({ number }) => sql.ref(dataColumn(number)));
  return sql.join(
    [sql`false`, ...columns.map((column) => sql`typeof(${column}) = 'text' and length(${column}) > longest_text`)],
    sql` or `,
  );
};

async function columnsOf(db: Db, number: number): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${dataTable(number)})`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** The columns of every record, apart from its fields. */
function everyRow(organizationId: string): JudgedColumn[] {
  const column = (name: string, isPossible: RawBuilder<boolean>) => ({ column: name, name, isPossible });
  const isColleague = (name: string) => isIn('users', sql.ref(name), organizationId);
  return [
    column('title', sql`typeof(title) = 'text'`),
    column('version', isInteger(sql.ref('version'), 1, Number.MAX_SAFE_INTEGER)),
    column('created_at', isTime(sql.ref('created_at'))),
    column('created_by', isColleague('created_by')),
    column('updated_at', isTime(sql.ref('updated_at'))),
    column('updated_by', isColleague('updated_by')),
  ];
}

const judged = (field: CatalogueField, organizationId: string): JudgedColumn => ({
  column: dataColumn(field.number),
  name: field.key,
  isPossible: isValue(field, organizationId),
});

/** Whether a column's value is valid for the field's type (store/data-tables). */
function isValue(field: CatalogueField, organizationId: string): RawBuilder<boolean> {
  const column = sql.ref(dataColumn(field.number));
  if (!field.multiple) return isOne(column, field, organizationId);
  return sql`json_valid(${column}) and json_type(${column}) = 'array' and not exists (
    select 1 from json_each(${column}) as item where not (${isOne(sql.ref('item.atom'), field, organizationId)}))`;
}

function isOne(value: RawBuilder<unknown>, field: CatalogueField, organizationId: string): RawBuilder<boolean> {
  const { type, options } = field;
  switch (type) {
    case 'checkbox':
      return sql`${value} in (0, 1)`;
    case 'select':
    case 'multi_select':
      return isInteger(value, 0, (options.choices?.length ?? 0) - 1);
    case 'number':
    case 'currency':
    case 'percent':
      return sql`typeof(${value}) = 'real' and abs(${value}) <= ${Number.MAX_VALUE}`;
    case 'date':
      return sql`date(${value}) is ${value}`;
    case 'date_time':
      return isTime(value);
    case 'record':
      return isRecord(value, options.objectTypeId ?? '', organizationId);
    case 'user':
    case 'file':
    case 'artifact':
    case 'session':
      return isIn(`${type}s`, value, organizationId);
    case 'text':
    case 'long_text':
    case 'url':
    case 'email':
    case 'phone':
      return sql`typeof(${value}) = 'text'`;
  }
}

const isIn = (table: string, value: RawBuilder<unknown>, organizationId: string): RawBuilder<boolean> =>
  sql`${value} in (select id from ${sql.table(table)} where organization_id = ${organizationId}
    union all select id from purged where organization_id = ${organizationId})`;

/** References to a record remain when it is deleted. */
const isRecord = (value: RawBuilder<unknown>, objectTypeId: string, organizationId: string): RawBuilder<boolean> => {
  const dataSet = sql`(select number from data_sets where id = ${objectTypeId} and organization_id = ${organizationId})`;
  return sql`(${value} in (select id from records where data_set = ${dataSet})
    or ${value} in (select id from deleted_records where data_set = ${dataSet})
    or ${objectTypeId} in (select id from purged where organization_id = ${organizationId}))`;
};

/** Milliseconds since 1970 within the range of JavaScript dates. */
const isTime = (value: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`typeof(${value}) = 'integer' and abs(${value}) <= 8640000000000000`;

/** Views that cannot be planned on their Data Set. */
export async function* viewProblems(db: Db, dataSet: CatalogueDataSet): AsyncGenerator<string, void> {
  const views = await viewRows(db).where('views.data_set', '=', dataSet.number).orderBy('views.id').execute();
  for (const { id, definition } of views) {
    try {
      atOnce(checkDefinition(dataSet, JSON.parse(definition) as ViewDefinition, { now: Date.now(), timeZone: 'UTC' }));
    } catch (error) {
      yield `${id} is a View that its Data Set cannot fulfil: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
