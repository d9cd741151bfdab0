import SQLite from 'better-sqlite3';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { diskFails, diskFull, fileError, keptBusy, notWritable, unavailable } from '../refusals.ts';

/** The file holds data that no workspace can have written, or is not a database. */
export class DamagedDatabaseError extends WorkspaceError {
  constructor(reason: string) {
    super('unavailable', `The database of this workspace is damaged (${reason}); restore it from a backup.`);
  }
}

export const closing = () =>
  new WorkspaceError('unavailable', 'The workspace is being closed; nothing was stored. Try again in a moment.');

export const isBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY');

/**
 * Translates errors of the engine or the file system into refusals. Any other error is a defect and returned unchanged.
 */
export function storageError(error: unknown): unknown {
  if (isBusy(error)) return keptBusy();
  if (hasCode(error, 'SQLITE_FULL')) return diskFull();
  if (hasCode(error, 'SQLITE_READONLY')) return notWritable();
  if (hasCode(error, 'SQLITE_IOERR')) return diskFails();
  if (hasCode(error, 'SQLITE_CANTOPEN'))
    return unavailable(
      'The database in the data folder cannot be opened. Check the permissions of the folder and its files.',
    );
  if (hasCode(error, 'SQLITE_CORRUPT') || hasCode(error, 'SQLITE_NOTADB'))
    return new DamagedDatabaseError((error as Error).message);
  return fileError(error);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith(code);
}
