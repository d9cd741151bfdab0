import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { fetchPublic } from '../auth/authorization-server/public-fetch.ts';
import { AuthorizationServer } from '../auth/authorization-server/server.ts';
import { tokenVerifier } from '../auth/tokens.ts';
import { type Config, originOf } from '../config.ts';
import { bearerAuthentication } from '../http/authorization/authenticate.ts';
import { EarlyReads } from '../http/authorization/early-reads.ts';
import { createGateway } from '../http/gateway.ts';
import type { Metrics } from '../http/metrics.ts';
import { bearerOrSession } from '../http/session/authenticate.ts';
import { Cookie } from '../http/session/cookies.ts';
import type { Caller } from '../workspace/operation/context.ts';
import { Invited } from '../workspace/people/acceptance.ts';
import { auditConsent } from '../workspace/people/consents.ts';
import { checkReadiness } from '../folder/readiness.ts';
import { admitUser } from '../workspace/people/user-accounts.ts';
import type { Core } from './core.ts';
import { listenAt } from './listening.ts';

export interface Listener {
  readonly app: FastifyInstance;
  readonly url: string;
}

export interface ListenConfig
  extends Pick<Config, 'host' | 'port' | 'allowedOrigins' | 'trustProxy' | 'rateLimit' | 'fileHosts'> {
  readonly version: string;
}

export interface ListenOptions {
  /** How people let applications in; without it only who has a token is served. */
  readonly authorization?: Pick<Config, 'allowRegistration' | 'allowClientDocuments'>;
  readonly metrics?: Metrics | undefined;
}

/** The gateway on an open core, listening. */
export async function listen(
  core: Core,
  config: ListenConfig,
  log: FastifyBaseLogger,
  { authorization, metrics }: ListenOptions = {},
): Promise<Listener> {
  const { installationId, services } = core;
  const signingKeys = await core.signingKeys();
  const keys = signingKeys.ring();
  const { database, blobs } = services;
  let own = originOf(config);
  const publicUrl = () => services.publicUrl() ?? own;
  const onRefusal = (reason: string) => log.info({ reason }, 'token refused');
  const verifier = tokenVerifier({ database, keys, installationId, publicUrl, admit: admitUser, onRefusal });
  const bearer = bearerAuthentication(verifier, services);
  const authenticate = counted(bearer, metrics);
  const sessions = authorization && { database, publicUrl, cookie: new Cookie(publicUrl, 'workspace', 'Strict') };
  const callerOf = counted(
    sessions ? bearerOrSession(bearer, sessions) : ({ headers }: FastifyRequest) => bearer(headers),
    metrics,
  );
  const { workspaceFor } = core;
  const app = createGateway({
    log,
    callerOf,
    earlyReads: database.file ? undefined : new EarlyReads(callerOf),
    sessions,
    workspaceFor,
    dataVersion: () => database.dataVersion(),
    mcp: async () => {
      const { workspaceEndpoint } = await import('../http/mcp/endpoint.ts');
      return workspaceEndpoint({ authenticate, workspaceFor, version: config.version, fileHosts: config.fileHosts });
    },
    authorizationServer:
      authorization &&
      new AuthorizationServer({
        ...authorization,
        database,
        keys,
        verifier,
        publicUrl,
        fetchDocument: fetchPublic,
        secret: secretFor('authorization server', services.cursorSecret),
        onConsent: auditConsent,
        onError: (error) => log.error({ err: error }, 'authorization failed'),
      }),
    invited: authorization && new Invited(database),
    checkReadiness: () => checkReadiness({ database, blobs, keyFile: signingKeys.file, keys: keys.all }),
    publicUrl,
    host: config.host,
    version: config.version,
    allowedOrigins: config.allowedOrigins,
    trustProxy: config.trustProxy,
    requestsAMinute: config.rateLimit,
    observe: metrics?.observe,
  });
  own = await listenAt(app, config);
  return { app, url: own };
}

/** Another secret of the installation for each purpose. */
const secretFor = (purpose: string, secret: string) => createHmac('sha256', secret).update(purpose).digest('base64url');

/** Tells the metrics which tokens and sessions were good. */
function counted<Sent>(
  callerOf: (sent: Sent) => Promise<Caller>,
  metrics: Metrics | undefined,
): (sent: Sent) => Promise<Caller> {
  if (!metrics) return callerOf;
  return async (sent) => {
    try {
      const caller = await callerOf(sent);
      metrics.countToken(true);
      return caller;
    } catch (error) {
      metrics.countToken(false);
      throw error;
    }
  };
}
