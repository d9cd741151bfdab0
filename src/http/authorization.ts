import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCodes, WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { errorPage, type Page } from '../auth/authorization-server/pages.ts';
import { paths } from '../auth/authorization-server/paths.ts';
import type { Answer, AuthorizationServer } from '../auth/authorization-server/server.ts';
import { refuseOtherMethods } from './routes.ts';

/** The endpoints of the authorization server, and the pages on which people sign in and answer. */
export function registerAuthorization(app: FastifyInstance, server: AuthorizationServer): void {
  void app.register(async (scope) => endpoints(scope, server));
  void app.register(async (scope) => pages(scope, server));
  refuseOtherMethods(app, questions, ['GET', 'POST']);
}

const questions = `${paths.interaction}/:uid`;

const endpointMethods: readonly [path: string, methods: ('GET' | 'POST' | 'OPTIONS')[]][] = [
  [paths.metadata, ['GET', 'OPTIONS']],
  [paths.openidMetadata, ['GET', 'OPTIONS']],
  [paths.authorize, ['GET']],
  [`${paths.authorize}/:uid`, ['GET']],
  [paths.token, ['POST', 'OPTIONS']],
  [paths.revoke, ['POST', 'OPTIONS']],
  [paths.jwks, ['GET', 'OPTIONS']],
];

/** oidc-provider reads the bodies itself, and writes the answers. */
function endpoints(app: FastifyInstance, server: AuthorizationServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const served = server.options.allowRegistration
    ? [...endpointMethods, [paths.register, ['POST']] as const]
    : endpointMethods;
  for (const [url, methods] of served) {
    app.route({
      method: [...methods],
      url,
      handler: async (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!);
        await server.handle(request.raw, reply.raw);
      },
    });
    refuseOtherMethods(app, url, methods);
  }
}

type InteractionRequest = FastifyRequest<{ Params: { uid: string }; Body: URLSearchParams | undefined }>;

function pages(app: FastifyInstance, server: AuthorizationServer): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler(refuse);
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

/** What goes wrong on a page is a page. */
function refuse(error: Error & { readonly statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const status = error instanceof WorkspaceError ? errorCodes[error.code].status : (error.statusCode ?? 500);
  if (status < 500) return send(reply, errorPage(status, 'The form could not be read.'));
  if (!(error instanceof WorkspaceError)) request.log.error({ err: error }, 'request failed');
  return send(reply, errorPage(status, 'This cannot be answered right now.'));
}

function send(reply: FastifyReply, answer: Answer | Page): FastifyReply {
  if ('location' in answer) return reply.redirect(answer.location, 303);
  return reply.code(answer.status).headers(answer.headers).send(answer.html);
}
