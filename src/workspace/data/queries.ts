import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { QueryData, QueryInput } from '../../../schemas/queries.ts';
import { allFields, type CatalogueField, type CatalogueTable, type Fields } from '../../query/catalogue.ts';
import type { Calendar } from '../../time/dates.ts';
import { planAggregate, planFilters, planSort, requiredField } from '../../query/plan.ts';
import { aggregate, findRecords, recordTable } from '../../query/run.ts';
import type { Scan } from '../../store/scan.ts';
import { newId } from '../../store/ids.ts';
import { inTurnsIfLong } from '../../turns/turn.ts';
import { readableSheet } from '../library/artifacts-sql.ts';
import { calendarOf } from '../operation/calendar.ts';
import type { Handlers } from '../operation/handlers.ts';
import type { Context } from '../operation/context.ts';
import { readableDataSet } from './data-set-access.ts';
import { viewQueryData } from './view-data.ts';

export const typedQueries: Pick<Handlers<'queries'>, 'run'> = {
  async run(context, input) {
    refuseForeign(input);
    const { mode, operation } = input;
    return {
      query: { id: newId('qry'), mode, status: 'completed', operation },
      data: await dataOf(context, input),
    };
  },
};

/** The inputs of each operation besides the filters and the limit (SPEC "Queries and feedback"). */
const ofTables = ['objectTypeId', 'artifactId', 'versionId', 'orderBy'] as const;
const taken: Record<QueryInput['operation'], readonly (keyof QueryInput)[]> = {
  records: [...ofTables, 'fields'],
  aggregate: [...ofTables, 'groupBy', 'metrics'],
  view: ['objectTypeId', 'viewId', 'widgetIds'],
};
const takenBySome = new Set(Object.values(taken).flat());

function refuseForeign(input: QueryInput): void {
  const { operation } = input;
  refuseKeys(input, takenBySome.difference(new Set(taken[operation])), operation);
  if (input.artifactId !== undefined) return refuseKeys(input, ['objectTypeId'], 'a query of artifactId');
  refuseKeys(input, ['versionId'], 'a query without artifactId');
  const required = operation === 'view' ? 'viewId' : 'objectTypeId';
  for (const key of ['channelId', required] as const) {
    if (input[key] === undefined) throw invalidRequest(`/${key}`, `is required by ${operation}${otherwise[key]}`);
  }
}

const otherwise = {
  channelId: ', except of a sheet',
  objectTypeId: '; or name a sheet by artifactId',
  viewId: '',
};

function refuseKeys(input: QueryInput, keys: Iterable<keyof QueryInput>, by: string): void {
  for (const key of keys) if (input[key] !== undefined) throw invalidRequest(`/${key}`, `is not taken by ${by}`);
}

function dataOf(context: Context, input: QueryInput): Promise<QueryData> {
  if (input.operation === 'view') return viewQueryData(context, input);
  return input.artifactId === undefined ? dataSetData(context, input) : sheetData(context, input);
}

async function dataSetData(context: Context, input: QueryInput): Promise<QueryData> {
  const { dataSet, calendar } = await context.database.read(async (db) => ({
    dataSet: await readableDataSet(db, context, input.channelId!, input.objectTypeId!),
    calendar: await calendarOf(db, context),
  }));
  return tableData(context.scan, dataSet, calendar, input);
}

async function sheetData(context: Context, input: QueryInput): Promise<QueryData> {
  const sheet = { artifactId: input.artifactId!, versionId: input.versionId, channelId: input.channelId };
  const { version, calendar } = await context.database.read(async (db) => ({
    version: await readableSheet(db, context, sheet),
    calendar: await calendarOf(db, context),
  }));
  return context.sheets.use(version, context.requester, (table, scan) => tableData(scan, table, calendar, input));
}

async function tableData(scan: Scan, table: CatalogueTable, calendar: Calendar, input: QueryInput): Promise<QueryData> {
  if (input.operation === 'records') return recordRows(scan, table, calendar, input);
  const plan = await inTurnsIfLong(planAggregate(table, input, calendar), scan.subject);
  return aggregate(scan, table, plan, input.limit ?? limits.queryRowsDefault, calendar.timeZone);
}

async function recordRows(
  scan: Scan,
  table: CatalogueTable,
  calendar: Calendar,
  { filters = [], orderBy = [], fields: keys, limit = limits.queryRowsDefault }: QueryInput,
): Promise<QueryData> {
  const fields = shownFields(table, keys);
  const found = await findRecords(scan, table, {
    where: await inTurnsIfLong(planFilters(table, filters, calendar), scan.subject),
    sort: planSort(table, orderBy, '/orderBy'),
    fields,
    take: limit + 1,
  });
  return recordTable(found, fields, limit);
}

/** The fields shown besides id and title: the named ones, or all of the table's own. */
function shownFields(table: Fields, keys: readonly string[] | undefined): CatalogueField[] {
  if (keys === undefined) return [...table.fields];
  const named = keys.map((key, index) => (key === 'id' ? undefined : requiredField(table, key, `/fields/${index}`)));
  return allFields(table).filter((field) => field.key !== 'title' && named.some((one) => one?.key === field.key));
}
