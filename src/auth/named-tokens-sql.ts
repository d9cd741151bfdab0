import { sql } from 'kysely';
import type { Scope } from '../../schemas/operation.ts';
import { newId } from '../store/ids.ts';
import { sharedSeconds } from '../store/shared-time.ts';
import type { Db } from '../store/tables.ts';
import { namedToken } from './grants.ts';

export interface NewNamedToken {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lifetimeSeconds: number;
}

/** A token with a name is a row of `authorizations`. It is listed, expires and ends like a sign-in. */
export interface NamedToken {
  readonly id: string;
  /** Seconds since 1970. */
  readonly since: number;
  readonly expiresAt: number;
}

export async function addNamedToken(
  tx: Db,
  { userId, name, scopes, lifetimeSeconds }: NewNamedToken,
): Promise<NamedToken> {
  const [id, since] = [newId('tok'), await sharedSeconds(tx)];
  const expiresAt = since + lifetimeSeconds;
  const payload = JSON.stringify({ accountId: userId, name, scope: scopes.join(' '), iat: since });
  await tx.insertInto('authorizations').values({ kind: namedToken, id, payload, expires_at: expiresAt }).execute();
  return { id, since, expiresAt };
}

/** The names of a person's tokens that still work. */
export async function tokenNamesOf(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('authorizations')
    .select(sql<string>`payload ->> 'name'`.as('name'))
    .where(sql`payload ->> 'accountId'`, '=', userId)
    .where('kind', '=', namedToken)
    .where('expires_at', '>', Math.floor(Date.now() / 1_000))
    .execute();
  return rows.map(({ name }) => name);
}
