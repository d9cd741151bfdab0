import type { Workspace } from '../../../schemas/index.ts';
import type { Row, TypedQuery } from '../../../schemas/queries.ts';
import type { Value } from '../figures/written.ts';
import type { Word } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { planOf } from './plan.ts';
import type { Plan } from './plans.ts';

export interface PlainAnswer {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
}

/** The figures of a question that a table explains word by word. */
export async function answerPlainly(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const plan = planOf(words, subject, cells, new Date().toISOString().slice(0, 10));
  if (!plan) return undefined;
  const { data } = await workspace.queries.run(plan.query);
  const rows = data.rows ?? [];
  if (plan.ties === undefined && data.completeness?.complete === false && plan.query.limit === undefined)
    return undefined;
  return answerOf(plan, rows);
}

function answerOf(plan: Plan, rows: readonly Row[]): PlainAnswer | undefined {
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
