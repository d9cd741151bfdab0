import * as z from 'zod';
import {
  ChannelId,
  DataSetId,
  IdempotencyKey,
  jsonArray,
  listOf,
  pageInput,
  pageOutput,
  PageUrl,
  Person,
  refusing,
  Timestamp,
  Title,
  VersionId,
  Via,
  ViewId,
  repeatedPlaces,
} from './common.ts';
import { FieldName, Interval, MetricFunction } from './fields.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import {
  Completeness,
  Direction,
  Filters,
  GroupBy,
  Having,
  LeftOut,
  Metrics,
  OrderBy,
  QueryLimit,
  type Row,
  ShownFields,
  ViewFilters,
  WidgetResultSchema,
} from './queries.ts';

const Sort = listOf(z.strictObject({ fieldKey: FieldName, direction: Direction }), limits.groupBy);
const FieldNames = listOf(FieldName, limits.fields);

const common = { name: Title, objectTypeId: DataSetId, filters: ViewFilters.optional() };

const Widget = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ and -'),
  title: Title,
  type: z.enum(['number', 'column', 'bar', 'line', 'donut', 'table']),
  groupBy: GroupBy.optional(),
  metrics: Metrics.optional(),
  having: Having.optional(),
  filters: Filters.optional(),
  orderBy: OrderBy.optional(),
  limit: QueryLimit.optional(),
  width: z.int().min(1).max(4).optional().describe('Columns of four. Default: 1 for a number, else 2'),
  height: z.enum(['small', 'medium', 'tall']).optional(),
});

const forChanges = refusing(
  ['viewId', 'expectedCurrentVersionId'],
  'goes with the change of a View; leave it out to save a new one',
);

/** A saved definition (CONTRACT section 6) with an operation's own inputs. Each renderer refuses the keys of others. */
const definitionWith = <Extra extends z.ZodRawShape>(extra: Extra, refused?: ReturnType<typeof refusing>) =>
  z.discriminatedUnion('renderer', [
    z.strictObject(
      {
        ...extra,
        ...common,
        renderer: z.literal('table'),
        columns: FieldNames.optional(),
        groupByFieldKey: FieldName.optional(),
        sort: Sort.optional(),
      },
      refused,
    ),
    z.strictObject(
      {
        ...extra,
        ...common,
        renderer: z.literal('board'),
        groupByFieldKey: FieldName,
        cardFieldKeys: FieldNames.optional(),
        sort: Sort.optional(),
      },
      refused,
    ),
    z.strictObject(
      {
        ...extra,
        ...common,
        renderer: z.literal('calendar'),
        dateFieldKey: FieldName,
        endDateFieldKey: FieldName.optional(),
        cardFieldKeys: FieldNames.optional(),
      },
      refused,
    ),
    z.strictObject(
      {
        ...extra,
        ...common,
        renderer: z.literal('timeline'),
        startFieldKey: FieldName,
        endFieldKey: FieldName,
        groupByFieldKey: FieldName.optional(),
        cardFieldKeys: FieldNames.optional(),
      },
      refused,
    ),
    z.strictObject(
      {
        ...extra,
        ...common,
        renderer: z.literal('dashboard'),
        widgets: listOf(Widget, limits.widgets, 1).superRefine((widgets, context) => {
          const repeated = repeatedPlaces(widgets.map(({ id }) => id));
          for (const place of repeated)
            context.addIssue({ code: 'custom', path: [place, 'id'], message: 'is there twice' });
        }),
      },
      refused,
    ),
    z.strictObject(
      {
        ...extra,
        ...common,
        renderer: z.literal('pivot_table'),
        rowFieldKeys: listOf(FieldName, limits.groupBy),
        period: z.strictObject({
          fieldKey: FieldName,
          interval: Interval,
          from: z
            .string()
            .optional()
            .describe(
              'A date, or a duration from now such as P0D: the periods begin with the one that holds it. Default: they end with the current one. Where no record is in these, they begin with the first to come, else end with the last',
            ),
          count: z
            .int()
            .min(-limits.pivotPeriods)
            .max(limits.pivotPeriods)
            .refine((count) => count !== 0, 'must not be 0')
            .optional()
            .describe(`Default ${limits.pivotPeriodsDefault}. Negative: as many that end with from, or now`),
        }),
        metric: z.strictObject({ function: MetricFunction, field: z.string().optional() }),
        totals: z.strictObject({ rows: z.boolean(), columns: z.boolean() }).optional(),
      },
      refused,
    ),
  ]);

