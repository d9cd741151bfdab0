import type * as z from 'zod';
import { invalidRequest } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { queries as contract } from '../../schemas/queries.ts';
import { allFields, type CatalogueDataSet, type CatalogueField } from '../query/catalogue.ts';
import type { Calendar } from '../query/dates.ts';
import { planAggregate, planFilters, planSort, requiredField } from '../query/plan.ts';
import { aggregate, findRecords, recordTable } from '../query/run.ts';
import { newId } from '../store/ids.ts';
import { calendarOf } from './calendar.ts';
import type { Handlers } from './call.ts';
import type { Context } from './context.ts';
import { readableDataSet } from './data-sets.ts';
import { sessionQueries } from './session-queries.ts';
import { viewQueryData } from './view-data.ts';

export type QueryInput = z.output<typeof contract.run.input>;
export type QueryData = z.input<typeof contract.run.output>['data'];

export const queries: Handlers<'queries'> = {
  ...sessionQueries,

  async run(context, input) {
    refuseForeign(input);
    const { mode, operation } = input;
    return {
      query: { id: newId('qry'), mode, status: 'completed', operation },
      data: operation === 'view' ? await viewQueryData(context, input) : await dataSetData(context, input),
    };
  },
};

/** What each operation takes beside the channel, the filters and the limit (SPEC "Queries and feedback"). */
const taken: Record<QueryInput['operation'], { required: keyof QueryInput; optional: readonly (keyof QueryInput)[] }> =
  {
    records: { required: 'objectTypeId', optional: ['orderBy', 'fields'] },
    aggregate: { required: 'objectTypeId', optional: ['groupBy', 'metrics', 'orderBy'] },
    view: { required: 'viewId', optional: ['widgetIds'] },
  };

const keysOf = ({ required, optional }: (typeof taken)[QueryInput['operation']]) => [required, ...optional];
const takenBySome = new Set(Object.values(taken).flatMap(keysOf));

function refuseForeign(input: QueryInput): void {
  const { operation } = input;
  const { required } = taken[operation];
  if (input[required] === undefined) throw invalidRequest(`/${required}`, `is required by ${operation}`);
  const foreign = takenBySome.difference(new Set(keysOf(taken[operation])));
  for (const key of foreign) {
    if (input[key] !== undefined) throw invalidRequest(`/${key}`, `is not taken by ${operation}`);
  }
}

async function dataSetData(context: Context, input: QueryInput): Promise<QueryData> {
  const { dataSet, calendar } = await context.database.read(async (db) => ({
    dataSet: await readableDataSet(db, context, input.channelId, input.objectTypeId!),
    calendar: await calendarOf(db, context),
  }));
  return input.operation === 'records'
    ? recordRows(context, dataSet, calendar, input)
    : aggregate(
        context.scan,
        dataSet,
        planAggregate(dataSet, input, calendar),
        input.limit ?? limits.queryRowsDefault,
        calendar.timeZone,
      );
}

async function recordRows(
  context: Context,
  dataSet: CatalogueDataSet,
  calendar: Calendar,
  { filters = [], orderBy = [], fields: keys, limit = limits.queryRowsDefault }: QueryInput,
): Promise<QueryData> {
  const fields = shownFields(dataSet, keys);
  const found = await findRecords(context.scan, dataSet, {
    where: planFilters(dataSet, filters, calendar),
    sort: planSort(dataSet, orderBy, '/orderBy'),
    fields,
    take: limit + 1,
  });
  return recordTable(found, fields, limit);
}

/** Beside id and title: the Data Set's own fields, or those that are named. */
function shownFields(dataSet: CatalogueDataSet, keys: readonly string[] | undefined): CatalogueField[] {
  if (keys === undefined) return [...dataSet.fields];
  const named = keys.map((key, index) => (key === 'id' ? undefined : requiredField(dataSet, key, `/fields/${index}`)));
  return allFields(dataSet).filter((field) => field.key !== 'title' && named.some((one) => one?.key === field.key));
}
