import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { keyFinder } from '../auth/keys.ts';
import { tokenVerifier } from '../auth/tokens.ts';
import { type Config, originOf } from '../config.ts';
import { type Authenticate, bearerAuthentication } from '../http/authenticate.ts';
import { createGateway } from '../http/gateway.ts';
import type { Metrics } from '../http/metrics.ts';
import { placesIn } from '../workspace/open.ts';
import { checkReadiness } from '../workspace/readiness.ts';
import type { Core } from './core.ts';

export interface Listener {
  readonly app: FastifyInstance;
  readonly url: string;
}

export interface ListenConfig
  extends Pick<Config, 'dataFolder' | 'host' | 'port' | 'allowedOrigins' | 'trustProxy' | 'rateLimit'> {
  readonly version: string;
}

/** The gateway on an open core, listening. */
export async function listen(
  core: Core,
  config: ListenConfig,
  log: FastifyBaseLogger,
  metrics?: Metrics,
): Promise<Listener> {
  const places = placesIn(config.dataFolder);
  const verify = tokenVerifier(keyFinder(places.signingKey), core.installationId);
  const app = createGateway({
    log,
    authenticate: counted(bearerAuthentication(verify, core.services), metrics),
    workspaceFor: core.workspaceFor,
    checkReadiness: () => checkReadiness(core.services.database, places.blobs),
    publicUrl: core.services.publicUrl,
    version: config.version,
    allowedOrigins: config.allowedOrigins,
    trustProxy: config.trustProxy,
    requestsAMinute: config.rateLimit,
    observe: metrics?.observe,
  });
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  return { app, url: originOf({ host: config.host, port }) };
}

/** Tells the metrics which tokens were good. */
function counted(authenticate: Authenticate, metrics: Metrics | undefined): Authenticate {
  if (!metrics) return authenticate;
  return async (headers) => {
    try {
      const caller = await authenticate(headers);
      metrics.countToken(true);
      return caller;
    } catch (error) {
      metrics.countToken(false);
      throw error;
    }
  };
}
