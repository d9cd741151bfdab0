import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * Lists to merge into a page, one for each place. A place is a person or a channel. The list is an index that begins
 * with the place. `next` selects the key beside a given key in the list of a place, in the direction of the page.
 */
export interface Source {
  readonly places: Sql;
  readonly next: (place: Sql, key: Sql) => Sql;
  /** Whether a key is to be listed, if its list holds others too. */
  readonly isListed?: (place: Sql, key: Sql) => Sql;
}

/** A key of a merged list. Its source is the number of the list's kind. */
export interface MergedKey<Key> {
  readonly key: Key;
  readonly source: number;
  readonly place: string;
  readonly isListed: 0 | 1;
}

/** Lists, and which of their keys to take: up to `most` from a key on. */
export interface Merging {
  readonly sources: readonly Source[];
  readonly from: Sql;
  readonly order: 'asc' | 'desc';
  readonly most: number;
}

/** A row for each list: `source`, the number of its kind, and `id`, its place. */
export const listsOf = ({ sources }: Merging): Sql =>
  sql.join(
    sources.map(({ places }, index) => sql`select ${sql.lit(index)} as source, id from (${places}) as reading`),
    sql` union all `,
  );

/** The key beside another in the list of a row with the column `source`. */
export const nextIn = ({ sources }: Merging, place: Sql, key: Sql): Sql =>
  sql`case source ${sql.join(
    sources.map((source, index) => sql`when ${sql.lit(index)} then (${source.next(place, key)})`),
    sql` `,
  )} end`;

/** The columns of merged keys that are `found`. */
export const mergedColumns = ({ sources }: Merging): Sql => {
  const some = sources.flatMap(({ isListed }, index) =>
    isListed
      ? [sql`when source = ${sql.lit(index)} then cast((${isListed(sql`found.place`, sql`found.key`)}) as integer)`]
      : [],
  );
  const isListed = some.length === 0 ? sql`1` : sql`case ${sql.join(some, sql` `)} else 1 end`;
  return sql`key, source, place, ${isListed} as "isListed"`;
};
