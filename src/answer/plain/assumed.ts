import type { Workspace } from '../../../schemas/index.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import { monthNames } from '../language/lexicon/numbers.ts';
import type { Word } from '../language/words.ts';
import type { Subject } from '../subjects/subjects.ts';
import { isDate } from './named.ts';
import type { Planned } from './plan.ts';
import type { Assumption } from './plans.ts';
import { monthWords } from './times/calendar.ts';

const inYear = new RegExp(String.raw`\b(?:${monthWords}|quarter|q[1-4])\b`, 'u');
const saysYear = /\b(?:(?:19|20)\d\d|this|last|past|previous|current|next|coming)\b/u;

/** Whether a month or quarter is named, and nothing says of which year. */
export function lacksYear(words: readonly Word[]): boolean {
  const text = words.map(({ folded }) => folded).join(' ');
  return inYear.test(text) && !saysYear.test(text);
}

/** Whether an answer found no record. */
export const isNothing = (answer: { readonly values: readonly { readonly value: unknown }[] } | undefined): boolean =>
  answer === undefined || (answer.values.length === 1 && [0, null].includes(answer.values[0]!.value as number | null));

/** The last day of the date that a plan has a condition on. */
export async function lastDayOf({ query }: Planned, subject: Subject, workspace: Workspace) {
  const conditions = new Set((query.filters ?? []).flatMap((filter) => ('field' in filter ? filter.field : [])));
  const date = subject.fields.find((field) => isDate(field) && conditions.has(field.key));
  if (!date) return undefined;
  const metrics = [{ alias: 'last_day', function: 'maximum' as const, field: date.key }];
  const data = await dataOf({ mode: 'deterministic', ...subject.of, operation: 'aggregate', metrics }, workspace);
  const last = data?.rows?.[0]?.['last_day'];
  return typeof last === 'string' ? last.slice(0, 10) : undefined;
}

/** The first and the last day of a period. */
type Period = readonly [from: string, to: string];

/** The days between which a plan looks. */
export function periodOf({ query }: Planned, { fields }: Subject): Period | undefined {
  const dates = new Set(fields.filter(isDate).map(({ key }) => key));
  const condition = query.filters?.find((filter) => 'field' in filter && dates.has(filter.field));
  const days = condition && 'value' in condition ? [condition.value].flat() : [];
  const [from, to = from] = days.filter((day) => typeof day === 'string' && /^\d{4}-\d\d-\d\d/u.test(day));
  return typeof from === 'string' && typeof to === 'string' ? [from, to] : undefined;
}

export const yearOf = ([from]: Period): string => from.slice(0, 4);

/** The remark on figures of another period than the latest. */
export const insteadOf = (period: Period, other: Period | undefined): string | undefined =>
  other && `Nothing is recorded in ${named(period)}; this is ${named(other)}.`;

/** A month by its name, and any other period by its year. */
const named = ([from, to]: Period): string =>
  from.slice(0, 7) === to.slice(0, 7)
    ? `${monthNames[Number(from.slice(5, 7)) - 1]!} ${from.slice(0, 4)}`
    : from.slice(0, 4);

/** A plan with the remarks on what its table made of it. */
export interface Remarked extends Planned {
  readonly remarks: readonly string[];
}

/** "With a discount" leaves a discount of 0 out, where the table holds such records. */
export async function withAmounts(plan: Planned, workspace: Workspace): Promise<Remarked> {
  const { assumes = [], query } = plan;
  const failed: Assumption[] = [];
  for (const one of assumes) {
    const data = one.amount === undefined ? undefined : await dataOf(one.query, workspace);
    if (data && !one.holds(data.rows ?? [])) failed.push(one);
  }
  const amounts = new Set(failed.map(({ amount }) => amount));
  const filters = query.filters?.map((filter) => aboveZero(filter, amounts));
  return {
    ...plan,
    query: failed.length > 0 && filters ? { ...query, filters } : query,
    assumes: assumes.filter((one) => !failed.includes(one)),
    remarks: failed.map(({ otherwise }) => otherwise),
  };
}

const aboveZero = (filter: Filters[number], keys: ReadonlySet<string | undefined>): Filters[number] =>
  'field' in filter && keys.has(filter.field) && filter.operator === 'is_not_empty'
    ? { field: filter.field, operator: 'gt', value: 0 }
    : filter;
