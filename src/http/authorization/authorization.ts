import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCodes, WorkspaceError } from '../../../schemas/errors.ts';
import { workspaceApp } from '../../../schemas/interfaces.ts';
import { limits } from '../../../schemas/limits.ts';
import { errorPage, type Page } from '../../auth/authorization-server/pages.ts';
import { paths } from '../../auth/authorization-server/paths.ts';
import type { Answer, AuthorizationServer } from '../../auth/authorization-server/server.ts';
import { type ExchangedToken, ExchangeRefusal, tokenExchange } from '../../auth/token-exchange.ts';
import { allowAnySite, cachedShortly, forAnySite } from '../headers.ts';
import { refuseOtherMethods } from '../methods.ts';
import { requireNavigation } from './navigation.ts';

/** Registers the endpoints of the authorization server, and the pages for sign-in and consent. */
export function registerAuthorization(app: FastifyInstance, server: AuthorizationServer): void {
  void app.register(async (scope) => endpoints(scope, server));
  void app.register(async (scope) => tokenEndpoint(scope, server));
  refuseOtherMethods(app, paths.token, ['POST', 'OPTIONS']);
  void app.register(async (scope) => pages(scope, server));
  refuseOtherMethods(app, questions, ['GET', 'POST']);
}

const questions = `${paths.interaction}/:uid`;

const endpointMethods: readonly [path: string, methods: ('GET' | 'POST' | 'OPTIONS')[]][] = [
  [paths.metadata, ['GET', 'OPTIONS']],
  [paths.openidMetadata, ['GET', 'OPTIONS']],
  [paths.authorize, ['GET']],
  [`${paths.authorize}/:uid`, ['GET']],
  [paths.token, ['OPTIONS']],
  [paths.revoke, ['POST', 'OPTIONS']],
  [paths.jwks, ['GET', 'OPTIONS']],
];

/** Each request to these stores something or compares a key. */
const authorizations = { work: 'authorizations' } as const;

/** Applications on other sites call these endpoints. OAuth itself checks their callers. */
const calledFromAnywhere: ReadonlySet<string> = new Set([
  paths.metadata,
  paths.openidMetadata,
  paths.jwks,
  paths.token,
  paths.revoke,
]);

/** People go through these, and their answers lead to codes. */
const opened: ReadonlySet<string> = new Set([paths.authorize, `${paths.authorize}/:uid`]);

const isMetadata = (path: string) => path === paths.metadata || path === paths.openidMetadata;

/** oidc-provider reads the bodies and writes the answers itself. */
function endpoints(app: FastifyInstance, server: AuthorizationServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  if (server.options.allowRegistration) registration(app, server);
  for (const [url, methods] of endpointMethods) {
    app.route({
      method: [...methods],
      url,
      config: {
        ...(calledFromAnywhere.has(url) && { anyone: true }),
        ...(url === paths.authorize && authorizations),
      },
      ...(opened.has(url) && {
        onRequest: requireNavigation,
        errorHandler: (...refused) => void refuse(...refused),
      }),
      handler: (request, reply) => handOver(server, request, isMetadata(url) ? reply.headers(cachedShortly) : reply),
    });
    if (url !== paths.token) refuseOtherMethods(app, url, methods);
  }
}

/** oidc-provider blocks pages of other sites at this endpoint alone: it does not know their clients yet. */
function registration(app: FastifyInstance, server: AuthorizationServer): void {
  app.post(paths.register, { config: { anyone: true, ...authorizations } }, (request, reply) =>
    handOver(server, request, reply.headers(forAnySite)),
  );
  allowAnySite(app, paths.register, 'POST');
  refuseOtherMethods(app, paths.register, ['POST', 'OPTIONS']);
}

/** oidc-provider alone writes the reply after this. A failure before that is handled like any other error. */
async function handOver(
  server: AuthorizationServer,
  { ip, raw }: FastifyRequest,
  reply: FastifyReply,
  request: IncomingMessage = raw,
): Promise<void> {
  const answer = await server.endpoints(ip);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
  await answer(request, reply.raw);
}

/** Only the form shows whether this is a token exchange. oidc-provider gets every other form with its body unread. */
function tokenEndpoint(app: FastifyInstance, server: AuthorizationServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post(
    paths.token,
    { bodyLimit: limits.tokenRequestBytes, config: { anyone: true, ...authorizations } },
    async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) return handOver(server, request, reply);
      const form = new URLSearchParams(request.body.toString());
      if (form.getAll('client_id').includes(workspaceApp.clientId)) return sendUnauthorized(reply);
      if (form.get('grant_type') === tokenExchange) return sendExchanged(reply, server.exchange(form));
      return handOver(server, request, reply, await unread(request.raw, request.body));
    },
  );
}

/** Scripts of a page must not get tokens for the app, which its cookie keeps from them. */
const sendUnauthorized = (reply: FastifyReply): FastifyReply =>
  reply
    .code(400)
    .headers({ 'cache-control': 'no-store', 'content-type': 'application/json' })
    .send(JSON.stringify({ error: 'unauthorized_client', error_description: 'the app has a session, and no tokens' }));

/** Rebuilds a request whose body was read, so that it can be read again. */
async function unread({ socket, method, url, headers, rawHeaders, httpVersion }: IncomingMessage, body: Buffer) {
  const http = await import('node:http'); // Imported late: reading the exports of node:http loads `fetch`.
  const request = new http.IncomingMessage(socket);
  Object.assign(request, { method, url, headers, rawHeaders, httpVersion, complete: true });
  request.push(body);
  request.push(null);
  return request;
}

async function sendExchanged(reply: FastifyReply, exchange: Promise<ExchangedToken>): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-store', 'content-type': 'application/json' });
  try {
    return await reply.send(JSON.stringify(await exchange));
  } catch (error) {
    if (!(error instanceof ExchangeRefusal)) throw error;
    reply.code(error.error === 'invalid_client' ? 401 : 400);
    return reply.send(JSON.stringify({ error: error.error, error_description: error.message }));
  }
}

type InteractionRequest = FastifyRequest<{ Params: { uid: string }; Body: URLSearchParams | undefined }>;

function pages(app: FastifyInstance, server: AuthorizationServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler(refuse);
  app.addHook('onRequest', requireNavigation);
  app.get(questions, async (request: InteractionRequest, reply) =>
    send(reply, await server.showInteraction(request.raw, reply.raw, request.params.uid)),
  );
  app.post(questions, { bodyLimit: limits.signInFormBytes }, async (request: InteractionRequest, reply) => {
    if (request.headers.origin !== new URL(server.options.publicUrl()).origin) {
      return send(reply, errorPage(403, 'The form was not sent from its own page.'));
    }
    const submission = { form: request.body ?? new URLSearchParams(), address: request.ip };
    return send(reply, await server.answerInteraction(request.raw, reply.raw, request.params.uid, submission));
  });
}

/** Errors on the sign-in pages are answered as pages. */
function refuse(error: Error & { readonly statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const status = error instanceof WorkspaceError ? errorCodes[error.code].status : (error.statusCode ?? 500);
  if (error instanceof WorkspaceError) return send(reply, errorPage(status, error.message));
  if (status < 500) return send(reply, errorPage(status, 'The form could not be read.'));
  request.log.error({ err: error }, 'request failed');
  return send(reply, errorPage(status, 'This cannot be answered right now.'));
}

function send(reply: FastifyReply, answer: Answer | Page): FastifyReply {
  if ('location' in answer) return reply.redirect(answer.location, 303);
  return reply.code(answer.status).headers(answer.headers).send(answer.html);
}
