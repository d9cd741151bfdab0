import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { keyRing } from '../auth/keys.ts';
import { tokenVerifier } from '../auth/tokens.ts';
import { type Config, originOf } from '../config.ts';
import { bearerAuthentication } from '../http/authenticate.ts';
import { createGateway } from '../http/gateway.ts';
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
  config: Pick<Config, 'dataFolder' | 'host' | 'port'>,
  log: FastifyBaseLogger,
): Promise<Listener> {
  const places = placesIn(config.dataFolder);
  const { installationId, services } = core;
  const keys = keyRing(places.signingKey);
  const verify = tokenVerifier({ keys, installationId, publicUrl: services.publicUrl });
  const app = createGateway({
    log,
    authenticate: bearerAuthentication(verify, services),
    workspaceFor: core.workspaceFor,
    checkReadiness: () => checkReadiness(services.database, places.blobs),
  });
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: originOf({ host: config.host, port }) };
}
