import { interactionPolicy, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { workspaceApp } from '../../../schemas/interfaces.ts';
import { type Scope, scopesIn, scopesOfRole } from '../../../schemas/operation.ts';
import type { Database } from '../../store/database.ts';
import { type Client, findClient, scopesOfClient } from './clients.ts';
import { consentedScopes } from './consents.ts';
import { findPerson, type Person } from './people.ts';
import { leavesTheWeb } from './redirect-uris.ts';

/** The scopes that a client asks for, divided by whether this person can grant them. */
export interface Asked {
  readonly granted: readonly Scope[];
  readonly withheld: readonly Scope[];
}

/** Nobody grants a client more than it is registered for, nor a right that they lack. Only admins administer. */
export function askedOf(scope: unknown, client: Client | undefined, { role }: Pick<Person, 'role'>): Asked {
  const registered = scopesOfClient(client);
  const isGranted = (one: Scope) => registered.includes(one) && scopesOfRole(role).includes(one);
  const asked = scopesIn(String(scope));
  return { granted: asked.filter(isGranted), withheld: asked.filter((one) => !isGranted(one)) };
}

/**
 * oidc-provider's prompts, without its rule for native clients. Here `existingGrant` decides who is always asked. On
 * plain http other programs are sent the sign-in's cookie, so the app asks for the password each time.
 */
export function promptPolicy(publicUrl: string): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const isPlain = publicUrl.startsWith('http:');
  const accountGone = new interactionPolicy.Check(
    'account_gone',
    'the account no longer exists',
    ({ oidc }) => oidc.account === undefined,
  );
  const cookieIsShared = new interactionPolicy.Check(
    'cookie_is_shared',
    'the app signs nobody in by a cookie on plain http',
    ({ oidc }) => isPlain && oidc.client?.clientId === workspaceApp.clientId && !oidc.result?.login,
  );
  policy.get('login')!.checks.add(accountGone);
  policy.get('login')!.checks.add(cookieIsShared);
  policy.get('consent')!.checks.remove('native_client_prompt');
  return policy;
}

/** Nobody vouches for a client that registered itself, or that any local program could impersonate. */
const isAlwaysAsked = ({ oidc }: KoaContextWithOIDC, client: Client | undefined): boolean =>
  client?.registeredBy !== 'operator' || leavesTheWeb(String(oidc.params?.redirect_uri));

/** The grant the person has just made. Else a new one, if they allowed the client as much before, or it is the app. */
export async function existingGrant(ctx: KoaContextWithOIDC, database: Database) {
  const { oidc } = ctx;
  const grantId = oidc.result?.consent?.grantId;
  if (grantId) return oidc.provider.Grant.find(grantId);
  const { accountId } = oidc.account!;
  const { clientId } = oidc.client!;
  const client = await database.read((db) => findClient(db, clientId));
  const isApp = clientId === workspaceApp.clientId;
  if (oidc.promptPending('consent') || (!isApp && isAlwaysAsked(ctx, client))) return undefined;
  const person = await database.read((db) => findPerson(db, accountId));
  if (!person) return undefined;
  const asked = askedOf(oidc.params?.scope, client, person);
  if (isApp) return newGrant(oidc.provider, { accountId, clientId, asked }, oidc.params!);
  const allowed = await database.read((db) => consentedScopes(db, accountId, clientId));
  const isCovered = asked.granted.length > 0 && asked.granted.every((scope) => allowed.includes(scope));
  return isCovered ? newGrant(oidc.provider, { accountId, clientId, asked }, oidc.params!) : undefined;
}

/** Each authorization has its own grant, so that revoking one spares the person's other devices. */
export async function newGrant(
  provider: Provider,
  { accountId, clientId, asked }: { readonly accountId: string; readonly clientId: string; readonly asked: Asked },
  { scope, resource }: Record<string, unknown>,
) {
  const grant = new provider.Grant({ accountId, clientId });
  const [granted, withheld] = [asked.granted.join(' '), asked.withheld.join(' ')];
  grant.addOIDCScope(scope as string);
  if (withheld !== '') grant.rejectOIDCScope(withheld);
  for (const one of [resource as string | string[]].flat()) {
    grant.addResourceScope(one, granted);
    if (withheld !== '') grant.rejectResourceScope(one, withheld);
  }
  await grant.save();
  return grant;
}
