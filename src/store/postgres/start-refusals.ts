import { WorkspaceError } from '../../../schemas/errors.ts';
import { codeOf } from './refusals.ts';

export const unfit = (reason: string) =>
  new WorkspaceError('unavailable', `The database ${reason}. Nothing was changed.`);

/** Translates why no connection came about. */
export function startRefusal(error: unknown, location: string): unknown {
  if (error instanceof WorkspaceError || !(error instanceof Error)) return error;
  const reason = connectionFault(error, location);
  return reason === undefined ? error : new WorkspaceError('unavailable', `${reason}. Nothing was changed.`);
}

/** Says why no connection came about, without a full stop. The password is never said. */
export function connectionFault(error: Error, location: string): string | undefined {
  const { server, user, database } = partsOf(location);
  switch (codeOf(error)) {
    case '28P01':
      return `The server ${server} refuses the password of ${user}`;
    case '28000':
      return `The server ${server} does not let ${user} in; its pg_hba.conf says who may come, and whether encrypted`;
    case '3D000':
      return `The server ${server} has no database ${database}; make it with: createdb --encoding UTF8 ${database}`;
    case '42501':
      return `The server ${server} does not let ${user} into the database ${database}; grant it the right to connect`;
    case '53300':
      return `The server ${server} has no connection left; raise its max_connections`;
    case '08P01':
      return `At ${server} is a pooler, not a PostgreSQL server; name the server itself`;
    case undefined:
      return ofConnection(error, server);
    default:
      return `The server ${server} takes no connection (${codeOf(error)})`;
  }
}

function ofConnection(error: Error, server: string): string | undefined {
  const code = 'code' in error ? String(error.code) : undefined;
  if (/password must be a string|SASL/.test(error.message)) return `The server ${server} asks for a password`;
  if (/does not support SSL/.test(error.message)) return `The server ${server} takes no encrypted connections`;
  if (code !== undefined && /CERT|SIGNATURE|ERR_TLS/.test(code))
    return `The certificate of ${server} is not trusted (${code}); name its authority with sslrootcert=FILE`;
  if (code !== undefined && /^E[A-Z_]+$/.test(code)) return `The server ${server} does not answer (${code})`;
  if (/^(Connection terminated|timeout)/.test(error.message)) return `The server ${server} does not answer`;
  return undefined;
}

function partsOf(location: string) {
  const { hostname, port, username, pathname, searchParams } = new URL(location);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return {
    server: `${host}:${searchParams.get('port') ?? (port || '5432')}`,
    user: decodeURIComponent(username) || 'this user',
    database: decodeURIComponent(pathname.slice(1)),
  };
}
