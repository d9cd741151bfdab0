import type { Workspace } from '../../../schemas/index.ts';
import type { Row, TypedQuery } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import type { Value } from '../figures/written.ts';
import type { Word } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { planOf } from './plan.ts';
import type { Assumption, Plan } from './plans.ts';

export interface PlainAnswer {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
  /** Whether no word is ambiguous and the table confirms all assumptions. */
  readonly isExact: boolean;
  /** Words that are ambiguous. */
  readonly unsure: readonly string[];
  /** Other reasons why the answer is not exact, in sentences. */
  readonly remarks: readonly string[];
}

/** The figures of a question whose every word the table explains. */
export async function answerPlainly(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const plan = planOf(words, subject, cells, new Date().toISOString().slice(0, 10));
  if (!plan) return undefined;
  const data = await dataOf(oneMore(plan), workspace);
  if (!data) return undefined;
  const rows = data.rows ?? [];
  const isWhole = plan.ties !== undefined || plan.cut !== undefined || data.completeness?.complete !== false;
  const { limit = rows.length } = plan.query;
  const answer = answerOf(plan, rows.slice(0, limit));
  if (!answer || (!isWhole && plan.query.limit === undefined)) return undefined;
  const remarks = [
    ...(isWhole ? [] : ['There are more.']),
    ...(plan.isOne && answer.values.length > 1 ? ['Several are found where one is asked for.'] : []),
    ...(partsEquals(plan, rows) ? ['Others have as much as the last of these.'] : []),
    ...(await mistaken(plan.assumes ?? [], workspace)),
  ];
  const isExact = plan.unsure.length + remarks.length === 0;
  return { ...answer, isExact, unsure: plan.unsure, remarks };
}

/** The row after the last one tells whether it ties with the last. */
const oneMore = ({ query, cut }: Plan): TypedQuery =>
  cut === undefined ? query : { ...query, limit: query.limit! + 1 };

/** Whether more rows tie with the last of the answer. */
function partsEquals({ query: { limit }, cut, ties }: Plan, rows: readonly Row[]): boolean {
  if (ties !== undefined) return rows.length === limit && rows[0]![ties] === rows.at(-1)![ties];
  const next = cut === undefined ? undefined : rows[limit!];
  return next !== undefined && next[cut!] === rows[limit! - 1]![cut!];
}

/** The remarks on the assumptions that the table does not confirm. */
async function mistaken(assumptions: readonly Assumption[], workspace: Workspace): Promise<string[]> {
  const remarks: string[] = [];
  for (const { query, holds, otherwise } of assumptions) {
    const data = await dataOf(query, workspace);
    if (!data || !holds(data.rows ?? [])) remarks.push(otherwise);
  }
  return remarks;
}

function answerOf(plan: Plan, rows: readonly Row[]): Pick<PlainAnswer, 'values' | 'typedQuery'> | undefined {
  const { query, column, field, ties } = plan;
  const first = ties === undefined ? undefined : rows[0]?.[ties];
  const kept = ties === undefined ? rows : rows.filter((row) => row[ties] === first);
  const found = kept.flatMap((row) => (row[column] ?? []) as Value['value'] | Value['value'][]);
  if (found.length === 0) return undefined;
  const isList = query.operation === 'records';
  const values = isList && column !== 'title' ? [...new Set(found)] : found;
  const type = field?.type ?? (column === 'title' ? 'text' : 'number');
  const fieldKey = field?.key ?? (column === 'title' ? 'title' : undefined);
  return {
    values: values.map((value) => ({ value, type, ...(fieldKey !== undefined && { fieldKey }) })),
    typedQuery: ties === undefined ? query : { ...query, limit: kept.length },
  };
}
