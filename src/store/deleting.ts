import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../schemas/limits.ts';
import type { Steps } from './database.ts';
import { prepared } from './prepared.ts';
import type { Db, Tables } from './tables.ts';

/** Deletes at most `limits.rowsRemovedAtOnce` rows of a table, and returns one row for each. `key` identifies a row. */
export const deleting = (
  table: keyof Tables,
  key: readonly string[],
  condition: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
) => {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return prepared((db, by: { id: string }) => ({
    compile: () =>
      sql<{ one: 1 }>`delete from ${sql.table(table)} where (${columns}) in (
        select ${columns} from ${sql.table(table)} where ${condition(sql`${by.id}`)} limit ${limits.rowsRemovedAtOnce})
        returning 1 as one`.compile(db),
  }));
};

export const byColumn = (column: string) => (id: RawBuilder<unknown>) => sql`${sql.ref(column)} = ${id}`;

type ClearSome = (tx: Db, by: { id: string }) => Promise<unknown[]>;

/** Deletes all of some kinds, each as `deleting` does. */
export async function* clearAll(tx: Db, id: string, kinds: Readonly<Record<string, ClearSome>>): Steps<void> {
  for (const clearSome of Object.values(kinds))
    while ((await clearSome(tx, { id })).length === limits.rowsRemovedAtOnce) yield;
}
