import { createHash } from 'node:crypto';
import { dataTable } from './data-tables.ts';
import { engineOf } from '../engine.ts';
import type { Db } from '../tables.ts';

/** The sort terms of an index on records, as queries write them: `f3`, `(f3 is null) asc`, `folded(f3) desc`. */
export type IndexTerms = readonly string[];

/** The next SQL statement towards the wanted indexes of a Data Set; undefined once it has exactly them. */
export async function nextIndexChange(
  db: Db,
  dataSet: number,
  wanted: readonly IndexTerms[],
): Promise<string | undefined> {
  const byName = new Map(wanted.map((terms) => [indexName(dataSet, terms), terms]));
  const existing = engineOf(db).indexNames(dataTable(dataSet), prefix(dataSet));
  const unused = existing.find((name) => !byName.has(name));
  if (unused !== undefined) return `drop index if exists ${unused}`;
  const [name, terms] = [...byName].find(([missing]) => !existing.includes(missing)) ?? [];
  return terms && `create index if not exists ${name} on ${dataTable(dataSet)} (${terms.join(', ')})`;
}

const prefix = (dataSet: number): string => `${dataTable(dataSet)}_of_views_`;

/** Views that need the same index share it. */
const indexName = (dataSet: number, terms: IndexTerms): string =>
  prefix(dataSet) + createHash('sha256').update(terms.join(', ')).digest('hex').slice(0, 16);

/** The columns whose folded text an index holds. */
export const textColumns = (terms: IndexTerms): string[] =>
  terms.flatMap((term) => /^folded\((\w+)\)/.exec(term)?.slice(1) ?? []);

/** SQL for the total bytes of columns, and for the longest value of each. */
export function textSizes(dataSet: number, columns: readonly string[]): string {
  const all = columns.map((column) => `total(octet_length(${column}))`).join(' + ');
  const longest = columns.map((column) => `max(octet_length(${column}))`);
  return `select ${[all, ...longest].join(', ')} from ${dataTable(dataSet)}`;
}
