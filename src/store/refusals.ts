import { WorkspaceError } from '../../schemas/errors.ts';

export function readOnlyRefusal(): WorkspaceError {
  return new WorkspaceError(
    'forbidden',
    'This workspace is open for reading only; start it without --read-only to change it.',
  );
}

export const diskFull = () => unavailable('The disk is full; nothing was stored. Free some space and try again.');

export const notWritable = () =>
  unavailable('The data folder cannot be written; nothing was stored. Check its permissions.');

export const diskFails = () =>
  unavailable('The disk fails to read or write; nothing was stored. Check it, and that it has space left.');

export const keptBusy = () =>
  unavailable('Another process keeps the workspace busy; nothing was stored. Try again in a moment.');

export const unavailable = (detail: string) => new WorkspaceError('unavailable', detail);

export const leftWaiting = () =>
  unavailable('The client disconnected while its change waited for others; nothing was stored. Send it again.');

/** Translates errors of the file system into refusals. Any other error is a defect and returned unchanged. */
export function fileError(error: unknown): unknown {
  if (isOfSystem(error, 'ENOSPC', 'EDQUOT')) return diskFull();
  if (isOfSystem(error, 'EROFS', 'EACCES', 'EPERM')) return notWritable();
  if (isOfSystem(error, 'EIO')) return diskFails();
  if (isOfSystem(error, 'EMFILE', 'ENFILE'))
    return unavailable('Too many files are open; nothing was stored. Try again in a moment.');
  return error;
}

/** Whether a file operation failed with one of these codes. */
const isOfSystem = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

export const tooManyValues = (most: number) =>
  new WorkspaceError(
    'invalid_request',
    `A group has more than ${most.toLocaleString('en')} values, too many for this median. Filter more narrowly, or ask for fewer medians at once.`,
  );

export const tooManyItems = (most: number) =>
  new WorkspaceError(
    'invalid_request',
    `A field with several values holds more than ${most.toLocaleString('en')} different values, too many to count. Filter more narrowly, or count fewer fields at once.`,
  );
