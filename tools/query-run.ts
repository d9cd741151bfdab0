import * as z from 'zod';
import { limits } from '../schemas/limits.ts';
import { QueryLimit } from '../schemas/queries.ts';
import { fittedTable, fittedWidgets } from './fitting.ts';
import { channelId, completeness, filters, groupBy, metrics, operatorsInWords, orderBy, row } from './shared.ts';
import { reads, tool } from './tool.ts';

export default tool({
  name: 'workspace_query_run',
  group: 'default',
  title: 'Run a typed query',
  description:
    'Exact figures over all records of a Data Set or rows of a sheet, or the rows themselves. Stores nothing. Take field keys from workspace_channel_get; for a sheet, from the columns of records with limit 1. A sheet also has row (from 1), and <key>_number or <key>_date for messy text. Won amounts by month: {operation: "aggregate", groupBy: [{field: "closed_on", interval: "month"}], metrics: [{alias: "won", function: "sum", field: "amount"}], filters: [{field: "stage", operator: "eq", value: "won"}]}. complete false: rows remain.',
  scope: 'workspace.query',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    mode: z.literal('deterministic').optional().describe('May be left out'),
    channelId: channelId.optional(),
    operation: z
      .enum(['records', 'aggregate', 'view'])
      .describe('records: rows; aggregate: figures; view: a saved View (viewId)'),
    objectTypeId: z.string().optional().describe('Data Set of the channel; with view it may be left out'),
    artifactId: z.string().optional().describe('In place of a Data Set: a sheet; channelId may be left out'),
    versionId: z.string().optional().describe('Version of the sheet; default: the current one'),
    fields: z.array(z.string()).optional().describe('records only: keep these keys beside id and title'),
    groupBy: groupBy.optional().describe('aggregate only: field keys, a date with its interval; without it one total'),
    metrics: metrics.optional().describe('aggregate only; count_rows takes no field'),
    filters: filters
      .optional()
      .describe(`{field, operator, value}, all must hold; {or: […]} and {and: […]} nest. ${operatorsInWords}`),
    orderBy: orderBy.optional().describe('Field key or metric alias'),
    limit: QueryLimit.optional().describe(`Default ${limits.queryRowsDefault}`),
    viewId: z.string().optional().describe('view only: ID or slug'),
    widgetIds: z.array(z.string()).optional().describe('operation view: only these widgets of a dashboard'),
  }),
  output: z.object({
    query: z.object({ id: z.string() }),
    data: z.object({
      columns: z.array(z.object({ key: z.string(), type: z.string() })).optional(),
      columnCount: z.int().optional().describe('When some are left out; name fields'),
      rows: z.array(row).optional(),
      shortened: z.array(z.string()).optional().describe('Keys whose long values are cut'),
      completeness: completeness.optional(),
      widgets: z.array(row).optional(),
      notShown: z.array(z.string()).optional().describe('widgetIds to ask for next'),
    }),
  }),
  async run(workspace, input) {
    const { query, data } = await workspace.queries.run({ ...input, mode: 'deterministic' });
    const reason = data.columns?.[0]?.type === 'id' ? 'row_limit' : 'group_limit';
    return { query, data: data.widgets ? fittedWidgets(data.widgets) : fittedTable(data, reason) };
  },
});
