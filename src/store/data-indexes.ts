import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { dataTable } from './data-tables.ts';
import type { Db } from './database.ts';

/** What an index on the records of a Data Set is sorted by, as queries write it: `f3`, `(f3 is null) asc`, `folded(f3) desc`. */
export type IndexTerms = readonly string[];

export interface IndexChange {
  readonly name: string;
  /** The index to make; left out when the index is to go. */
  readonly terms?: IndexTerms;
}

/** The next step towards a Data Set's having exactly the wanted indexes; undefined when it has. */
export async function nextIndexChange(
  db: Db,
  dataSet: number,
  wanted: readonly IndexTerms[],
): Promise<IndexChange | undefined> {
  const byName = new Map(wanted.map((terms) => [indexName(dataSet, terms), terms]));
  const existing = await indexNames(db, dataSet);
  const unused = existing.find((name) => !byName.has(name));
  if (unused !== undefined) return { name: unused };
  const missing = [...byName].find(([name]) => !existing.includes(name));
  return missing && { name: missing[0], terms: missing[1] };
}

export async function changeIndex(tx: Db, dataSet: number, { name, terms }: IndexChange): Promise<void> {
  const change = terms
    ? sql`create index ${sql.id(name)} on ${sql.id(dataTable(dataSet))} (${sql.raw(terms.join(', '))})`
    : sql`drop index ${sql.id(name)}`;
  await change.execute(tx);
}

const prefix = (dataSet: number): string => `${dataTable(dataSet)}_of_views_`;

/** Views that need the same index share it. */
const indexName = (dataSet: number, terms: IndexTerms): string =>
  prefix(dataSet) + createHash('sha256').update(terms.join(', ')).digest('hex').slice(0, 16);

async function indexNames(db: Db, dataSet: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'index' and tbl_name = ${dataTable(dataSet)} and name glob ${`${prefix(dataSet)}*`} order by name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
