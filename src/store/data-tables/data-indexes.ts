import { createHash } from 'node:crypto';
import { dataTable } from './data-tables.ts';
import { engineOf } from '../engine.ts';
import type { Db } from '../tables.ts';

/** The sort terms of an index on records, as queries write them: `f3`, `(f3 is null) asc`, `folded(f3) desc`. */
export type IndexTerms = readonly string[];

/** An index on the records of a Data Set. */
export interface DataIndex {
  readonly terms: IndexTerms;
  /** A column: the index has only the records with a value in it. */
  readonly filled?: string | undefined;
}

/** The next SQL statement towards the wanted indexes of a Data Set; undefined once it has exactly them. */
export async function nextIndexChange(
  db: Db,
  dataSet: number,
  wanted: readonly DataIndex[],
): Promise<string | undefined> {
  const byName = new Map(wanted.map((index) => [indexName(dataSet, index), index]));
  const existing = await engineOf(db).indexNames(dataTable(dataSet), prefix(dataSet));
  const unused = existing.find((name) => !byName.has(name));
  if (unused !== undefined) return `drop index if exists ${unused}`;
  const [name, index] = [...byName].find(([missing]) => !existing.includes(missing)) ?? [];
  return index && `create index if not exists ${name} on ${dataTable(dataSet)} ${written(index)}`;
}

const prefix = (dataSet: number): string => `${dataTable(dataSet)}_of_views_`;

/** Views and queries that need the same index share it. */
export const indexName = (dataSet: number, index: DataIndex): string =>
  prefix(dataSet) + createHash('sha256').update(named(index)).digest('hex').slice(0, 16);

const named = ({ terms, filled = '' }: DataIndex): string => terms.join(', ') + filled;

const written = ({ terms, filled }: DataIndex): string =>
  `(${terms.join(', ')})${filled === undefined ? '' : ` where ${filled} is not null`}`;

/** The columns whose folded text an index holds. */
export const textColumns = (terms: IndexTerms): string[] =>
  terms.flatMap((term) => /^folded\((\w+)\)/.exec(term)?.slice(1) ?? []);

/** The columns of an index, each as often as its entries hold it. */
export const indexedColumns = (terms: IndexTerms): string[] =>
  terms.flatMap((term) => /\b(f\d+|title|id)\b/.exec(term)?.slice(1) ?? []);

/** SQL for the total bytes of columns, and for the longest value of each. */
export function textSizes(dataSet: number, columns: readonly string[]): string {
  const all = columns.map((column) => `coalesce(sum(octet_length(${column})), 0)`).join(' + ');
  const longest = columns.map((column) => `max(octet_length(${column}))`);
  return `select ${[all, ...longest].join(', ')} from ${dataTable(dataSet)}`;
}

/** SQL for how many records share the most frequent value of a column, and for its longest text. */
export const frequencies = (dataSet: number, column: string): string =>
  `select max(records), max(longest) from (select count(*) as records, max(octet_length(${column})) as longest
    from ${dataTable(dataSet)} where ${column} is not null group by ${column}) as value`;
