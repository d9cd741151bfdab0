import type * as z from 'zod';
import { invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Column, QueryData, QueryInput, WidgetResult } from '../../../schemas/queries.ts';
import type { views as contract } from '../../../schemas/views.ts';
import type { CatalogueDataSet, CatalogueField } from '../../query/catalogue.ts';
import type { Calendar } from '../../time/dates.ts';
import { both, type Condition, planFilters, planViewFilters } from '../../query/plan.ts';
import { boardGroups, countsPlan, type RecordGroup, usersIn } from '../../query/renderers/board.ts';
import { planWidget, type Widget } from '../../query/renderers/dashboard.ts';
import { type DefinitionOf, shownFields } from '../../query/renderers/definition.ts';
import { planRecords, planSavedFilters, type RecordDefinition, type RecordsPlan } from '../../query/renderers/index.ts';
import { leftOutOf, type Period, periodsOfRecords } from '../../query/renderers/pivot-periods.ts';
import { tableGroups } from '../../query/renderers/table.ts';
import { cellLimit, type PivotTable, pivotTable, planPivot } from '../../query/renderers/pivot-table.ts';
import { bytesShown } from '../../query/room.ts';
import { aggregate, type Figures, findRecords, recordTable } from '../../query/run.ts';
import { inTurnsIfLong, Turn } from '../../turns/turn.ts';
import type { Handlers } from '../operation/handlers.ts';
import type { Context } from '../operation/context.ts';
import { withLiveReferences } from '../placing/live-references-sql.ts';
import { namesDataSet } from './data-set-access.ts';
import { askedByKeys, filtersByKeys } from './names/by-keys.ts';
import { lookUpBy } from './names/people-names.ts';
import { recordAnchors, recordPage } from './record-pages.ts';
import { readableView, type SavedView } from './saved-views.ts';

type DataInput = z.output<typeof contract.data.input>;
type ViewData = z.input<typeof contract.data.output>['data'];

/**
 * A View that the caller can see, restricted by temporary filters. Its calendar is of one moment, but each statement
 * reads the current records. A concurrent write may therefore show in one figure of an answer and not in another.
 */
interface Reading {
  readonly context: Context;
  readonly view: SavedView;
  readonly calendar: Calendar;
  readonly temporary: Condition;
  /** The condition of the saved filters, planned on first use. */
  readonly saved: () => Promise<Condition>;
}

function readingOf(
  context: Context,
  { view, calendar }: Pick<Reading, 'view' | 'calendar'>,
  temporary: Condition,
): Reading {
  let saved: Promise<Condition> | undefined;
  const plan = () => inTurnsIfLong(planSavedFilters(view.dataSet, view.definition, calendar), context.caller.userId);
  return { context, view, calendar, temporary, saved: () => (saved ??= plan()) };
}

/** The current data of a saved View. */
export const viewData: Handlers<'views'>['data'] = async (context, asked) => {
  const opened = await openView(context, asked.channelId, asked.viewId);
  const { view, calendar } = opened;
  const input = await askedByKeys(view.dataSet, lookUpBy(context), asked);
  const temporary = await inTurnsIfLong(
    planViewFilters(view.dataSet, input.filters ?? [], calendar),
    context.caller.userId,
  );
  const reading = readingOf(context, opened, temporary);
  const { id, versionId, definition } = view;
  return {
    view: { id, renderer: definition.renderer, currentVersionId: versionId },
    data: await dataOf(reading, definition, input),
  };
};

/** Where a client may jump to in the records of a View. */
export const viewAnchors: Handlers<'views'>['anchors'] = async (context, asked) => {
  const opened = await openView(context, asked.channelId, asked.viewId);
  const { id: viewId, versionId, dataSet, definition } = opened.view;
  const { renderer } = definition;
  if (renderer === 'dashboard' || renderer === 'pivot_table')
    throw invalidRequest(
      '/viewId',
      `names a View of the renderer ${renderer}, which has no pages of records; name a View of records`,
    );
  const { filters } = await askedByKeys(dataSet, lookUpBy(context), asked);
  const temporary = planViewFilters(dataSet, filters ?? [], opened.calendar);
  const reading = readingOf(context, opened, await inTurnsIfLong(temporary, context.caller.userId));
  const plan = planRecords(dataSet, definition, await reading.saved());
  const found = await recordAnchors(context, dataSet, {
    where: both(plan.where, reading.temporary),
    sort: plan.sort,
    boundTo: { viewId, versionId, filters },
    operation: 'views.data',
  });
  return { view: { id: viewId, renderer, currentVersionId: versionId }, ...found };
};

async function dataOf(reading: Reading, definition: SavedView['definition'], input: DataInput): Promise<ViewData> {
  if (definition.renderer !== 'dashboard') refuseWidgets(input);
  switch (definition.renderer) {
    case 'dashboard':
      refuseRecordParameters(definition.renderer, input);
      return { widgets: await widgetResults(reading, definition, namedWidgets(definition, input.widgetIds)) };
    case 'pivot_table': {
      refuseRecordParameters(definition.renderer, input);
      const { rows, ...table } = (await pivot(reading, definition, limits.pivotRows)).table;
      return { ...table, periods: [...table.periods], rows: [...rows] };
    }
    default:
      return viewPage(reading, definition, input);
  }
}

