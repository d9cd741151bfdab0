import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { workspaceApp } from '../../schemas/interfaces.ts';
import { limits } from '../../schemas/limits.ts';
import type { Database } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { isSameSecret } from '../store/secrets.ts';
import { sharedSeconds } from '../store/shared-time.ts';
import type { Db } from '../store/tables.ts';

/** Sessions and codes are rows of `authorizations`, so they expire and end with a user's other sign-ins. */
export const appSession = 'AppSession';
const code = 'AppSignInCode';

/** Extending a session with each request would write as often. */
const extendedAfterSeconds = 3_600;

/** The two halves of a new session: one for the cookie, one for the page. The database holds their digests. */
export interface NewAppSession {
  readonly cookie: string;
  readonly half: string;
}

interface SignedIn {
  readonly userId: string;
  /** The grant of the app, if the person signed in on the gateway's pages. */
  readonly grantId?: string | undefined;
  /** The browser's sign-in at the gateway's pages. */
  readonly signInUid?: string | undefined;
}

const secondsNow = () => Math.floor(Date.now() / 1_000);
const newSecret = () => randomBytes(32).toString('base64url');
const digestOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** Signs a user in to the app. Undefined if the user has been removed. */
async function startAppSession(tx: Db, by: SignedIn): Promise<NewAppSession | undefined> {
  const user = await tx
    .selectFrom('users')
    .select('tokens_valid_from')
    .where('id', '=', by.userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!user) return undefined;
  const [cookie, half] = [newSecret(), newSecret()];
  const now = await sharedSeconds(tx);
  const iat = Math.max(now, user.tokens_valid_from);
  const endsBy = now + limits.appSessionMostSeconds;
  await tx
    .insertInto('authorizations')
    .values({
      kind: appSession,
      id: digestOf(cookie),
      payload: JSON.stringify({ accountId: by.userId, half: digestOf(half), iat, endsBy }),
      client_id: workspaceApp.clientId,
      grant_id: by.grantId ?? null,
      session_uid: by.signInUid ?? null,
      expires_at: now + limits.appSessionSeconds,
    })
    .execute();
  return { cookie, half };
}

/** A new session takes the place of the one that the browser had. */
export async function replaceAppSession(
  tx: Db,
  earlier: string | undefined,
  person: SignedIn,
): Promise<NewAppSession | undefined> {
  if (earlier !== undefined) await endAppSession(tx, earlier, person.signInUid);
  return startAppSession(tx, person);
}

/** A session that has not ended, with its user's current role. */
export interface AppSession {
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly role: 'admin' | 'member';
  /** Seconds since 1970. */
  readonly since: number;
  isHalf(given: string): boolean;
  /** Its use by the page extends it, up to its longest life. */
  extend(): Promise<void>;
}

const find = prepared((db, { id, now }: { id: string; now: number }) =>
  db
    .selectFrom('authorizations as session')
    .innerJoin('users', (join) => join.on(sql<boolean>`users.id = session.payload ->> 'accountId'`))
    .select(['users.id as userId', 'users.organization_id as organizationId', 'users.role'])
    .select(['session.payload', 'session.expires_at as expiresAt'])
    .where('session.kind', '=', appSession)
    .where('session.id', '=', id)
    .where('session.expires_at', '>', now)
    .where('users.removed_at', 'is', null)
    .where(sql<boolean>`users.tokens_valid_from <= cast(session.payload ->> 'iat' as integer)`)
    .where(
      sql<boolean>`(session.grant_id is null or exists (select 1 from authorizations as standing
        where standing.kind = 'Grant' and standing.id = session.grant_id))`,
    ),
);

/** The session of a cookie. */
export async function findAppSession(database: Database, cookie: string): Promise<AppSession | undefined> {
  const [id, now] = [digestOf(cookie), secondsNow()];
  const [row] = await database.lookUp((db) => find(db, { id, now }));
  if (!row) return undefined;
  const { payload, expiresAt, ...user } = row;
  const { half, iat, endsBy } = JSON.parse(payload) as { half: string; iat: number; endsBy: number };
  const until = Math.min(now + limits.appSessionSeconds, endsBy);
  return {
    ...user,
    id,
    since: iat,
    isHalf: (given) => isSameSecret(digestOf(given), half),
    extend: async () => {
      if (until - expiresAt > extendedAfterSeconds) await extend(database, id, until);
    },
  };
}

/** A session that cannot be extended now, as on a full disk, is still good. */
async function extend(database: Database, id: string, until: number): Promise<void> {
  const change = (tx: Db) =>
    tx
      .updateTable('authorizations')
      .set({ expires_at: until })
      .where('kind', '=', appSession)
      .where('id', '=', id)
      .where('expires_at', '<', until)
      .execute();
  await database.write('service', change).catch(() => {});
}

/** Ends the session of a cookie with its grant. Also ends the browser's sign-in at the gateway's pages, but for a kept one. */
export const endAppSession = (tx: Db, cookie: string, keptSignIn?: string): Promise<boolean> =>
  endAppSessionNamed(tx, digestOf(cookie), keptSignIn);

/** The same by the ID under which a person's sign-ins list it. */
export async function endAppSessionNamed(tx: Db, id: string, keptSignIn?: string): Promise<boolean> {
  const ended = await tx
    .deleteFrom('authorizations')
    .where('kind', '=', appSession)
    .where('id', '=', id)
    .returning(['grant_id', 'session_uid'])
    .executeTakeFirst();
  if (!ended) return false;
  const { grant_id: grantId, session_uid: uid } = ended;
  if (grantId !== null) {
    await tx.deleteFrom('authorizations').where('kind', '=', 'Grant').where('id', '=', grantId).execute();
    await tx.deleteFrom('authorizations').where('grant_id', '=', grantId).execute();
  }
  if (uid !== null && uid !== keptSignIn)
    await tx.deleteFrom('authorizations').where('kind', '=', 'Session').where('session_uid', '=', uid).execute();
  return true;
}

/** Makes a code that signs a user in to the app once, within a minute. */
export async function newSignInCode(database: Database, userId: string): Promise<string> {
  const secret = newSecret();
  const iat = secondsNow();
  await database.write('service', (tx) =>
    tx
      .insertInto('authorizations')
      .values({
        kind: code,
        id: digestOf(secret),
        payload: JSON.stringify({ accountId: userId, iat }),
        expires_at: iat + limits.appSignInCodeSeconds,
      })
      .execute(),
  );
  return secret;
}

/** Uses a code up. Undefined if it was used, has expired or never existed. */
export async function useSignInCode(tx: Db, given: string): Promise<string | undefined> {
  const used = await tx
    .deleteFrom('authorizations')
    .where('kind', '=', code)
    .where('id', '=', digestOf(given))
    .returning(['payload', 'expires_at'])
    .executeTakeFirst();
  if (!used || used.expires_at <= secondsNow()) return undefined;
  return (JSON.parse(used.payload) as { accountId: string }).accountId;
}
