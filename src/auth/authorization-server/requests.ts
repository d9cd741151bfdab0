import type { ParsedUrlQuery } from 'node:querystring';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { limits } from '../../../schemas/limits.ts';
import { scopes, usualScopes } from '../../../schemas/operation.ts';
import type { Database } from '../../store/database.ts';
import { audienceNamed, audiencesOf, spellingsOf } from '../audiences.ts';
import { findClient, scopesOfClient } from './clients.ts';

/**
 * Normalizes an authorization request for oidc-provider. It keeps the workspace's scopes that the client is registered
 * for. A client that asks for none is given the usual ones. It lists the resource in every spelling, because the token
 * request may use another. Only answers in the query are supported, because others need script. Invalid parameters are
 * kept, so that oidc-provider refuses them.
 */
export async function completed(query: ParsedUrlQuery, publicUrl: string, database: Database): Promise<ParsedUrlQuery> {
  return {
    ...query,
    ...(await registeredScope(query, database)),
    resource: resourcesOf(query.resource, publicUrl),
    ...(query.response_mode !== undefined && query.response_mode !== 'query' && { response_mode: 'unsupported' }),
  };
}

async function registeredScope({ client_id: id, scope = usualScopes.join(' ') }: ParsedUrlQuery, database: Database) {
  if (typeof id !== 'string' || typeof scope !== 'string') return {};
  const registered = scopesOfClient(await database.read((db) => findClient(db, id)));
  const refused = new Set<string>(scopes.filter((one) => !registered.includes(one)));
  const asked = scope.split(' ');
  const allowed = asked.filter((one) => !refused.has(one));
  return { scope: allowed.some((one) => scopes.includes(one as never)) ? allowed.join(' ') : scope };
}

function resourcesOf(asked: string | string[] | undefined, publicUrl: string): string[] {
  const resources = asked === undefined ? audiencesOf(publicUrl).slice(0, 1) : [asked].flat();
  return [
    ...new Set(
      resources.flatMap((resource) => {
        const audience = audienceNamed(publicUrl, resource);
        return audience === undefined ? resource : spellingsOf(audience);
      }),
    ),
  ];
}

/** Throws `InvalidRequest` if a request exceeds `limits`, because nobody is signed in yet. */
export async function requireBounded({ oidc }: KoaContextWithOIDC): Promise<void> {
  const { redirect_uri: _registered, ...kept } = oidc.params ?? {};
  const bytes = Object.values(kept)
    .flat()
    .reduce((sum: number, value) => sum + bytesOf(value), 0);
  if (bytesOf(kept.state) > limits.authorizationState)
    throw new errors.InvalidRequest(`state must be at most ${limits.authorizationState} bytes`);
  if (bytes > limits.authorizationRequest)
    throw new errors.InvalidRequest(
      `all parameters but redirect_uri must be at most ${limits.authorizationRequest} bytes together`,
    );
}

const bytesOf = (value: unknown): number => (typeof value === 'string' ? Buffer.byteLength(value) : 0);
