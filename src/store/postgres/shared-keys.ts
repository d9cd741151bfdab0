import { sql } from 'kysely';
import type { SharedText } from '../database.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** The sealed signing keys beside the installation. */
export const sharedKeysOf = (reader: Reader, writer: Pick<Writer, 'run'>): SharedText => ({
  async read() {
    const { rows } = await reader.read((db) =>
      sql<{ keys: string | null }>`select signing_keys as "keys" from installation`.execute(db),
    );
    return rows[0]?.keys ?? undefined;
  },
  replace: (current, next) =>
    writer.run('service', async (tx) => {
      const { rows } = await sql`update installation set signing_keys = ${next}
        where signing_keys is not distinct from cast(${current ?? null} as text) returning id`.execute(tx);
      return rows.length > 0;
    }),
});
