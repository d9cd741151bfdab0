import * as z from 'zod';
import { Interval, MetricFunction } from '../schemas/fields.ts';
import {
  channelId,
  filters,
  groupBy,
  having,
  idempotencyKey,
  metrics,
  objectTypeId,
  orderBy,
  sort,
  title,
  viewFilters,
} from './shared.ts';

const fieldKey = z.string();
const fieldKeys = z.array(z.string());

/**
 * The six renderers as one object, because separate schemas would be six times as long. The service checks which keys
 * belong.
 */
export const viewDefinition = {
  channelId,
  name: title,
  objectTypeId,
  renderer: z
    .enum(['table', 'board', 'calendar', 'timeline', 'dashboard', 'pivot_table'])
    .describe(
      'Takes only its own keys. table: columns groupByFieldKey sort. board: groupByFieldKey cardFieldKeys sort. calendar: dateFieldKey endDateFieldKey cardFieldKeys. timeline: startFieldKey endFieldKey groupByFieldKey cardFieldKeys. dashboard: widgets. pivot_table: rowFieldKeys period metric totals',
    ),
  filters: viewFilters
    .optional()
    .describe(
      'Every renderer takes {fieldKey, op, value}; all must hold; {or: […]} nests. Operators as in workspace_query_run',
    ),
  columns: fieldKeys.optional().describe('Field keys to show'),
  sort: sort.optional().describe('Order of records'),
  groupByFieldKey: fieldKey.optional().describe('A select, user or checkbox field'),
  cardFieldKeys: fieldKeys.optional().describe('Field keys on a card'),
  dateFieldKey: fieldKey.optional().describe('A date field'),
  endDateFieldKey: fieldKey.optional().describe('A date field, if it ends later'),
  startFieldKey: fieldKey.optional().describe('A date field'),
  endFieldKey: fieldKey.optional().describe('A date field'),
  widgets: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        type: z.enum(['number', 'column', 'bar', 'line', 'donut', 'table']),
        groupBy: groupBy.optional(),
        metrics: metrics.optional(),
        having: having.optional(),
        filters: filters.optional(),
        orderBy: orderBy.optional(),
        limit: z.int().optional(),
        width: z.int().optional().describe('Columns of four'),
        height: z.enum(['small', 'medium', 'tall']).optional(),
      }),
    )
    .optional()
    .describe('Each an aggregate as in workspace_query_run; a number has no groupBy'),
  rowFieldKeys: fieldKeys.optional().describe('A row for each of their values'),
  period: z
    .strictObject({ fieldKey, interval: Interval, from: z.string().optional(), count: z.int().optional() })
    .optional()
    .describe(
      'Columns: the last count periods of a date field, default 6. from: a date, or P0D for now: count from there on; a negative count ends there',
    ),
  metric: z
    .strictObject({ function: MetricFunction, field: z.string().optional() })
    .optional()
    .describe('The figure in a cell'),
  totals: z.strictObject({ rows: z.boolean(), columns: z.boolean() }).optional().describe('Which totals to add'),
  idempotencyKey,
};
