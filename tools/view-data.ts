import * as z from 'zod';
import type { Workspace } from '../schemas/index.ts';
import { limits } from '../schemas/limits.ts';
import { jsonOf } from '../schemas/shown.ts';
import { dataSetOf } from './data-sets.ts';
import { fits, fittedValues, fittedWidgets, incomplete, mostOf, roomForData } from './fitting.ts';
import { channelId, completeness, listed, nextCursor, pageArguments, row, viewFilters, viewId } from './shared.ts';
import { byItems, reads, tool } from './tool.ts';

type Data = Awaited<ReturnType<Workspace['views']['data']>>['data'];

const items = z.array(row).optional();

export default tool({
  name: 'workspace_view_data',
  group: 'default',
  app: 'view',
  title: 'Read a View',
  description:
    'Reads what a saved View shows now. table, board, calendar, timeline: records, and groups if grouped. dashboard: widgets. pivot_table: periods, rows, totals, leftOut (records outside the periods). fields, limit and cursor apply to records only. shortened: fields whose long values are cut.',
  scope: 'workspace.read',
  annotations: reads,
  quotes: true,
  input: z.strictObject({
    channelId,
    viewId,
    filters: viewFilters
      .optional()
      .describe("{fieldKey, op, value}, ANDed with the View's own; operators as in workspace_query_run"),
    ...pageArguments,
    fields: pageArguments.fields.describe('Only these field keys; id and title always stay'),
  }),
  output: z.object({
    view: z.object({ id: z.string(), renderer: z.string(), currentVersionId: z.string() }),
    data: z.object({
      records: listed.optional(),
      widgets: items,
      notShown: z.array(z.string()).optional().describe('widgetIds for workspace_query_run'),
      rows: items,
      completeness: completeness.optional(),
      nextCursor,
    }),
  }),
  // Dashboards and pivot tables refuse a limit, so none is sent by default.
  shorten: { ...byItems(), usual: undefined },
  async run(workspace, input, { reducedFrom }) {
    const { view, data } = await workspace.views.data(input);
    return {
      view,
      data: fitted(reducedFrom === undefined ? data : cutForSize(data, reducedFrom)),
      forApp: async () => ({ ...(await aroundView(workspace, input)), data }),
    };
  },
});

/** The definition of the View, its Data Set, and whether the caller may write in its channel. */
async function aroundView(workspace: Workspace, { channelId, viewId }: { channelId: string; viewId: string }) {
  const [{ view }, { channel }] = await Promise.all([
    workspace.views.get({ channelId, viewId }),
    workspace.channels.get({ channelId }),
  ]);
  const { id, slug, name, role } = channel;
  const dataSet = dataSetOf(channel.dataSets, view.objectTypeId);
  return { channel: { id, slug, name }, view, dataSet, mayWrite: role !== undefined && role !== 'reader' };
}

/** Says that the answer had no more room, where fewer records were read than asked for. */
function cutForSize(data: Data, limit: number): Data {
  const { completeness } = data;
  if (!completeness || completeness.complete) return data;
  return { ...data, completeness: { ...completeness, limit, reason: 'size_limit' } };
}

function fitted(data: Data) {
  if (data.widgets) return fittedWidgets(data.widgets);
  if (data.rows) return fittedPivot(data, data.rows);
  const { records = [], groups, ...rest } = data;
  return { ...fittedValues(records), ...(groups && fittedGroups(groups)), ...rest };
}

function fittedGroups(groups: NonNullable<Data['groups']>) {
  const shown = mostOf(groups, roomForData / 4);
  return { groups: shown, ...(shown.length < groups.length && { groupCount: groups.length }) };
}

/** Periods and totals stay complete. If rows are left out, completeness says so. */
function fittedPivot({ rows: _, ...data }: Data, rows: NonNullable<Data['rows']>) {
  if (fits({ ...data, rows })) return { ...data, rows };
  const shown = mostOf(rows, roomForData - Buffer.byteLength(jsonOf(data)));
  const completeness = { complete: true, returned: rows.length, limit: limits.pivotRows, ...data.completeness };
  return { ...data, rows: shown, completeness: incomplete(completeness, shown.length) };
}
