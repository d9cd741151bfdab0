import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import { QueryLimit } from '../schemas/queries.ts';
import { ifReadable } from './apps.ts';
import { fittedTable, fittedWidgets } from './fitting.ts';
import {
  channelId,
  completeness,
  filters,
  groupBy,
  having,
  metrics,
  nextCursor,
  operatorsInWords,
  orderBy,
  row,
} from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_query_run',
  group: 'default',
  app: 'query',
  title: 'Run a typed query',
  description:
    'Exact figures over all records of a Data Set or rows of a sheet, or the rows themselves. Take field keys from workspace_channel_get; for a sheet, from the columns of records with limit 1. A sheet also has row (from 1), and <key>_number or <key>_date for messy text. Won amounts by month: {operation: "aggregate", groupBy: [{field: "closed_on", interval: "month"}], metrics: [{alias: "won", function: "sum", field: "amount"}], filters: [{field: "stage", operator: "eq", value: "won"}]}. complete false: rows remain.',
  scope: 'workspace.query',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    mode: z.enum(['deterministic']).optional().describe('May be left out'),
    channelId: channelId.optional(),
    operation: z
      .enum(['records', 'aggregate', 'view'])
      .describe('records: rows; aggregate: figures; view: a saved View (viewId)'),
    objectTypeId: z.string().optional().describe('Data Set; not needed with view'),
    artifactId: z.string().optional().describe('Or a sheet'),
    versionId: z.string().optional().describe('Default: the current one'),
    fileId: z.string().optional().describe('Or an uploaded table: CSV, TSV, XLSX'),
    sheet: z.string().optional().describe('In a workbook; default: the first'),
    fields: z.array(z.string()).optional().describe('records: keep these keys beside id and title'),
    groupBy: groupBy.optional().describe('aggregate: field keys, a date with its interval'),
    metrics: metrics.optional().describe('aggregate; count_rows takes no field'),
    having: having.optional().describe('aggregate: filters of groups; field is an alias'),
    filters: filters
      .optional()
      .describe(`{field, operator, value}, all must hold; {or: […]} and {and: […]} nest. ${operatorsInWords}`),
    orderBy: orderBy.optional().describe('Field key or metric alias'),
    limit: QueryLimit.optional().describe(`Default ${limits.queryRowsDefault}`),
    cursor: z.string().optional().describe('nextCursor; records only'),
    viewId: z.string().optional().describe('view: ID or slug'),
    widgetIds: z.array(z.string()).optional().describe('view: only these widgets'),
  }),
  output: z.object({
    data: z.object({
      columns: z.array(z.object({ key: z.string(), type: z.string() })).optional(),
      columnCount: z.int().optional().describe('When some are left out; name fields'),
      rows: z.array(row).optional(),
      shortened: z.array(z.string()).optional().describe('Keys whose long values are cut'),
      completeness: completeness.optional(),
      widgets: z.array(row).optional(),
      notShown: z.array(z.string()).optional().describe('widgetIds to ask for next'),
    }),
    nextCursor,
  }),
  async run(workspace, input) {
    const answer = await fitted(workspace, { ...input, mode: 'deterministic' });
    const forApp = async () => ({ ...answer, query: input, ...(await ifReadable(about(workspace, input))) });
    return { ...answer, forApp };
  },
});

type Input = Omit<Parameters<Workspace['queries']['run']>[0], 'mode'>;

/** The name of what was asked, and its fields. */
async function about(workspace: Workspace, { channelId, objectTypeId, viewId, artifactId, fileId }: Input) {
  if (artifactId !== undefined) {
    const { title, url } = (await workspace.artifacts.get({ artifactId, length: limits.windowLeast })).artifact;
    return { name: title, url, fields: [] };
  }
  if (fileId !== undefined) {
    const { fileName, url } = (await workspace.files.get({ fileId })).file;
    return { name: fileName, url, fields: [] };
  }
  const of = { channelId: channelId! };
  if (viewId !== undefined) {
    const { name, url, objectTypeId } = (await workspace.views.get({ ...of, viewId })).view;
    return { name, url, fields: (await workspace.dataSets.get({ ...of, objectTypeId })).dataSet.fields };
  }
  const [{ dataSet }, { channel }] = await Promise.all([
    workspace.dataSets.get({ ...of, objectTypeId: objectTypeId! }),
    workspace.channels.get(of),
  ]);
  return { name: dataSet.name, url: channel.url, fields: dataSet.fields };
}

type Query = Parameters<Workspace['queries']['run']>[0];
type Answer = Awaited<ReturnType<Workspace['queries']['run']>>;

async function fitted(workspace: Workspace, query: Query): Promise<Answer> {
  const answer = await workspace.queries.run(query);
  const { data } = answer;
  if (data.widgets) return { ...answer, data: fittedWidgets(data.widgets) };
  const table = fittedTable(data);
  const shown = table.rows?.length ?? 0;
  const isWhole = shown === data.rows?.length || shown === 0;
  if (query.operation !== 'records' || isWhole) return { ...answer, data: table };
  return pageOfSize(workspace, query, shown);
}

/** A page of the rows that fit. Its cursor begins behind the last row that is shown. */
async function pageOfSize(workspace: Workspace, query: Query, rows: number): Promise<Answer> {
  const page = await fitted(workspace, { ...query, limit: rows });
  const { completeness } = page.data;
  if (!completeness || completeness.complete) return page;
  const { limit = limits.queryRowsDefault } = query;
  return { ...page, data: { ...page.data, completeness: { ...completeness, limit, reason: 'size_limit' } } };
}
