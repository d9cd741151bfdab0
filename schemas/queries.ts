import * as z from 'zod';
import {
  ArtifactId,
  boundedList,
  ChannelId,
  DataSetId,
  FileId,
  IdempotencyKey,
  isLongerThan,
  listOf,
  pageInput,
  pageOutput,
  PageUrl,
  provenance,
  QueryId,
  refusingManyKeys,
  SheetName,
  Timestamp,
  VersionId,
  ViewId,
} from './common.ts';
import { FieldName, FieldType, Interval, MetricFunction, Operator, reservedKeys } from './fields.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { SearchType } from './search.ts';

/** Validated later, against the field it is compared with. */
const FilterValue = z.unknown();

export const Direction = z.enum(['asc', 'desc']);
export type Direction = z.infer<typeof Direction>;

/** A condition, or a group of such. */
const oneOf = <One extends z.ZodType, Member extends z.ZodType>(condition: One, member: Member) => {
  const members = z.array(member).min(1);
  return refusingManyKeys(
    z.union([z.strictObject({ or: members }), z.strictObject({ and: members }), condition]),
    limits.filterKeys,
  );
};

/** A filter of a typed query. Array elements are ANDed; `or` and `and` nest two levels deep. */
const Condition = z.strictObject({ field: z.string(), operator: Operator, value: FilterValue.optional() });
export const Filters = filterList(Condition);
export type Filters = z.infer<typeof Filters>;

/** The same with the names of a View's parameters. */
const ViewCondition = z.strictObject({ fieldKey: z.string(), op: Operator, value: FilterValue.optional() });
export const ViewFilters = filterList(ViewCondition);
export type ViewFilters = z.infer<typeof ViewFilters>;

function filterList<One extends z.ZodType>(condition: One) {
  const inner = oneOf(condition, condition);
  const outer = oneOf(condition, inner);
  return boundedList(outer, limits.conditions, 'conditions', (filters) => conditionsIn(filters, 2));
}

/** Counts the conditions of a list down to a depth. Anything deeper counts as one. */
function conditionsIn(filters: unknown, depth: number): number {
  if (!Array.isArray(filters)) return 0;
  let count = 0;
  for (const filter of filters as ({ or?: unknown; and?: unknown } | null)[]) {
    const nested = depth === 0 ? 0 : conditionsIn(filter?.or, depth - 1) + conditionsIn(filter?.and, depth - 1);
    count += nested || 1;
  }
  return count;
}

const Alias = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,62}$/, 'must be 1 to 63 letters, digits and _, beginning with a letter');

export const GroupBy = listOf(
  z.union([z.strictObject({ field: z.string(), interval: Interval }), FieldName]),
  limits.groupBy,
);
const Metric = z.strictObject({
  alias: Alias,
  function: MetricFunction,
  field: z.string().optional().describe('Left out by count_rows, required by all others'),
  filters: Filters.optional().describe('Only records that these let through too'),
});
export const Metrics = listOf(Metric, limits.metrics).refine(
  (metrics) => metrics.reduce((sum, { filters }) => sum + conditionsIn(filters, 2), 0) <= limits.conditions,
  `must have at most ${limits.conditions} conditions together`,
);

/** Conditions on the metrics of a group, in the words of a filter. */
export const Having = listOf(
  z.strictObject({
    field: z.string().describe('Alias of a metric'),
    operator: Operator,
    value: FilterValue.optional(),
  }),
  limits.conditions,
);
export const OrderBy = listOf(
  z.strictObject({ field: z.string().describe("Field key or a metric's alias"), direction: Direction }),
  limits.groupBy,
);
/** Keys of fields to show, including system fields. */
export const ShownFields = listOf(z.string(), limits.fields + reservedKeys.size);

export const QueryLimit = z
  .int()
  .min(1)
  .max(limits.queryRowsMost, `must be at most ${limits.queryRowsMost}`)
  .describe(`Rows: default ${limits.queryRowsDefault}, at most ${limits.queryRowsMost}`);

export const Completeness = z.object({
  complete: z.boolean().describe('False exactly when rows remain after those returned'),
  returned: z.int(),
  limit: z.int(),
  reason: z
    .enum(['row_limit', 'group_limit', 'size_limit'])
    .optional()
    .describe('The limit that was reached; size_limit where the answer had no more room'),
});
export type Completeness = z.infer<typeof Completeness>;

/** Records that a pivot table's filters let through and its periods do not show. */
export const LeftOut = z
  .object({ before: z.int(), after: z.int(), empty: z.int().describe('Without a date') })
  .describe('Pivot tables only: records that its periods do not show');