/** Whether a Data Set that is named beside a View, if one is, is the View's. */
async function isOf({ database }: Context, { id, channelId }: CatalogueDataSet, named: string | undefined) {
  if (named === undefined || named === id) return true;
  return database.read((db) => namesDataSet(db, { channel_id: channelId, object_type_id: id }, named));
}

/** The answer to a typed query of the operation `view`. A dashboard gives widgets, and any other View gives rows. */
export async function viewQueryData(context: Context, input: QueryInput): Promise<QueryData> {
  const opened = await openView(context, input.channelId!, input.viewId!);
  const { view, calendar } = opened;
  if (!(await isOf(context, view.dataSet, input.objectTypeId)))
    throw invalidRequest('/objectTypeId', `is not the Data Set of this View, ${view.dataSet.id}; leave it out`);
  const filters = await filtersByKeys(view.dataSet, lookUpBy(context), input.filters ?? []);
  const temporary = await inTurnsIfLong(planFilters(view.dataSet, filters, calendar), context.caller.userId);
  const reading = readingOf(context, opened, temporary);
  const { definition } = view;
  if (definition.renderer === 'dashboard') {
    if (input.limit !== undefined)
      throw invalidRequest('/limit', 'is not taken by a dashboard, whose widgets have their own');
    return { widgets: await widgetResults(reading, definition, namedWidgets(definition, input.widgetIds)) };
  }
  refuseWidgets(input);
  const limit = input.limit ?? limits.queryRowsDefault;
  return definition.renderer === 'pivot_table'
    ? pivotRows(reading, definition, limit)
    : recordRows(reading, definition, limit);
}

const openView = (context: Context, channel: string, view: string) =>
  context.database.read((db) => readableView(db, context, channel, view));

function refuseWidgets({ widgetIds }: Pick<DataInput, 'widgetIds'>): void {
  if (widgetIds !== undefined) throw invalidRequest('/widgetIds', 'is taken by a dashboard only');
}

function refuseRecordParameters(renderer: string, input: DataInput): void {
  for (const name of ['fields', 'limit', 'cursor'] as const) {
    if (input[name] !== undefined)
      throw invalidRequest(`/${name}`, `is not taken by a View of the renderer ${renderer}`);
  }
}

/** The saved filters and the temporary ones. */
const whereOf = async ({ saved, temporary }: Reading): Promise<Condition> => both(await saved(), temporary);

async function viewPage(reading: Reading, definition: RecordDefinition, input: DataInput): Promise<ViewData> {
  const { context, view } = reading;
  const { id: viewId, versionId } = view;
  const { limit = limits.pageDefault, cursor, filters } = input;
  const plan = planRecords(view.dataSet, definition, await reading.saved());
  const { records, ...rest } = await recordPage(context, context.scan, view.dataSet, {
    where: both(plan.where, reading.temporary),
    sort: plan.sort,
    fields: projection(reading, plan, input.fields),
    limit,
    cursor,
    boundTo: { viewId, versionId, filters },
  });
  const isCounted = plan.group && (cursor === undefined || !plan.groupOrder);
  return { records: [...records], ...rest, ...(isCounted && { groups: await groupsOf(reading, plan) }) };
}

/** The requested fields, or else the saved ones. Fields that place a record are always included. */
function projection(
  { view }: Reading,
  { shown, placing }: RecordsPlan,
  keys?: readonly string[],
): readonly CatalogueField[] {
  const asked = keys === undefined ? shown : shownFields(view.dataSet, keys, '/fields');
  return placing.length === 0 ? asked : [...new Set([...asked, ...placing])];
}

/** Columns of a board, groups of a timeline, or those of a table in the order of its records. Counts are over the whole View. */
async function groupsOf(reading: Reading, { group, groupOrder, where }: RecordsPlan): Promise<RecordGroup[]> {
  const field = group!;
  const mostGroups = reading.view.dataSet.recordCount + limits.choices + 1;
  const { rows } = await figures(reading, countsPlan(field, both(where, reading.temporary), groupOrder), mostGroups);
  const names = await namesOf(reading.context, usersIn(field, rows));
  return (groupOrder ? tableGroups : boardGroups)(field, rows, names);
}

async function namesOf({ database, caller }: Context, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const users = await database.read((db) =>
    db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('organization_id', '=', caller.organizationId)
      .where('id', 'in', userIds)
      .execute(),
  );
  return new Map(users.map(({ id, name }) => [id, name]));
}

async function recordRows(reading: Reading, definition: RecordDefinition, limit: number): Promise<QueryData> {
  const plan = planRecords(reading.view.dataSet, definition, await reading.saved());
  const fields = projection(reading, plan);
  const found = await findRecords(reading.context.scan, reading.view.dataSet, {
    where: both(plan.where, reading.temporary),
    sort: plan.sort,
    fields,
    take: limit + 1,
  });
  const records = await reading.context.database.read((db) => withLiveReferences(db, fields, found.records));
  return recordTable({ ...found, records }, fields, limit);
}

