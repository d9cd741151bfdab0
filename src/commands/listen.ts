import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { keyFinder } from '../auth/keys.ts';
import { tokenVerifier } from '../auth/tokens.ts';
import { type Config, originOf } from '../config.ts';
import { bearerAuthentication } from '../http/authenticate.ts';
import { createGateway } from '../http/gateway.ts';
import { workspaceEndpoint } from '../http/mcp-workspace.ts';
import { placesIn } from '../workspace/open.ts';
import { checkReadiness } from '../workspace/readiness.ts';
import type { Core } from './core.ts';

export interface Listener {
  readonly app: FastifyInstance;
  readonly url: string;
}

/** The gateway on an open core, listening. */
export async function listen(
  core: Core,
  config: Pick<Config, 'dataFolder' | 'host' | 'port' | 'allowedOrigins'> & { readonly version: string },
  log: FastifyBaseLogger,
): Promise<Listener> {
  const places = placesIn(config.dataFolder);
  const verify = tokenVerifier(keyFinder(places.signingKey), core.installationId);
  const authenticate = bearerAuthentication(verify, core.services);
  const { workspaceFor } = core;
  const app = createGateway({
    log,
    authenticate,
    workspaceFor,
    mcp: workspaceEndpoint({ authenticate, workspaceFor, version: config.version }),
    publicUrl: core.services.publicUrl,
    host: config.host,
    allowedOrigins: config.allowedOrigins,
    checkReadiness: () => checkReadiness(core.services.database, places.blobs),
  });
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: originOf({ host: config.host, port }) };
}
