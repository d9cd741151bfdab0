import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Blobs } from '../blobs/blobs.ts';
import type { Database } from '../store/database.ts';

/** Versions whose content does not match their row. */
export async function* damagedVersions(database: Database): AsyncGenerator<string, void> {
  for await (const { id } of pages(database, 'artifact_versions')) {
    const row = await database.read((db) =>
      db
        .selectFrom('artifact_versions')
        .select(['content', 'size', 'sha256'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    const content = Buffer.from(row.content);
    const digest = createHash('sha256').update(content).digest('hex');
    if (digest !== row.sha256 || content.byteLength !== row.size) yield `${id}: its content is damaged`;
  }
}

/**
 * Files and extracted texts whose blob is missing or has another size. Digests are checked for each blob separately.
 */
export async function* missingBlobs(database: Database, blobs: Blobs): AsyncGenerator<string, void> {
  for (const [table, bytes] of Object.entries(namedBy)) {
    for await (const { id, sha256, size: expected } of pages(database, table as keyof typeof namedBy)) {
      const size = await blobs.size(sha256);
      if (size === undefined) yield `${id}: ${bytes} missing (blob ${sha256})`;
      else if (size !== expected)
        yield `${id}: ${bytes} of another size: ${size} bytes, not ${expected} (blob ${sha256})`;
    }
  }
}

const namedBy = { files: 'its bytes are', file_texts: 'the text extracted from it is' } as const;

const keys = { files: 'id', artifact_versions: 'id', file_texts: 'file_id' } as const;

async function* pages(database: Database, table: keyof typeof keys) {
  const key = sql.ref(keys[table]);
  let after = '';
  for (;;) {
    const page = sql<{ id: string; sha256: string; size: number }>`select ${key} as id, sha256, size
      from ${sql.table(table)} where ${key} > ${after} and sha256 is not null order by ${key} limit 500`;
    const { rows } = await database.read((db) => page.execute(db));
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