function namedWidgets({ widgets }: DefinitionOf<'dashboard'>, ids: readonly string[] | undefined): readonly Widget[] {
  if (ids === undefined) return widgets;
  const unknown = ids.findIndex((id) => !widgets.some((widget) => widget.id === id));
  if (unknown < 0) return widgets.filter(({ id }) => ids.includes(id));
  throw invalidRequest(
    `/widgetIds/${unknown}`,
    `names no widget of this dashboard; its widgets are ${widgets.map(({ id }) => id).join(', ')}`,
  );
}

/** One after the other, each by itself, so that a broken one does not take the others with it. All share the room of one answer. */
async function widgetResults(
  reading: Reading,
  { widgets: all }: DefinitionOf<'dashboard'>,
  asked: readonly Widget[],
): Promise<WidgetResult[]> {
  const turn = new Turn({ subject: reading.context.caller.userId });
  const results: WidgetResult[] = [];
  let bytes: number = limits.answerBytes;
  for (const widget of asked) {
    const result = await widgetResult(reading, widget, `/widgets/${all.indexOf(widget)}`, bytes);
    results.push(result);
    bytes -= bytesShown(result.rows ?? []);
    await turn.yield();
  }
  return results;
}

async function widgetResult(reading: Reading, widget: Widget, path: string, bytes: number): Promise<WidgetResult> {
  const { id, title, type } = widget;
  try {
    const { context, view, calendar } = reading;
    const planned = planWidget(view.dataSet, widget, calendar, path);
    const { plan, limit } = await inTurnsIfLong(planned, context.caller.userId);
    const where = both(await whereOf(reading), plan.where);
    return { id, title, type, ...(await figures(reading, { ...plan, where }, limit, bytes)) };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    return { id, title, type, error: { code: error.code, detail: error.message } };
  }
}

async function pivot(
  reading: Reading,
  definition: DefinitionOf<'pivot_table'>,
  rowLimit: number,
): Promise<{ table: PivotTable; columns: Column[] }> {
  const { plan, leftOut } = await plannedPivot(reading, definition);
  const byRow = await figures(reading, plan.byRow, rowLimit);
  const byCell = await figures(reading, plan.byCell, cellLimit(plan, rowLimit));
  if (isShort(byRow, rowLimit) || isShort(byCell, cellLimit(plan, rowLimit))) throw keysTooLong();
  const byPeriod = await figures(reading, plan.byPeriod, plan.periods.length);
  const grand = await figures(reading, plan.grand, 1);
  const found = { byRow: byRow.rows, byCell: byCell.rows, byPeriod: byPeriod.rows, grand: grand.rows };
  return {
    table: await pivotTable(reading.context.caller.userId, plan, found, leftOut, byRow.completeness),
    columns: byRow.columns,
  };
}

/** Its periods move to the nearest records when none is in those until now. */
async function plannedPivot(reading: Reading, definition: DefinitionOf<'pivot_table'>) {
  const { view, calendar } = reading;
  const where = await whereOf(reading);
  const planned = async (periods?: readonly Period[]) => {
    const plan = planPivot(view.dataSet, definition, where, calendar, periods);
    const [found] = (await figures(reading, plan.leftOut, 1)).rows;
    return { plan, found: found!, leftOut: leftOutOf(found!) };
  };
  const now = await planned();
  const elsewhere = periodsOfRecords(definition.period, now.found, calendar);
  return elsewhere ? planned(elsewhere) : now;
}

/** Cut before its limit, so that cells would be missing without a word. */
const isShort = ({ completeness: { complete, returned } }: Figures, limit: number): boolean =>
  !complete && returned < limit;

const keysTooLong = () =>
  invalidRequest(
    '/rowFieldKeys',
    'name fields with values that are too long for that many rows; name fields with shorter values',
  );

/** This column cannot equal a field's key, because keys are in lower case. */
const total = 'Total';

/** A pivot table's rows, with a column for each of its keys and periods. */
async function pivotRows(reading: Reading, definition: DefinitionOf<'pivot_table'>, limit: number): Promise<QueryData> {
  const { table, columns } = await pivot(reading, definition, limit);
  const keys = columns.slice(0, -1);
  const { type } = columns.at(-1)!;
  return {
    columns: [
      ...keys,
      ...table.periods.map(({ key, label }) => ({ key, label, type })),
      ...(definition.totals?.rows ? [{ key: total, label: 'Total', type }] : []),
    ],
    rows: table.rows.map((row) => ({
      ...row.keys,
      ...row.values,
      ...(row.total !== undefined && { [total]: row.total }),
    })),
    completeness: table.completeness,
    leftOut: table.leftOut,
  };
}

const figures = (
  { context, view, calendar }: Reading,
  plan: Parameters<typeof aggregate>[2],
  limit: number,
  bytes?: number,
): Promise<Figures> => aggregate(context.scan, view.dataSet, plan, limit, calendar.timeZone, bytes);
