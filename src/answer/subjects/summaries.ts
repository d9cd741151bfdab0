import type { Workspace } from '../../../schemas/index.ts';
import { textTypes } from '../../../schemas/fields.ts';
import type { Filters, TypedQuery } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import type { Value } from '../figures/values.ts';
import { listed } from '../language/listed.ts';
import { isNameless, type Subject } from './subjects.ts';

/** The names of rows that sum up the rows above them. */
const written = (names: string): string[] =>
  listed(names).flatMap((word) => {
    const text = word.replaceAll('_', ' ');
    return [text, `${text}:`, text.toLowerCase(), text.toUpperCase()];
  });
const totals = written('Total Totals Subtotal Grand_total Sum');
/** The same of a table whose name says nothing. Elsewhere "Career" may be a topic. */
const totalsOrCareers = [...totals, ...written('Career Career_total Career_totals')];
/** Such names may say more: "Total (1–12)", "Total 2024". "Total Recall" is a film. */
const sumsUp = /^(?:grand |sub)?totals?\s*(?:[(:\d–-]|of\b|for\b)/iu;
const fieldsLooked = 5;
const headersLooked = 2;

/**
 * The filters that exclude summary rows from the rows of a query; undefined when there are none. One of the first texts
 * of the table marks a summary row. So does an answer that is the name of one. A row that repeats two headers is left
 * out as well.
 */
export async function summaryIn(
  { typedQuery: { filters = [] }, values }: { typedQuery: TypedQuery; values: readonly Value[] },
  subject: Subject,
  workspace: Workspace,
): Promise<Filters | undefined> {
  const { of, fields } = subject;
  const said = values.flatMap(({ fieldKey, value }) =>
    fieldKey !== undefined && sumsUp.test(String(value)) ? { field: fieldKey, operator: 'neq' as const, value } : [],
  );
  if (said.length > 0) return said;
  const texts = fields.filter(
    ({ key, type, queryable, multiple }) => queryable && !multiple && textTypes.has(type) && key !== 'title',
  );
  const keys = ['objectTypeId' in of ? ['title'] : [], texts.map(({ key }) => key)].flat().slice(0, fieldsLooked);
  if (keys.length === 0) return undefined;
  const called = isNameless(subject) ? totalsOrCareers : totals;
  const isSummary = keys.map((field) => ({ field, operator: 'in' as const, value: called }));
  const repeated = texts
    .slice(0, headersLooked)
    .map(({ key, label }) => ({ field: key, operator: 'eq' as const, value: label }));
  const isHeader = repeated.length < headersLooked ? [] : [{ and: repeated }];
  const among = [...filters, { or: [...isSummary, ...isHeader] }];
  const query = { mode: 'deterministic', operation: 'records', ...of, filters: among, fields: keys, limit: 1 } as const;
  const [row] = (await dataOf(query, workspace))?.rows ?? [];
  if (!row) return undefined;
  const holding = keys.filter((key) => called.includes(String(row[key])));
  if (holding.length === 0) return repeated.slice(0, 1).map((one) => ({ ...one, operator: 'neq' as const }));
  const own = holding.filter((key) => key !== 'title');
  return (own.length > 0 ? own : holding).map((field) => ({ field, operator: 'neq' as const, value: row[field] }));
}
