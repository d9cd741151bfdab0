import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { fetchPublic } from '../auth/authorization-server/public-fetch.ts';
import { AuthorizationServer } from '../auth/authorization-server/server.ts';
import { keyRing } from '../auth/keys.ts';
import { tokenVerifier } from '../auth/tokens.ts';
import { type Config, originOf } from '../config.ts';
import { bearerAuthentication } from '../http/authenticate.ts';
import { createGateway } from '../http/gateway.ts';
import { workspaceEndpoint } from '../http/mcp-workspace.ts';
import { placesIn } from '../workspace/open.ts';
import { checkReadiness } from '../workspace/readiness.ts';
import { admitUser } from '../workspace/user-accounts.ts';
import type { Core } from './core.ts';

export interface Listener {
  readonly app: FastifyInstance;
  readonly url: string;
}

/** The gateway on an open core, listening; where people let applications in, if it says how. */
export async function listen(
  core: Core,
  config: Pick<Config, 'dataFolder' | 'host' | 'port' | 'allowedOrigins'> & { readonly version: string },
  log: FastifyBaseLogger,
  authorization?: Pick<Config, 'allowRegistration' | 'allowClientDocuments'>,
): Promise<Listener> {
  const places = placesIn(config.dataFolder);
  const { installationId, services } = core;
  const keys = keyRing(places.signingKey);
  const { database, publicUrl } = services;
  const verifier = tokenVerifier({ database, keys, installationId, publicUrl, admit: admitUser });
  const authenticate = bearerAuthentication(verifier, services);
  const { workspaceFor } = core;
  const app = createGateway({
    log,
    authenticate,
    workspaceFor,
    mcp: workspaceEndpoint({ authenticate, workspaceFor, version: config.version }),
    publicUrl,
    host: config.host,
    allowedOrigins: config.allowedOrigins,
    authorizationServer:
      authorization &&
      new AuthorizationServer({
        ...authorization,
        database: services.database,
        keys,
        verifier,
        publicUrl: services.publicUrl,
        fetchDocument: fetchPublic,
        secret: secretFor('authorization server', services.cursorSecret),
        onError: (error) => log.error({ err: error }, 'authorization failed'),
      }),
    checkReadiness: () => checkReadiness(services.database, places.blobs),
  });
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: originOf({ host: config.host, port }) };
}

/** Another secret of the installation for each purpose. */
const secretFor = (purpose: string, secret: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
