import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../schemas/errors.ts';
import type { Scope } from '../../../schemas/operation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    publicUrl: () => string;
  }
  interface FastifyContextConfig {
    /** The protected resource that an address belongs to, where it is not the gateway as a whole. */
    resource?: '/mcp';
  }
  interface FastifyRequest {
    /** What a client whose token is refused shall ask for. */
    wantedScopes: readonly Scope[] | undefined;
  }
}

/** The address of a resource's RFC 9728 metadata. */
export function metadataUrl(publicUrl: string, resource = ''): string {
  const { origin, pathname } = new URL(publicUrl + resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`;
}

/** Tells a client whose token was refused why, where it gets one and which scopes it needs (RFC 6750, RFC 9728). */
export function challenge(code: ErrorCode, request: FastifyRequest): Record<string, string> {
  if (code !== 'unauthenticated' && code !== 'insufficient_scope') return {};
  const { server, headers, routeOptions, wantedScopes } = request;
  const refused = headers.authorization === undefined ? undefined : 'invalid_token';
  const parameters = {
    error: code === 'insufficient_scope' ? code : refused,
    scope: wantedScopes?.join(' '),
    resource_metadata: metadataUrl(server.publicUrl(), routeOptions.config?.resource),
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return { 'www-authenticate': `Bearer ${given.map(([name, value]) => `${name}="${value}"`).join(', ')}` };
}
