import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { QueryAnswer, QueryInput } from '../../../schemas/queries.ts';
import { allFields, type CatalogueField, type CatalogueTable, type Fields } from '../../query/catalogue.ts';
import type { Calendar } from '../../time/dates.ts';
import { planFilters, planSort, requiredField } from '../../query/plan.ts';
import { planAggregate } from '../../query/plan-aggregate.ts';
import { aggregate, recordColumnsOf, recordRow } from '../../query/run.ts';
import type { Scan } from '../../store/scan.ts';
import { newId } from '../../store/ids.ts';
import { inTurnsIfLong } from '../../turns/turn.ts';
import { readableSheet } from '../library/artifacts-sql.ts';
import { readableTableFile } from '../library/table-files.ts';
import { calendarOf } from '../operation/calendar.ts';
import type { Handlers } from '../operation/handlers.ts';
import type { Context } from '../operation/context.ts';
import { readableDataSet } from './data-set-access.ts';
import { queryByKeys } from './names/by-keys.ts';
import { lookUpBy } from './names/people-names.ts';
import { recordPage } from './record-pages.ts';
import { viewQueryData } from './view-data.ts';

export const typedQueries: Pick<Handlers<'queries'>, 'run'> = {
  async run(context, input) {
    refuseForeign(input);
    const { mode, operation } = input;
    return { query: { id: newId('qry'), mode, status: 'completed', operation }, ...(await found(context, input)) };
  },
};

/** The inputs of each operation besides the filters and the limit (CONTRACT section 8). */
const ofTables = ['objectTypeId', 'artifactId', 'versionId', 'fileId', 'sheet', 'orderBy'] as const;
const taken: Record<QueryInput['operation'], readonly (keyof QueryInput)[]> = {
  records: [...ofTables, 'fields', 'cursor'],
  aggregate: [...ofTables, 'groupBy', 'metrics', 'having'],
  view: ['objectTypeId', 'viewId', 'widgetIds'],
};
const takenBySome = new Set(Object.values(taken).flat());

function refuseForeign(input: QueryInput): void {
  const { operation } = input;
  refuseKeys(input, takenBySome.difference(new Set(taken[operation])), operation);
  if (input.fileId !== undefined)
    return refuseKeys(input, ['objectTypeId', 'artifactId', 'versionId'], 'a query of fileId');
  refuseKeys(input, ['sheet'], 'a query without fileId');
  if (input.artifactId !== undefined) return refuseKeys(input, ['objectTypeId'], 'a query of artifactId');
  refuseKeys(input, ['versionId'], 'a query without artifactId');
  const required = operation === 'view' ? 'viewId' : 'objectTypeId';
  for (const key of ['channelId', required] as const) {
    if (input[key] === undefined) throw invalidRequest(`/${key}`, `is required by ${operation}${otherwise[key]}`);
  }
}

const otherwise = {
  channelId: ', except of a sheet or file',
  objectTypeId: '; or name a sheet by artifactId, or a file by fileId',
  viewId: '',
};

function refuseKeys(input: QueryInput, keys: Iterable<keyof QueryInput>, by: string): void {
  for (const key of keys) if (input[key] !== undefined) throw invalidRequest(`/${key}`, `is not taken by ${by}`);
}

async function found(context: Context, input: QueryInput): Promise<QueryAnswer> {
  if (input.operation === 'view') return { data: await viewQueryData(context, input) };
  if (input.fileId !== undefined) return inFile(context, input, input.fileId);
  return input.artifactId === undefined ? inDataSet(context, input) : inSheet(context, input);
}

async function inDataSet(context: Context, input: QueryInput): Promise<QueryAnswer> {
  const { dataSet, calendar } = await context.database.read(async (db) => ({
    dataSet: await readableDataSet(db, context, input.channelId!, input.objectTypeId!),
    calendar: await calendarOf(db, context),
  }));
  const asked = { scan: context.scan, table: dataSet, calendar };
  return inTable(context, asked, { ...input, objectTypeId: dataSet.id });
}

async function inSheet(context: Context, input: QueryInput): Promise<QueryAnswer> {
  const sheet = { artifactId: input.artifactId!, versionId: input.versionId, channelId: input.channelId };
  const { version, calendar } = await context.database.read(async (db) => ({
    version: await readableSheet(db, context, sheet),
    calendar: await calendarOf(db, context),
  }));
  const { versionId } = version;
  return context.sheets.use(version, context.requester, (table, scan) =>
    inTable(context, { scan, table, calendar }, { ...input, versionId }),
  );
}

async function inFile(context: Context, input: QueryInput, fileId: string): Promise<QueryAnswer> {
  const { sheet, channelId } = input;
  const { version, calendar } = await context.database.read(async (db) => ({
    version: await readableTableFile(db, context, { fileId, sheet, channelId }),
    calendar: await calendarOf(db, context),
  }));
  const { versionId } = version;
  return context.sheets.use(version, context.requester, (table, scan) =>
    inTable(context, { scan, table, calendar }, { ...input, versionId }),
  );
}

interface Asked {
  readonly scan: Scan;
  readonly table: CatalogueTable;
  readonly calendar: Calendar;
}

/** The version of a sheet or file is named in the input, because a cursor is bound to it. */
async function inTable(context: Context, asked: Asked, named: QueryInput): Promise<QueryAnswer> {
  const input = await queryByKeys(asked.table, lookUpBy(context), named);
  if (input.operation === 'records') return recordRows(context, asked, input);
  const { scan, table, calendar } = asked;
  const plan = await inTurnsIfLong(planAggregate(table, input, calendar), scan.subject);
  return { data: await aggregate(scan, table, plan, input.limit ?? limits.queryRowsDefault, calendar.timeZone) };
}

async function recordRows(
  context: Context,
  { scan, table, calendar }: Asked,
  { objectTypeId, versionId, fields: keys, filters, orderBy, limit = limits.queryRowsDefault, cursor }: QueryInput,
): Promise<QueryAnswer> {
  const fields = shownFields(table, keys);
  const { records, completeness, nextCursor } = await recordPage(context, scan, table, {
    where: await inTurnsIfLong(planFilters(table, filters ?? [], calendar), scan.subject),
    sort: planSort(table, orderBy ?? [], '/orderBy'),
    fields,
    limit,
    cursor,
    boundTo: { objectTypeId, versionId, fields: keys, filters, orderBy },
  });
  return { data: { columns: recordColumnsOf(fields), rows: records.map(recordRow), completeness }, nextCursor };
}

/** The fields shown besides id and title: the named ones, or all of the table's own. */
function shownFields(table: Fields, keys: readonly string[] | undefined): CatalogueField[] {
  if (keys === undefined) return [...table.fields];
  const named = keys.map((key, index) => (key === 'id' ? undefined : requiredField(table, key, `/fields/${index}`)));
  return allFields(table).filter((field) => field.key !== 'title' && named.some((one) => one?.key === field.key));
}