export const ViewDefinition = definitionWith({});
export type ViewDefinition = z.infer<typeof ViewDefinition>;
export type Renderer = ViewDefinition['renderer'];

const SavedDefinition = z
  .record(z.string(), z.unknown())
  .describe('As it was saved; send it back changed to save a new version');

export const View = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  objectTypeId: z.string(),
  channelId: z.string(),
  renderer: z.string(),
  definition: SavedDefinition,
  currentVersionId: z.string(),
  versionNumber: z.int(),
  url: PageUrl,
  createdAt: Timestamp,
  createdBy: Person,
  updatedAt: Timestamp,
  updatedBy: Person,
  via: Via.optional(),
});
export type View = z.infer<typeof View>;

/** Not validated, because the service builds its values from the catalogue, and a page has many. */
export const ViewRecord: z.ZodType<{ id: string; title: string; values: Row }> = z.any().meta({
  type: 'object',
  properties: { id: { type: 'string' }, title: { type: 'string' }, values: { type: 'object' } },
  required: ['id', 'title', 'values'],
});

const Version = z.object({
  versionId: z.string(),
  versionNumber: z.int(),
  name: z.string(),
  renderer: z.string(),
  via: Via.optional(),
  createdAt: Timestamp,
  createdBy: Person,
});
const ComparedVersion = z.object({ versionId: z.string(), versionNumber: z.int(), name: z.string() });

const KeyedNumbers = z.record(z.string(), z.unknown());

