import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/store/sqlite/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The names of the tables of an empty workspace. */
    readonly tables: string[];
  }
}

/** Once before all tests: what of the schema no answer may name. */
export default async function setup({ provide }: TestProject): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  const database = await openDatabase({ path: join(folder, 'schema.db') });
  try {
    const { rows } = await database.read((db) =>
      sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db),
    );
    provide(
      'tables',
      rows.map(({ name }) => name),
    );
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}
