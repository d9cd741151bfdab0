import type { Workspace } from '../../../schemas/index.ts';
import type { Row, TypedQuery } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import type { Value } from '../figures/values.ts';
import type { Word } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { isDate, isNumber } from './named.ts';
import { insteadOf, isNothing, lacksYear, lastDayOf, periodOf, withAmounts, yearOf } from './assumed.ts';
import { planOf, type Planned } from './plan.ts';
import type { Assumption, Plan } from './plans.ts';

export interface PlainAnswer {
  readonly values: readonly Value[];
  readonly typedQuery: TypedQuery;
  /** The place in an order that is asked for. */
  readonly nth?: number;
  /** Whether no word is ambiguous and the table confirms all assumptions. */
  readonly isExact: boolean;
  /** Words that are ambiguous. */
  readonly unsure: readonly string[];
  /** Words that the answer ignores. */
  readonly unread?: readonly string[];
  /** Other reasons why the answer is not exact, in sentences. */
  readonly remarks: readonly string[];
}

/**
 * The figures of a question whose every word the table explains, or all but a few where it `isLenient`. "In June" means
 * the latest June. Where the records end in an earlier year, it means their latest June.
 */
export async function answerPlainly(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
  isLenient = false,
): Promise<PlainAnswer | undefined> {
  const today = new Date().toISOString().slice(0, 10);
  const planOn = (day: string) => planOf(words, subject, cells, day, isLenient);
  const plan = planOn(today);
  const answer = plan && (await answerOfPlan(words, plan, subject, workspace));
  if (!plan || !isNothing(answer) || !lacksYear(words)) return answer;
  const last = await lastDayOf(plan, subject, workspace);
  const period = periodOf(plan, subject);
  if (last === undefined || !period || last.slice(0, 4) >= yearOf(period)) return answer;
  const earlier = planOn(last);
  const found = earlier && (await answerOfPlan(words, earlier, subject, workspace));
  const remark = earlier && insteadOf(period, periodOf(earlier, subject));
  if (!found || !remark || isNothing(found)) return answer;
  return { ...found, isExact: false, remarks: [...found.remarks, remark] };
}

async function answerOfPlan(words: readonly Word[], asked: Planned, subject: Subject, workspace: Workspace) {
  const plan = await withAmounts(asked, workspace);
  const data = await dataOf(oneMore(plan), workspace);
  if (!data) return undefined;
  const rows = data.rows ?? [];
  const isWhole =
    plan.ties !== undefined ||
    plan.cut !== undefined ||
    plan.nth !== undefined ||
    data.completeness?.complete !== false;
  const { limit = rows.length } = plan.query;
  const answer = answerOf(plan, rows.slice(0, limit));
  if (!answer || (!isWhole && (plan.isCounted || plan.query.limit === undefined))) return undefined;
  if (listsWorth(plan, subject, answer.values, words)) return undefined;
  const remarks = [
    ...(isWhole ? [] : ['There are more.']),
    ...(words.at(-2)?.folded === 'or' && words.at(-1)?.folded === 'what'
      ? ['It may be asked which of these it is.']
      : []),
    ...(plan.isOne && answer.values.length > 1 ? ['Several are found where one is asked for.'] : []),
    ...(partsEquals(plan, rows)
      ? [plan.nth ? 'Others have as much.' : 'Others have as much as the last of these.']
      : []),
    ...(await mistaken(plan.assumes ?? [], workspace)),
    ...plan.remarks,
  ];
  const { unsure, unread } = plan;
  const isExact = unsure.length + unread.length + remarks.length === 0;
  return { ...answer, isExact, unsure, unread, remarks };
}

/** Whether single figures are found where a sum is asked for: "what did we earn in May", "revenue of Acme". */
const listsWorth = (plan: Planned, subject: Subject, { length }: readonly Value[], words: readonly Word[]): boolean =>
  plan.isOne === true &&
  length > 1 &&
  plan.rests?.includes('worth') === true &&
  plan.field !== undefined &&
  isNumber(plan.field) &&
  (isOfPeriod(plan, subject) || (speaksOfTakings(words) && !isOfTitle(plan)));

const isOfPeriod = (plan: Planned, subject: Subject): boolean =>
  periodOf(plan, subject) !== undefined &&
  plan.query.filters!.every(
    (filter) => 'field' in filter && (filter.operator === 'is_not_empty' || isDateOf(subject, filter.field)),
  );

const isOfTitle = ({ query: { filters = [] } }: Planned): boolean =>
  filters.some((filter) => 'field' in filter && filter.field === 'title');

/** Whether money is spoken of that comes in by all records together. */
const speaksOfTakings = (words: readonly Word[]): boolean =>
  words.some(({ folded }) => /^(?:earn(?:s|ed|ings)?|revenue|income|turnover|takings|proceeds)$/u.test(folded));

const isDateOf = ({ fields }: Subject, key: string): boolean =>
  fields.some((field) => field.key === key && isDate(field));

/** The row after the last one tells whether it ties with the last. */
const oneMore = ({ query, cut, nth }: Plan): TypedQuery =>
  cut === undefined && nth === undefined ? query : { ...query, limit: query.limit! + 1 };

/** Whether more rows tie with the last of the answer. */
function partsEquals({ query: { limit }, cut, nth, ties, column }: Plan, rows: readonly Row[]): boolean {
  if (nth) {
    // A number that is asked for is the same, however many records behind it have it.
    const around = nth.by === column ? [rows[nth.at - 2]] : [rows[nth.at - 2], rows[nth.at]];
    return around.some((row) => row?.[nth.by] === rows[nth.at - 1]![nth.by]);
  }
  if (ties !== undefined) return rows.length === limit && rows[0]![ties] === rows.at(-1)![ties];
  const next = cut === undefined ? undefined : rows[limit!];
  return next !== undefined && next[cut!] === rows[limit! - 1]![cut!];
}

/** The remarks on the assumptions that the table does not confirm. */
export async function mistaken(assumptions: readonly Assumption[], workspace: Workspace): Promise<string[]> {
  const remarks: string[] = [];
  for (const { query, holds, otherwise } of assumptions) {
    const data = await dataOf(query, workspace);
    if (!data || !holds(data.rows ?? [])) remarks.push(otherwise);
  }
  return remarks;
}

function answerOf(plan: Plan, rows: readonly Row[]): Pick<PlainAnswer, 'values' | 'typedQuery' | 'nth'> | undefined {
  const { query, column, field, nth, ties } = plan;
  const first = ties === undefined ? undefined : rows[0]?.[ties];
  const ranked = nth ? rows.slice(nth.at - 1) : rows;
  const kept = ties === undefined ? ranked : rows.filter((row) => row[ties] === first);
  const found = kept.flatMap((row) => (row[column] ?? []) as Value['value'] | Value['value'][]);
  if (plan.isCounted) return { values: [{ value: rows.length, type: 'number' }], typedQuery: query };
  if (found.length === 0 && query.having) return { values: [{ value: 0, type: 'number' }], typedQuery: query };
  if (found.length === 0) return undefined;
  const isList = query.operation === 'records';
  const isOfKinds = isList && column !== 'title' && !(field && isNumber(field));
  const values = isOfKinds ? [...new Set(found)] : found;
  const type = field?.type ?? (column === 'title' ? 'text' : 'number');
  const fieldKey = field?.key ?? (column === 'title' ? 'title' : undefined);
  return {
    values: values.map((value) => ({ value, type, ...(fieldKey !== undefined && { fieldKey }) })),
    ...(nth && { nth: nth.at }),
    typedQuery: ties === undefined ? query : { ...query, limit: kept.length },
  };
}
