import { closeSync, openSync } from 'node:fs';
import type { Database as Connection } from 'better-sqlite3';
import { storageError } from './refusals.ts';

/** More pages than a file may have. All are read in one step, which sees one moment despite writers. */
const allPages = 0x7fff_ffff;

/**
 * Writes a snapshot of the database to a new file of mode 0600. It copies pages, because `VACUUM INTO` would renumber
 * rows.
 */
export async function copyDatabase(connection: Connection, path: string): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600));
  try {
    await connection.backup(path, { progress: () => allPages });
  } catch (error) {
    throw storageError(error);
  }
}
