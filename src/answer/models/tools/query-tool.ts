import * as z from 'zod';
import { invalidRequest } from '../../../../schemas/errors.ts';
import { inputOf } from '../../../../schemas/input.ts';
import { Interval, MetricFunction, Operator } from '../../../../schemas/fields.ts';
import { limits } from '../../../../schemas/limits.ts';
import { Direction, type Row, TypedQuery, type WidgetResult } from '../../../../schemas/queries.ts';
import { channelIn, type Desk } from '../desk.ts';
import { inRoom } from '../room.ts';
import { modelTool } from './tool.ts';

const condition = z.looseObject({ field: z.string().optional(), operator: Operator.optional() });

export const runQuery = modelTool({
  name: 'run_query',
  description:
    'Exact figures over all records of a Data Set or rows of a sheet, or the rows themselves. Won amounts by month: {operation: "aggregate", groupBy: [{field: "closed_on", interval: "month"}], metrics: [{alias: "won", function: "sum", field: "amount"}], filters: [{field: "stage", operator: "eq", value: "won"}]}. Each result has a name (q1, q2 and so on) that answer can refer to.',
  input: z.strictObject({
    channelId: z.string().optional().describe('ID or slug, except with artifactId'),
    operation: z
      .enum(['records', 'aggregate', 'view'])
      .describe('records: rows; aggregate: figures; view: a saved View'),
    objectTypeId: z.string().optional().describe('Data Set, except with view and artifactId'),
    artifactId: z.string().optional().describe('In place of a Data Set: a sheet; records of one row show its columns'),
    fields: z.array(z.string()).optional().describe('records only: keep these keys beside id and title'),
    groupBy: z
      .array(z.union([z.strictObject({ field: z.string(), interval: Interval }), z.string()]))
      .optional()
      .describe('aggregate only: field keys, a date with its interval; without it one total'),
    metrics: z
      .array(z.strictObject({ alias: z.string(), function: MetricFunction, field: z.string().optional() }))
      .optional()
      .describe('aggregate only; count_rows takes no field'),
    filters: z
      .array(condition)
      .optional()
      .describe(
        '{field, operator, value}; all must hold. {or: […]} and {and: […]} nest. between takes [low, high]. Choices are given by key. within takes today|yesterday|this_/last_ week|month|quarter|year or past_/next_ 7_days|30_days',
      ),
    orderBy: z
      .array(z.strictObject({ field: z.string(), direction: Direction }))
      .optional()
      .describe('Field key or metric alias'),
    limit: z.int().min(1).max(limits.modelRows).optional().describe(`Rows, at most ${limits.modelRows}`),
    viewId: z.string().optional().describe('view only: ID or slug'),
  }),
  async run(desk, { limit = limits.modelRows, ...input }) {
    const { workspace } = desk;
    const body = inputOf(TypedQuery, {
      mode: 'deterministic',
      ...input,
      ...(input.channelId !== undefined && { channelId: channelIn(desk, input.channelId) }),
      ...(input.operation !== 'view' && { limit }),
    });
    const { data } = await workspace.queries.run(body);
    const results = data.widgets
      ? data.widgets.map(({ id, ...result }) => ({ ...result, body: { ...body, widgetIds: [id] } }))
      : [{ ...data, body }];
    return results.map((result) => told(desk, result)).join('\n');
  },
});

interface Result extends Omit<WidgetResult, 'id' | 'title' | 'type'> {
  readonly body: TypedQuery;
  readonly title?: string;
}

function told(
  { evidence, marking }: Desk,
  { body, title, columns = [], rows = [], completeness, error }: Result,
): string {
  if (error) return marking.mark({ type: 'refusal', ...(title !== undefined && { title }) }, error.detail);
  const { shown, left } = fitting(rows);
  const name = evidence.ran({ body, columns, rows: shown, isWhole: left === 0 });
  return [
    `This is ${name}.`,
    marking.mark({ type: 'columns', ...(title !== undefined && { title }) }, JSON.stringify(columns)),
    marking.mark({ type: 'rows', id: name }, shown.map((row) => JSON.stringify(row)).join('\n') || 'No rows.'),
    ...(left > 0 ? [`${left} more rows are not shown: ask for fewer fields.`] : []),
    ...(completeness?.complete === false ? ['Rows remain after these.'] : []),
  ].join('\n');
}

/** Refuses a first row that does not fit alone, because a cut row could give a wrong figure. */
function fitting(rows: readonly Row[]): { shown: readonly Row[]; left: number } {
  const lines = rows.map((row) => JSON.stringify(row));
  if (lines[0] !== undefined && lines[0].length > limits.modelResultCharacters)
    throw invalidRequest('/fields', 'must name fewer fields, because one row is too long to show');
  const { shown, left } = inRoom(lines);
  return { shown: rows.slice(0, shown.length), left };
}