export const views = {
  list: operation({
    summary: 'Saved Views of a channel, by name',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/views',
    input: () => z.strictObject({ channelId: ChannelId, ...pageInput }),
    output: () => z.object({ views: z.array(View), ...pageOutput }),
  }),
  create: operation({
    summary: 'Save a View on a Data Set of the channel',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/views',
    example: {
      name: 'Won by owner',
      objectTypeId: 'ot_01k6zq3v8me2t9x4c7r5hbnd0a',
      renderer: 'pivot_table',
      rowFieldKeys: ['owner'],
      period: { fieldKey: 'closed_on', interval: 'month', count: 12 },
      metric: { function: 'sum', field: 'amount' },
      filters: [{ fieldKey: 'stage', op: 'eq', value: 'won' }],
    },
    status: 201,
    input: () => definitionWith({ channelId: ChannelId, idempotencyKey: IdempotencyKey.optional() }, forChanges),
    output: () => z.object({ view: View }),
  }),
  get: operation({
    summary: 'One saved View with its definition',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/views/{viewId}',
    input: () => z.strictObject({ channelId: ChannelId, viewId: ViewId }),
    output: () => z.object({ view: View }),
  }),
  update: operation({
    summary: 'Save a new version of a View; refused when it has changed since it was read',
    scope: 'workspace.write',
    http: 'PATCH /api/workspace/channels/{channelId}/views/{viewId}',
    example: {
      name: 'Won by owner',
      objectTypeId: 'ot_01k6zq3v8me2t9x4c7r5hbnd0a',
      renderer: 'table',
      columns: ['owner', 'amount', 'closed_on'],
      sort: [{ fieldKey: 'amount', direction: 'desc' }],
      expectedCurrentVersionId: 'viewv_01k6zq3v8me2t9x4c7r5hbnd0a',
    },
    input: () =>
      definitionWith({
        channelId: ChannelId,
        viewId: ViewId,
        expectedCurrentVersionId: VersionId,
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ view: View }),
  }),
  versions: operation({
    summary: 'Versions of a View, newest first',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/views/{viewId}/versions',
    input: () => z.strictObject({ channelId: ChannelId, viewId: ViewId, ...pageInput }),
    output: () => z.object({ versions: z.array(Version), ...pageOutput }),
  }),
  version: operation({
    summary: 'One version of a View with its definition',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/views/{viewId}/versions/{versionId}',
    input: () => z.strictObject({ channelId: ChannelId, viewId: ViewId, versionId: VersionId }),
    output: () => z.object({ version: Version.extend({ definition: SavedDefinition }) }),
  }),
  restore: operation({
    summary: 'The definition of an older version, as a new version; the versions between stay',
    scope: 'workspace.write',
    http: 'POST /api/workspace/channels/{channelId}/views/{viewId}/versions/{versionId}/restore',
    example: { expectedCurrentVersionId: 'viewv_01k6zq3v8me2t9x4c7r5hbnd0a' },
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        viewId: ViewId,
        versionId: VersionId.describe('The older version'),
        expectedCurrentVersionId: VersionId.describe('The current version, as it was read; a stale one is refused'),
        idempotencyKey: IdempotencyKey.optional(),
      }),
    output: () => z.object({ view: View }),
  }),
  diff: operation({
    summary: 'A unified diff of two versions of a View, over their definitions as lines of JSON',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/views/{viewId}/diff',
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        viewId: ViewId,
        from: VersionId,
        to: VersionId.optional().describe('Default: the current version'),
      }),
    output: () =>
      z.object({
        from: ComparedVersion,
        to: ComparedVersion,
        diff: z.string().describe(`At most ${limits.diffBytes} bytes. Its header names both versions with their names`),
        isCut: z.literal(true).optional().describe('The diff goes on; read the later version for the rest'),
      }),
  }),
  anchors: operation({
    summary: 'Cursors of a View of records at equal distances, by which a client jumps far ahead',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/views/{viewId}/anchors',
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        viewId: ViewId,
        filters: jsonArray(ViewFilters).optional().describe('The same as those of the data to jump in'),
      }),
    output: () =>
      z.object({
        view: z.object({ id: z.string(), renderer: z.string(), currentVersionId: z.string() }),
        count: z.int().describe('All records of the View'),
        every: z.int().describe(`Records between two anchors: ${limits.anchorRecords}, or a multiple in a large View`),
        anchors: z.array(
          z.object({ place: z.int().describe('Records before it'), cursor: z.string().describe('Taken by the data') }),
        ),
      }),
  }),
  remove: operation({
    summary: 'Move a View to the trash; harmless to repeat',
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/channels/{channelId}/views/{viewId}',
    input: () => z.strictObject({ channelId: ChannelId, viewId: ViewId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
  data: operation({
    summary: 'Show a saved View as it stands now',
    scope: 'workspace.read',
    http: 'GET /api/workspace/channels/{channelId}/views/{viewId}/data',
    input: () =>
      z.strictObject({
        channelId: ChannelId,
        viewId: ViewId,
        filters: jsonArray(ViewFilters).optional().describe("ANDed with the View's own: [{fieldKey, op, value}]"),
        fields: jsonArray(ShownFields).optional().describe('Record Views only: keep these fields'),
        widgetIds: jsonArray(listOf(z.string(), limits.widgets, 1))
          .optional()
          .describe('Dashboards only: these widgets'),
        ...pageInput,
      }),
    output: () =>
      z.object({
        view: z.object({ id: z.string(), renderer: z.string(), currentVersionId: z.string() }),
        data: z.object({
          records: z.array(ViewRecord).optional(),
          completeness: Completeness.optional(),
          groups: z
            .array(z.object({ key: z.unknown().optional(), label: z.string(), count: z.int() }))
            .optional()
            .describe(
              'Boards, grouped timelines, and the first page of a grouped table: counts over the whole View. Records without a value are the last group',
            ),
          widgets: z.array(WidgetResultSchema).optional(),
          periods: z
            .array(z.object({ key: z.string(), label: z.string(), start: z.string(), end: z.string() }))
            .optional(),
          rows: z
            .array(z.object({ keys: KeyedNumbers, values: KeyedNumbers, total: z.unknown().optional() }))
            .optional(),
          totals: z.object({ columns: KeyedNumbers.optional(), grand: z.unknown().optional() }).optional(),
          leftOut: LeftOut.optional(),
          ...pageOutput,
        }),
      }),
  }),
};
