import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { limits } from '../../schemas/limits.ts';
import type { AuthorizationServer } from '../auth/authorization-server/server.ts';
import { registerAuthorization } from './authorization/authorization.ts';
import { type InvitationOptions, registerInvitations } from './authorization/invitations.ts';
import { registerBodies } from './bodies/bodies.ts';
import { registerClosing } from './closing.ts';
import { serverOf } from './connections/connections.ts';
import { type DocumentOptions, registerDocuments } from './documents.ts';
import { type HeaderOptions, registerHeaders } from './headers.ts';
import { type HostOptions, registerHosts } from './hosts.ts';
import { registerLoadShedding } from './fairness/load.ts';
import { type LoadMcpEndpoint, registerMcp } from './mcp/mcp.ts';
import { registerUnknown } from './methods.ts';
import { type ProbeOptions, registerProbes } from './probes.ts';
import { refuseMalformed, sendProblem } from './problems.ts';
import { trustIn } from './fairness/proxies.ts';
import { registerProtectedResources } from './authorization/protected-resources.ts';
import { registerRateLimit } from './fairness/rate-limit.ts';
import { type Observe, registerRequestLog } from './request-log.ts';
import { requestLogger } from './request-logger.ts';
import { type RouteOptions, registerRoutes } from './routes.ts';
import { registerSession, type SessionOptions } from './session/session.ts';
import { registerStart } from './session/start.ts';
import { registerLongBodies } from './fairness/long-bodies.ts';
import { registerSlowBodies } from './fairness/slow-bodies.ts';
import { registerSlowReaders } from './fairness/slow-readers.ts';
import { registerTracing } from './tracing.ts';
import { registerYoungGeneration } from './connections/young-generation.ts';

interface Begun extends HostOptions, HeaderOptions {
  readonly log: FastifyBaseLogger;
  /** Networks of the proxies in front that are trusted to name the sender. */
  readonly trustProxy: readonly string[];
}

export interface GatewayOptions extends RouteOptions, Begun, ProbeOptions, DocumentOptions {
  readonly mcp: LoadMcpEndpoint;
  /** Where people grant applications access; absent if only the user of this machine is served. */
  readonly authorizationServer?: AuthorizationServer | undefined;
  /** Who may make an account by the link of an invitation; absent if nobody signs in here. */
  readonly invited?: InvitationOptions['invited'] | undefined;
  /** The sessions of the app; absent if the app is not served. */
  readonly sessions?: SessionOptions | undefined;
  /** Per user or address; 0 means unlimited. */
  readonly requestsAMinute: number;
  /** Called for every request answered. */
  readonly observe?: Observe | undefined;
}

interface ProbesAlone extends Pick<GatewayOptions, 'log' | 'publicUrl' | 'host' | 'observe'>, ProbeOptions {}

/** Creates the HTTP interface. The caller listens and closes it. */
export function createGateway(options: GatewayOptions): FastifyInstance {
  const app = begun(options);
  registerLoadShedding(app);
  registerYoungGeneration(app);
  const unread = registerSlowReaders(app);
  const refusalOf = registerRateLimit(app, options.requestsAMinute);
  app.setErrorHandler((error: Error, request, reply) => sendProblem(refusalOf(error, request, reply), request, reply));
  registerRequestLog(app, options.observe);
  registerLongBodies(app);
  registerBodies(app);
  registerUnknown(app);
  registerProbes(app, options);
  registerDocuments(app, options);
  registerRoutes(app, options);
  if (options.authorizationServer) registerAuthorization(app, options.authorizationServer);
  const { invited, publicUrl, sessions } = options;
  if (invited) registerInvitations(app, { invited, publicUrl, sessions });
  if (options.sessions) registerSession(app, options.sessions);
  if (options.sessions && options.authorizationServer)
    registerStart(app, options.authorizationServer, options.sessions);
  registerProtectedResources(app, options.authorizationServer !== undefined);
  registerMcp(app, options.mcp, unread);
  return app;
}

/** Creates the HTTP interface of a process that only works. It answers the probes alone. */
export function createProbes(options: ProbesAlone): FastifyInstance {
  const app = begun({ ...options, allowedOrigins: [], trustProxy: [] });
  app.setErrorHandler((error: Error, request, reply) => sendProblem(error, request, reply));
  registerRequestLog(app, options.observe);
  registerUnknown(app);
  registerProbes(app, options);
  return app;
}

/** Refusals and headers of every process, whatever it answers. */
function begun(options: Begun): FastifyInstance {
  const app = fastify({
    loggerInstance: options.log,
    childLoggerFactory: requestLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: trustIn(options.trustProxy),
    bodyLimit: limits.jsonBodyBytes,
    return503OnClosing: false,
    serverFactory: serverOf,
    routerOptions: { maxParamLength: Math.max(limits.identifier, limits.email, limits.title) },
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: refuseMalformed,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  app.decorate('publicUrl', options.publicUrl);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('wantedScopes', undefined);
  registerTracing(app);
  registerSlowBodies(app);
  registerHeaders(app, options);
  registerClosing(app);
  registerHosts(app, options);
  return app;
}

/** The contract validates input and output, so Fastify's compilers need not be loaded. */
function noSchemas(): never {
  throw new Error('Routes have no schemas of their own; the contract has them.');
}
