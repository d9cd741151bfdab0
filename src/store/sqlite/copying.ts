import { closeSync, openSync } from 'node:fs';
import type { Database as Connection } from 'better-sqlite3';
import { storageError } from './refusals.ts';

/** More than a file may have: all pages are read in one step, which sees one moment, however many write meanwhile. */
const allPages = 0x7fff_ffff;

/** Writes the database as it is at one moment to a new file of mode 0600. Page by page: `VACUUM INTO` would number rows anew. */
export async function copyDatabase(connection: Connection, path: string): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600));
  try {
    await connection.backup(path, { progress: () => allPages });
  } catch (error) {
    throw storageError(error);
  }
}
