import { sql } from 'kysely';
import { commandLine, workspaceApp } from '../../schemas/interfaces.ts';
import { type Scope, scopesIn, scopesOfRole } from '../../schemas/operation.ts';
import { limits } from '../../schemas/limits.ts';
import type { Db } from '../store/tables.ts';
import { prepared } from '../store/prepared.ts';
import { lightRows, type Scan, type ScannedRow } from '../store/scan.ts';
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

/**
 * A person's sign-ins that have not expired, in the order of their IDs. One who has very many tokens is searched for
 * elsewhere.
 */
export async function signInsOf(
  db: Db,
  scan: Scan,
  { userId, role }: Person,
  after: string,
  take: number,
): Promise<OwnSignIn[]> {
  const [counted] = await countAuthorizations(db, { userId });
  const statement = findSignIns(db, { userId, after, take, now: Math.floor(Date.now() / 1_000) });
  const rows = await scan(statement.compile(), { rows: counted!.count });
  return rows.map((row) => signInOf(row, role));
}

function signInOf([id, kind, payload, clientId, clientName, expiresAt]: ScannedRow, role: Person['role']): OwnSignIn {
  const { iat = 0, resources = {}, scope, name } = JSON.parse(String(payload)) as GrantOrSession;
  return {
    id: String(id),
    client:
      kind !== 'Session' && clientId != null
        ? { id: String(clientId), name: clientName == null ? nameOf(String(clientId)) : String(clientName) }
        : undefined,
    name: kind === namedToken ? name : undefined,
    scopes: kind === appSession ? scopesOfRole(role) : scopesIn(scope ?? Object.values(resources).join(' ')),
    since: iat,
    expiresAt: Number(expiresAt),
  };
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
/** As the index `authorizations_listed` has it. */
const isListed = sql<boolean>`authorizations.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;
/** The grant of a session of the app is not listed, because it ends with the session. */
const isGrantOfApp = sql<boolean>`kind = 'Grant' and coalesce(client_id, '') = ${workspaceApp.clientId}`;
const accountId = sql<string>`payload ->> 'accountId'`;

/** How many rows a search for a person's sign-ins may visit, up to one more than are visited here. */
const countAuthorizations = prepared((db, by: { userId: string }) => ({
  compile: () =>
    sql<{ count: number }>`select count(*) as count from (select 1 from authorizations
      where ${accountId} = ${by.userId} limit ${lightRows + 1}) as counted`.compile(db),
}));

const findSignIns = (db: Db, by: { userId: string; after: string; take: number; now: number }) =>
  db
    .selectFrom('authorizations')
    .leftJoin('clients', 'clients.id', 'authorizations.client_id')
    .select(['authorizations.id', 'kind', 'payload', 'client_id', 'clients.name', 'expires_at'])
    .where(accountId, '=', by.userId)
    .where(isListed)
    .where(sql<boolean>`not (${isGrantOfApp})`)
    .where('expires_at', '>', by.now)
    .where('authorizations.id', '>', by.after)
    .orderBy('authorizations.id')
    .limit(by.take);

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
