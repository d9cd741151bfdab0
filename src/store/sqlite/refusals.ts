import SQLite from 'better-sqlite3';
import { WorkspaceError } from '../../../schemas/errors.ts';

/** The file holds data that no workspace can have written, or is not a database. */
export class DamagedDatabaseError extends WorkspaceError {
  constructor(reason: string) {
    super('unavailable', `The database of this workspace is damaged (${reason}); restore it from a backup.`);
  }
}

export function readOnlyRefusal(): WorkspaceError {
  return new WorkspaceError(
    'forbidden',
    'This workspace is open for reading only; start it without --read-only to change it.',
  );
}

export const closing = () =>
  new WorkspaceError('unavailable', 'The workspace is being closed; nothing was stored. Try again in a moment.');

export const isBusy = (error: unknown): boolean => hasCode(error, 'SQLITE_BUSY');

/**
 * Translates errors of the engine or the file system into refusals. Any other error is a defect and returned unchanged.
 */
export function storageError(error: unknown): unknown {
  if (isBusy(error))
    return unavailable('Another process keeps the workspace busy; nothing was stored. Try again in a moment.');
  if (hasCode(error, 'SQLITE_FULL') || isOfSystem(error, 'ENOSPC', 'EDQUOT'))
    return unavailable('The disk is full; nothing was stored. Free some space and try again.');
  if (hasCode(error, 'SQLITE_READONLY') || isOfSystem(error, 'EROFS', 'EACCES', 'EPERM'))
    return unavailable('The data folder cannot be written; nothing was stored. Check its permissions.');
  if (hasCode(error, 'SQLITE_IOERR') || isOfSystem(error, 'EIO'))
    return unavailable('The disk fails to read or write; nothing was stored. Check it, and that it has space left.');
  if (isOfSystem(error, 'EMFILE', 'ENFILE'))
    return unavailable('Too many files are open; nothing was stored. Try again in a moment.');
  if (hasCode(error, 'SQLITE_CANTOPEN'))
    return unavailable(
      'The database in the data folder cannot be opened. Check the permissions of the folder and its files.',
    );
  if (hasCode(error, 'SQLITE_CORRUPT') || hasCode(error, 'SQLITE_NOTADB'))
    return new DamagedDatabaseError((error as Error).message);
  return error;
}

const unavailable = (detail: string) => new WorkspaceError('unavailable', detail);

/** Whether a file operation failed with one of these codes. */
const isOfSystem = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

function hasCode(error: unknown, code: string): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith(code);
}
