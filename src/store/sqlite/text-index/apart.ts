import SQLite from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import type { Cut, Snippets } from '../../text-index.ts';
import type { Tables } from '../../tables.ts';
import { kyselyOn } from '../driver.ts';
import { addFunctions } from '../functions.ts';
import { createFullTextIndex, snippetsSql } from './fulltext.ts';

let index: Promise<Kysely<Tables>> | undefined;

let last: Promise<unknown> = Promise.resolve();

/**
 * Snippets of passages that another engine holds. An index of theirs is made in memory, and forgotten. Calls share the
 * index, so they follow one another.
 */
export function snippetsApart(cuts: readonly Cut[]): Promise<Snippets> {
  const cut = last.then(() => snippetsOf(cuts));
  last = cut.catch(() => {});
  return cut;
}

async function snippetsOf(cuts: readonly Cut[]): Promise<Snippets> {
  const db = await (index ??= startIndex());
  for (const { id, home, title, body } of cuts)
    await sql`insert into passages (id, resource_type, home, title, body) values (${id}, '', ${home}, ${title}, ${body})`.execute(
      db,
    );
  try {
    const { rows } = await snippetsSql(cuts).execute(db);
    return new Map(rows.map(({ passage, snippet }) => [passage, snippet]));
  } finally {
    await sql`delete from passages`.execute(db);
  }
}

async function startIndex(): Promise<Kysely<Tables>> {
  const connection = new SQLite(':memory:');
  addFunctions(connection);
  const db = kyselyOn(connection);
  await sql`create table passages (id integer primary key, resource_type text, home integer, title text, body text)`.execute(
    db,
  );
  await createFullTextIndex(db as unknown as Kysely<unknown>);
  return db;
}
