import { sql } from 'kysely';
import { commandLine, workspaceApp } from '../../schemas/interfaces.ts';
import { type Scope, scopesIn, scopesOfRole } from '../../schemas/operation.ts';
import { limits } from '../../schemas/limits.ts';
import type { Db } from '../store/tables.ts';
import { prepared } from '../store/prepared.ts';
import { appSession, endAppSessionNamed } from './app-sessions-sql.ts';
import { issued } from './forgetting.ts';
import { namedToken } from './grants.ts';

/** A browser where a person is signed in, the app's session, a grant of an application, or a token. */
export interface OwnSignIn {
  readonly id: string;
  readonly client: { readonly id: string; readonly name: string } | undefined;
  /** The name of a token. */
  readonly name: string | undefined;
  readonly scopes: readonly Scope[];
  /** Seconds since 1970. */
  readonly since: number;
  readonly expiresAt: number;
}

interface Person {
  readonly userId: string;
  readonly role: 'admin' | 'member';
}

/** A person's sign-ins that have not expired, in the order of their IDs. */
export async function signInsOf(db: Db, { userId, role }: Person, after: string, take: number): Promise<OwnSignIn[]> {
  const rows = await findSignIns(db, { userId, after, take, now: Math.floor(Date.now() / 1_000) });
  return rows.map(({ id, kind, payload, client_id, name, expires_at }) => {
    const { iat = 0, resources = {}, scope, name: given } = JSON.parse(payload) as GrantOrSession;
    return {
      id,
      client: kind !== 'Session' && client_id !== null ? { id: client_id, name: name ?? nameOf(client_id) } : undefined,
      name: kind === namedToken ? given : undefined,
      scopes: kind === appSession ? scopesOfRole(role) : scopesIn(scope ?? Object.values(resources).join(' ')),
      since: iat,
      expiresAt: expires_at,
    };
  });
}

interface GrantOrSession {
  readonly iat?: number;
  readonly resources?: Readonly<Record<string, string>>;
  readonly scope?: string;
  readonly name?: string;
}

/** A client that is not stored is built in, or its ID is the address of its document. */
const nameOf = (clientId: string) =>
  [commandLine, workspaceApp].find((client) => client.clientId === clientId)?.name ?? clientId;

const kinds = ['Grant', 'Session', appSession, namedToken] as const;
/** The grant of a session of the app is not listed, because it ends with the session. */
const isGrantOfApp = sql<boolean>`kind = 'Grant' and coalesce(client_id, '') = ${workspaceApp.clientId}`;
const accountId = sql<string>`payload ->> 'accountId'`;

const findSignIns = prepared((db, by: { userId: string; after: string; take: number; now: number }) =>
  db
    .selectFrom('authorizations')
    .leftJoin('clients', 'clients.id', 'authorizations.client_id')
    .select(['authorizations.id', 'kind', 'payload', 'client_id', 'clients.name', 'expires_at'])
    .where(accountId, '=', by.userId)
    .where('kind', 'in', kinds)
    .where(sql<boolean>`not (${isGrantOfApp})`)
    .where('expires_at', '>', by.now)
    .where('authorizations.id', '>', by.after)
    .orderBy('authorizations.id')
    .limit(by.take),
);

/** Ends one of a person's sign-ins and returns whether there was one. Codes and tokens are worth nothing without their grant. */
export async function endSignIn(tx: Db, userId: string, id: string): Promise<boolean> {
  const named = await tx
    .selectFrom('authorizations')
    .select('kind')
    .where(accountId, '=', userId)
    .where('kind', 'in', kinds)
    .where('id', '=', id)
    .executeTakeFirst();
  if (named?.kind === appSession) return endAppSessionNamed(tx, id);
  const { numDeletedRows } = await tx
    .deleteFrom('authorizations')
    .where(accountId, '=', userId)
    .where('kind', 'in', kinds)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes some of the codes and tokens of a grant that ended. Returns whether others may be left. */
export async function removeSomeIssued(tx: Db, grantId: string): Promise<boolean> {
  const { numDeletedRows } = await issued(tx, grantId).executeTakeFirst();
  return Number(numDeletedRows) === limits.rowsRemovedAtOnce;
}
