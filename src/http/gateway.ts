import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { AuthorizationServer } from '../auth/authorization-server/server.ts';
import { registerAuthorization } from './authorization.ts';
import { type HostOptions, registerHosts } from './hosts.ts';
import { type McpEndpoint, registerMcp } from './mcp.ts';
import { problemPage, refuseMalformed, sendProblem } from './problems.ts';
import { registerProtectedResources } from './protected-resources.ts';
import { type RouteOptions, refuseOtherMethods, registerRoutes } from './routes.ts';

export interface GatewayOptions extends RouteOptions, HostOptions {
  readonly log: FastifyBaseLogger;
  readonly mcp: McpEndpoint;
  /** Resolves when storage and blobs can be reached. */
  readonly checkReadiness: () => Promise<void>;
  /** Where people let applications in; none where only the user of this machine is served. */
  readonly authorizationServer?: AuthorizationServer | undefined;
}

/** The HTTP interface. Listening, and closing in good order, is up to whoever makes it. */
export function createGateway({
  log,
  checkReadiness,
  mcp,
  authorizationServer,
  ...options
}: GatewayOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.jsonBodyBytes,
    return503OnClosing: false,
    requestTimeout: 10 * 60_000,
    routerOptions: { maxParamLength: limits.identifier },
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    clientErrorHandler: refuseMalformed,
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  let isClosing = false;

  app.decorate('publicUrl', options.publicUrl);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('wantedScopes', undefined);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler(() => {
    throw new WorkspaceError('not_found', 'There is nothing at this address.');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.method === 'DELETE' && body.length === 0) done(null, undefined);
    else if (isUtf8(body as Buffer)) void parseJson(request, body.toString(), done);
    else done(new WorkspaceError('invalid_request', 'The body is not UTF-8; send JSON in UTF-8.'));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    if (isClosing) throw new WorkspaceError('unavailable', 'The gateway is shutting down; try again in a moment.');
  });
  registerHosts(app, options);
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, milliseconds }, 'request');
  });

  app.get('/health', { config: { anyone: true } }, async () => ({ status: 'ok' }));
  app.get('/ready', { config: { anyone: true } }, async () => {
    await checkReadiness();
    return { status: 'ready' };
  });
  app.get('/problems/:code', async (request, reply) => {
    const page = problemPage((request.params as { code: string }).code);
    if (page === undefined) throw new WorkspaceError('not_found', 'There is no such problem.');
    return reply.type('text/html; charset=utf-8').header('content-security-policy', "default-src 'none'").send(page);
  });
  for (const url of ['/health', '/ready', '/problems/:code']) refuseOtherMethods(app, url, ['GET']);
  registerRoutes(app, options);
  if (authorizationServer) registerAuthorization(app, authorizationServer);
  registerProtectedResources(app);
  registerMcp(app, mcp);
  return app;
}
