import { interactionPolicy, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { scopesIn } from '../../../schemas/operation.ts';
import type { Database } from '../../store/database.ts';
import { findClient } from './clients.ts';
import { consentedScopes } from './consents.ts';
import { leavesTheWeb } from './redirect-uris.ts';

/** oidc-provider's prompts, without its rule for native clients. Here `existingGrant` decides who is always asked. */
export function promptPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const accountGone = new interactionPolicy.Check(
    'account_gone',
    'the account no longer exists',
    ({ oidc }) => oidc.account === undefined,
  );
  policy.get('login')!.checks.add(accountGone);
  policy.get('consent')!.checks.remove('native_client_prompt');
  return policy;
}

/** Nobody vouches for a client that registered itself, or that any local program could impersonate. */
async function isAlwaysAsked({ oidc }: KoaContextWithOIDC, database: Database): Promise<boolean> {
  const client = await database.read((db) => findClient(db, oidc.client!.clientId));
  return client?.registeredBy !== 'operator' || leavesTheWeb(String(oidc.params?.redirect_uri));
}

/** The grant the person has just made. Else a new one, if they allowed the client as much before. */
export async function existingGrant(ctx: KoaContextWithOIDC, database: Database) {
  const { oidc } = ctx;
  const grantId = oidc.result?.consent?.grantId;
  if (grantId) return oidc.provider.Grant.find(grantId);
  if (oidc.promptPending('consent') || (await isAlwaysAsked(ctx, database))) return undefined;
  const { accountId } = oidc.account!;
  const { clientId } = oidc.client!;
  const allowed = await database.read((db) => consentedScopes(db, accountId, clientId));
  const isCovered = scopesIn(oidc.params?.scope as string).every((scope) => allowed.includes(scope));
  return isCovered ? newGrant(oidc.provider, accountId, clientId, oidc.params!) : undefined;
}

/** Each authorization has its own grant, so that revoking one spares the person's other devices. */
export async function newGrant(
  provider: Provider,
  accountId: string,
  clientId: string,
  { scope, resource }: Record<string, unknown>,
) {
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(scope as string);
  for (const one of [resource as string | string[]].flat())
    grant.addResourceScope(one, scopesIn(scope as string).join(' '));
  await grant.save();
  return grant;
}
