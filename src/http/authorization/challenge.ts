import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../schemas/errors.ts';
import type { Scope } from '../../../schemas/operation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: () => string;
  }
  interface FastifyContextConfig {
    /** The protected resource of an address; absent means the gateway as a whole. */
    resource?: '/mcp';
  }
  interface FastifyRequest {
    /** The scopes that a client shall request after its token was refused. */
    wantedScopes: readonly Scope[] | undefined;
  }
}

/** The address of a resource's RFC 9728 metadata. */
export function metadataUrl(publicUrl: string, resource = ''): string {
  const { origin, pathname } = new URL(publicUrl + resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`;
}

/**
 * The `WWW-Authenticate` header of a refused token: metadata address, reason and scopes needed (RFC 6750, RFC 9728).
 */
export function challenge(code: ErrorCode, request: FastifyRequest): Record<string, string> {
  if (code !== 'unauthenticated' && code !== 'insufficient_scope') return {};
  const { server, headers, routeOptions, wantedScopes } = request;
  const refused = headers.authorization === undefined ? undefined : 'invalid_token';
  const parameters = {
    resource_metadata: metadataUrl(server.publicUrl(), routeOptions.config?.resource),
    error: code === 'insufficient_scope' ? code : refused,
    scope: wantedScopes?.join(' '),
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return { 'www-authenticate': `Bearer ${given.map(([name, value]) => `${name}="${value}"`).join(', ')}` };
}
