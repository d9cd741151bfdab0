import type { FastifyInstance } from 'fastify';
import { scopes, usualScopes } from '../../../schemas/operation.ts';
import { metadataUrl } from './challenge.ts';
import { allowAnySite, cachedShortly, forAnySite } from '../headers.ts';
import { refuseOtherMethods } from '../methods.ts';

/** Publishes who issues the tokens of the gateway and of `/mcp` (RFC 9728). No token is needed. */
export function registerProtectedResources(app: FastifyInstance, isAuthorizationServer: boolean): void {
  for (const resource of ['', '/mcp'] as const) {
    const { pathname } = new URL(metadataUrl(app.publicUrl(), resource));
    app.get(pathname, { config: { anyone: true } }, async (_request, reply) => {
      reply.headers({ ...cachedShortly, ...forAnySite });
      return {
        ...metadataOf(app.publicUrl(), resource),
        ...(isAuthorizationServer && { authorization_servers: [app.publicUrl()] }),
      };
    });
    allowAnySite(app, pathname, 'GET');
    refuseOtherMethods(app, pathname, ['GET', 'OPTIONS']);
  }
}

const metadataOf = (publicUrl: string, resource: string) => ({
  resource: publicUrl + resource,
  resource_name: 'Workspace',
  scopes_supported: resource === '/mcp' ? usualScopes : scopes,
  bearer_methods_supported: ['header'],
});