export type LeftOut = z.infer<typeof LeftOut>;

export const Column = z.object({
  key: z.string(),
  label: z.string(),
  type: z.union([FieldType, z.literal('id')]),
});
export type Column = z.infer<typeof Column>;

/** JSON values by field key or alias. Not validated, because the service builds rows from the catalogue. */
export const Row: z.ZodType<Record<string, unknown>> = z.any().meta({ type: 'object' });
export type Row = z.infer<typeof Row>;

const Widget = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  columns: z.array(Column).optional(),
  rows: z.array(Row).optional(),
  completeness: Completeness.optional(),
  error: z.object({ code: z.string(), detail: z.string() }).optional(),
});
export type WidgetResult = z.infer<typeof Widget>;

/** The body of a deterministic query: a Data Set or sheet, and a question with one exact answer. */
export const TypedQuery = z.strictObject({
  mode: z.literal('deterministic'),
  channelId: ChannelId.optional().describe(
    'Required, except with artifactId or fileId, which must then be at home in it or attached to it',
  ),
  objectTypeId: DataSetId.optional().describe(
    'operation records or aggregate: a Data Set of the channel, or name artifactId or fileId. operation view: the Data Set of the View, if named',
  ),
  artifactId: ArtifactId.optional().describe(
    'In place of objectTypeId: a sheet, its columns typed as an import would type them',
  ),
  versionId: VersionId.optional().describe('Version of the sheet; default: the current one'),
  fileId: FileId.optional().describe(
    `In place of objectTypeId: a stored table (CSV, TSV, XLSX) of at most ${limits.csvBytes} bytes of text`,
  ),
  sheet: SheetName.optional(),
  operation: z.enum(['records', 'aggregate', 'view']),
  groupBy: GroupBy.optional(),
  metrics: Metrics.optional(),
  having: Having.optional().describe('operation aggregate: only groups whose metrics fulfil all of these'),
  filters: Filters.optional(),
  orderBy: OrderBy.optional(),
  limit: QueryLimit.optional(),
  fields: ShownFields.optional().describe('operation records: keep only these fields; id and title always stay'),
  viewId: ViewId.optional().describe('operation view: ID or slug of a View of this channel'),
  widgetIds: listOf(z.string(), limits.widgets, 1)
    .optional()
    .describe('operation view: only these widgets of a dashboard'),
});
export type TypedQuery = z.infer<typeof TypedQuery>;

/** The sources of an answer, best first. */
export const AnswerSources = z.array(
  z.object({
    type: SearchType,
    id: z.string(),
    title: z.string(),
    url: PageUrl,
    snippet: z.string(),
    versionId: z.string().optional(),
    ...z.object(provenance).partial().shape,
  }),
);
export type AnswerSources = z.infer<typeof AnswerSources>;

/** The answer to a question in prose (CONTRACT section 8). */
export const Answer = z.object({
  answer: z.string().describe('Markdown; says how the question was read'),
  confidence: z
    .enum(['exact', 'likely', 'supported', 'none'])
    .describe(
      'exact: figures of typedQuery, which reads every word. likely: figures of the most probable reading; answer says which. supported: cites passages. none: found nothing',
    ),
  values: z
    .array(
      z.object({
        value: z.union([z.string(), z.number(), z.boolean()]),
        type: z.string(),
        fieldKey: z.string().optional(),
      }),
    )
    .optional()
    .describe('The answered values themselves'),
  typedQuery: TypedQuery.optional().describe('The deterministic query that gave the figures: it can be run again'),
  channelLinks: z.array(z.object({ channelId: z.string(), name: z.string(), url: PageUrl })).optional(),
  sources: AnswerSources.optional().describe('Where the answer comes from, best first'),
});
export type Answer = z.infer<typeof Answer>;

/** A question in prose. */
export const QuestionText = z
  .string()
  .refine((text) => !isLongerThan(text, limits.question), `must be at most ${limits.question} characters`)
  .refine(
    (text) => text.trim().length > 0 && text.isWellFormed() && !text.includes('\0'),
    `must be 1 to ${limits.question} characters of text`,
  );

export const QueryStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export type QueryStatus = z.infer<typeof QueryStatus>;

const pollAfterMs = z.int().describe('How long to wait before asking again');

/** A session query that was just stored. */
export const QueuedQuery = z.object({
  id: z.string(),
  mode: z.literal('session'),
  status: z.literal('queued'),
  sessionId: z.string(),
  pollAfterMs,
});

