import pg from 'pg';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { diskFull, keptBusy, unavailable } from '../refusals.ts';

/** The server's own code of an error, such as `40001`. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined;

/** The functions of the schema refuse with this code. */
const refused = 'WS001';

const busy = new Set(['55P03', '40001', '40P01', '53300']);
const withoutRoom = new Set(['53100', '53200']);
/** The server is going down, coming up, or is a standby. */
const away = new Set(['57P01', '57P02', '57P03', '25006', '08000', '08003', '08006', '08001', '08004']);
const cannotHold = new Set(['22021', '22P05']);

/** Another process has had a lock for too long. */
export const isKeptWaiting = (error: unknown): boolean => codeOf(error) === '55P03';

/** An index has no room for a value. */
export const isTooLong = (error: unknown): boolean => codeOf(error) === '54000';

/** A transaction that met another one may succeed when it is begun again. */
export const mayRepeat = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === '40001' || code === '40P01' || code === '23505' || isTooLong(error) || isLost(error);
};

/** Whether the connection ended: nothing that was not committed is stored. */
export const isLost = (error: unknown): boolean => {
  const code = codeOf(error);
  if (code !== undefined) return away.has(code);
  return error instanceof Error && !(error instanceof WorkspaceError) && isOfConnection(error);
};

const isOfConnection = (error: Error): boolean =>
  ('code' in error && /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/.test(String(error.code))) ||
  /^(Connection terminated|Client has encountered|Client was closed|timeout exceeded when)/.test(error.message);

/** A move leaves a schema without tables. Tables of Data Sets may go by themselves. */
const isGone = (error: unknown): boolean => codeOf(error) === '42P01' && !(error as Error).message.includes('"data_');

export const closing = () => unavailable('The workspace is being closed; nothing was stored. Try again in a moment.');

export const inDoubt = () =>
  unavailable(
    'The connection to the database ended during the commit, so it may be stored. Look for it, then try again.',
  );

/** Translates errors of the server into refusals. Any other error is a defect and returned unchanged. */
export function storageError(error: unknown): unknown {
  const code = codeOf(error);
  if (isLost(error)) return unavailable('The database does not answer; nothing was stored. Try again in a moment.');
  if (code === undefined) return error;
  if (isTooLong(error))
    return unavailable('A long text had no room in an index, which was removed. Try again in a moment.');
  if (busy.has(code)) return keptBusy();
  if (isGone(error))
    return unavailable('The workspace is in this database no longer; nothing was stored. It may have moved.');
  if (withoutRoom.has(code)) return diskFull();
  if (cannotHold.has(code))
    return new WorkspaceError('invalid_request', 'A text holds the character NUL; remove it, then send it again.');
  if (code === refused) return new WorkspaceError('invalid_request', (error as Error).message);
  return error;
}
