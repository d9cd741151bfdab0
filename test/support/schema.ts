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
    /** A database file that has them. */
    readonly emptyDatabase: string;
  }
}

/**
 * Runs once before all tests. It provides the names of the schema that no answer may tell. It also provides an empty
 * database to copy, because making tables takes time.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  const path = join(folder, 'schema.db');
  const database = await openDatabase({ path });
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
  }
  provide('emptyDatabase', path);
  return () => rm(folder, { recursive: true });
}
