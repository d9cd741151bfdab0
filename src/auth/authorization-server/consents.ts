import { type Scope, scopesIn } from '../../../schemas/operation.ts';
import type { Db } from '../../store/tables.ts';

/** The scopes that a person has granted a client permanently. */
export async function consentedScopes(db: Db, userId: string, clientId: string): Promise<Scope[]> {
  const row = await db
    .selectFrom('consents')
    .select('scope')
    .where('user_id', '=', userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return scopesIn(row?.scope);
}

/** Adds to the scopes that the person has granted the client. */
export async function rememberConsent(tx: Db, userId: string, clientId: string, scopes: readonly Scope[]) {
  const scope = [...new Set([...(await consentedScopes(tx, userId, clientId)), ...scopes])].join(' ');
  const given = { scope, given_at: new Date().toISOString() };
  await tx
    .insertInto('consents')
    .values({ user_id: userId, client_id: clientId, ...given })
    .onConflict((conflict) => conflict.columns(['user_id', 'client_id']).doUpdateSet(given))
    .execute();
}
