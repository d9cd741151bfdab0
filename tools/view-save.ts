import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { channelId, idempotencyKey, objectTypeId, part, parts, viewAnswer } from './shared.ts';
import { adds, tool } from './tool.ts';

type Definition = Parameters<Workspace['views']['create']>[0];
type Replacement = Parameters<Workspace['views']['update']>[0];

const key = z.string().optional();
const keys = z.array(z.string()).optional();

export default tool({
  name: 'workspace_view_save',
  group: 'default',
  title: 'Save a View',
  description:
    'Saves a View for everyone in the channel: a new one, or with viewId a new version. Send the complete definition. After version_conflict read again; never retry blindly. Example: {…, renderer: "table", columns: ["amount"], filters: [{fieldKey: "stage", op: "eq", value: "won"}]}.',
  scope: 'workspace.write',
  annotations: adds,
  input: z.strictObject({
    channelId,
    viewId: z.string().optional().describe('Changes this View'),
    expectedCurrentVersionId: z.string().optional().describe('With viewId: currentVersionId that you read'),
    name: z.string().describe('Title'),
    objectTypeId,
    renderer: z
      .enum(['table', 'board', 'calendar', 'timeline', 'dashboard', 'pivot_table'])
      .describe('Takes keys naming it'),
    filters: parts.optional().describe('As in workspace_query_run, but fieldKey and op'),
    columns: keys.describe('table: field keys'),
    sort: parts.optional().describe('table, board: [{fieldKey, direction}]'),
    groupByFieldKey: key.describe('table, board, timeline'),
    cardFieldKeys: keys.describe('board, calendar, timeline'),
    dateFieldKey: key.describe('calendar'),
    endDateFieldKey: key.describe('calendar'),
    startFieldKey: key.describe('timeline'),
    endFieldKey: key.describe('timeline'),
    widgets: parts
      .optional()
      .describe(
        'dashboard: [{id, title, type: number|column|bar|line|donut|table, … as an aggregate of workspace_query_run}]',
      ),
    rowFieldKeys: keys.describe('pivot_table'),
    period: part
      .optional()
      .describe('pivot_table: {fieldKey, interval: day|week|month|quarter|year, count?, from?: first day, or P0D}'),
    metric: part.optional().describe('pivot_table: {function, field?}'),
    totals: part.optional().describe('pivot_table: {rows: true, columns: true}'),
    idempotencyKey,
  }),
  output: z.object(viewAnswer),
  async run({ views }, input) {
    const saved = input.viewId === undefined ? views.create(input as Definition) : views.update(input as Replacement);
    const { definition: _, ...view } = (await saved).view;
    return { view };
  },
});
