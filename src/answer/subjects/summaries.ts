import type { Workspace } from '../../../schemas/index.ts';
import { textTypes } from '../../../schemas/fields.ts';
import type { Filters, TypedQuery } from '../../../schemas/queries.ts';
import { dataOf } from '../figures/data.ts';
import { listed } from '../language/listed.ts';
import type { Subject } from './subjects.ts';

/** The names of rows that sum up the rows above them. */
const called = listed('Total Totals Subtotal Grand_total Sum').flatMap((word) => {
  const text = word.replaceAll('_', ' ');
  return [text, `${text}:`, text.toLowerCase(), text.toUpperCase()];
});
const fieldsLooked = 5;

/**
 * The filters that exclude summary rows from the rows of a query; undefined when there are none. One of the first texts
 * of the table marks a summary row.
 */
export async function summaryIn(
  { filters = [] }: TypedQuery,
  { of, fields }: Subject,
  workspace: Workspace,
): Promise<Filters | undefined> {
  const texts = fields.filter(
    ({ key, type, queryable, multiple }) => queryable && !multiple && textTypes.has(type) && key !== 'title',
  );
  const keys = ['objectTypeId' in of ? ['title'] : [], texts.map(({ key }) => key)].flat().slice(0, fieldsLooked);
  if (keys.length === 0) return undefined;
  const isSummary = keys.map((field) => ({ field, operator: 'in' as const, value: called }));
  const among = [...filters, { or: isSummary }];
  const query = { mode: 'deterministic', operation: 'records', ...of, filters: among, fields: keys, limit: 1 } as const;
  const [row] = (await dataOf(query, workspace))?.rows ?? [];
  if (!row) return undefined;
  const holding = keys.filter((key) => called.includes(String(row[key])));
  const own = holding.filter((key) => key !== 'title');
  return (own.length > 0 ? own : holding).map((field) => ({ field, operator: 'neq' as const, value: row[field] }));
}