/** A question in prose with its progress. Typed queries are answered at once and not stored. */
const asked = {
  id: z.string(),
  mode: z.literal('session'),
  status: QueryStatus.describe('Until it is completed, failed or cancelled it may be asked for again'),
  question: z.string(),
  sessionId: z.string(),
  channelId: z.string().optional(),
  viewId: z.string().optional(),
  createdAt: Timestamp,
  completedAt: Timestamp.optional().describe('When it came to a terminal status'),
};
const ListedQuery = z.object(asked);
export const Query = z.object({
  ...asked,
  pollAfterMs: pollAfterMs.optional(),
  ...Answer.partial().shape,
  error: z.object({ code: z.string(), detail: z.string() }).optional().describe('Why it failed'),
});
export type Query = z.infer<typeof Query>;

export const queries = {
  ask: operation({
    summary: 'A question in prose, answered beside the request: poll the query that it makes',
    scope: 'workspace.query',
    http: 'POST /api/workspace/queries',
    mode: 'session',
    status: 202,
    example: { mode: 'session', question: 'How many deals did we win last month?', channelId: 'sales' },
    input: () =>
      z
        .strictObject({
          mode: z.literal('session'),
          question: QuestionText,
          channelId: ChannelId.optional().describe(
            'Channel that it is about (ID or slug); default: all that may be read',
          ),
          viewId: ViewId.optional().describe('View of that channel that it is about (ID or slug)'),
          idempotencyKey: IdempotencyKey.optional(),
        })
        .refine(({ channelId, viewId }) => viewId === undefined || channelId !== undefined, {
          path: ['viewId'],
          message: 'needs the channelId of its channel',
        }),
    output: () => z.object({ query: QueuedQuery }),
  }),
  list: operation({
    summary: "The caller's own session queries, newest first",
    scope: 'workspace.query',
    http: 'GET /api/workspace/queries',
    input: () =>
      z.strictObject({
        mode: z.enum(['session', 'deterministic']).optional().describe('Typed queries are not kept'),
        status: QueryStatus.optional(),
        ...pageInput,
      }),
    output: () => z.object({ queries: z.array(ListedQuery), ...pageOutput }),
  }),
  get: operation({
    summary: 'A session query of the caller: its status, and once it is completed its answer',
    scope: 'workspace.query',
    http: 'GET /api/workspace/queries/{queryId}',
    input: () => z.strictObject({ queryId: QueryId }),
    output: () => z.object({ query: Query }),
  }),
  cancel: operation({
    summary: 'Stop a session query that is not terminal; one that is stays as it is',
    scope: 'workspace.query',
    http: 'POST /api/workspace/queries/{queryId}/cancel',
    example: { idempotencyKey: 'cancel-1' },
    input: () => z.strictObject({ queryId: QueryId, idempotencyKey: IdempotencyKey.optional() }),
    output: () => z.object({ query: Query }),
  }),
  run: operation({
    summary: 'A typed query, answered at once: exact figures, or rows of a Data Set or sheet',
    scope: 'workspace.query',
    http: 'POST /api/workspace/queries',
    mode: 'deterministic',
    example: {
      mode: 'deterministic',
      channelId: 'sales',
      objectTypeId: 'ot_01k6zq3v8me2t9x4c7r5hbnd0a',
      operation: 'aggregate',
      groupBy: ['owner', { field: 'closed_on', interval: 'month' }],
      metrics: [{ alias: 'won', function: 'sum', field: 'amount' }],
      filters: [{ field: 'stage', operator: 'eq', value: 'won' }],
      orderBy: [{ field: 'won', direction: 'desc' }],
    },
    input: () =>
      TypedQuery.extend({
        cursor: pageInput.cursor.describe(
          'operation records: nextCursor of the same query, which may have another limit',
        ),
      }),
    output: () =>
      z.object({
        query: z.object({
          id: z.string(),
          mode: z.literal('deterministic'),
          status: z.literal('completed'),
          operation: z.enum(['records', 'aggregate', 'view']),
        }),
        data: z.object({
          columns: z.array(Column).optional(),
          rows: z.array(Row).optional(),
          completeness: Completeness.optional(),
          leftOut: LeftOut.optional(),
          widgets: z.array(Widget).optional(),
        }),
        nextCursor: z.string().optional().describe('operation records: present only when rows remain'),
      }),
  }),
};

export { Widget as WidgetResultSchema };

export type QueryInput = z.output<typeof queries.run.input>;
export type QueryAnswer = Omit<z.input<typeof queries.run.output>, 'query'>;
export type QueryData = QueryAnswer['data'];
