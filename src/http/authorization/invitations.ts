import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorCodes, invalidRequest, WorkspaceError } from '../../../schemas/errors.ts';
import { inputOf } from '../../../schemas/input.ts';
import { Acceptance } from '../../../schemas/invitations.ts';
import { limits } from '../../../schemas/limits.ts';
import { replaceAppSession } from '../../auth/app-sessions-sql.ts';
import { errorPage, type Page } from '../../auth/authorization-server/pages.ts';
import { invitationPage, uninvitedPage, welcomePage } from '../../auth/invitation-pages.ts';
import type { Invited } from '../../workspace/people/acceptance.ts';
import { invitationPath } from '../../workspace/people/invitations.ts';
import { subjectOf } from '../fairness/subject.ts';
import { requireNavigation } from './navigation.ts';
import { refuseOtherMethods } from '../methods.ts';
import { begin, type SessionOptions } from '../session/session.ts';

export interface InvitationOptions {
  readonly invited: Invited;
  readonly publicUrl: () => string;
  /** Absent if the app is not served. */
  readonly sessions?: SessionOptions | undefined;
}

/** Invited people have no token yet. The secret in the address lets them make an account, by a page or as JSON. */
export function registerInvitations(app: FastifyInstance, options: InvitationOptions): void {
  registerJson(app, options);
  void app.register(async (scope) => registerPages(scope, options));
  for (const address of [json, page]) refuseOtherMethods(app, address, ['GET', 'POST']);
}

const json = '/api/workspace/invitations/:secret';
const page = `${invitationPath}/:secret`;

/** Each request compares a secret, and may cost the hash of a password. */
const config = { work: 'authorizations' } as const;
const uncached = { 'cache-control': 'no-store' };

type JsonRequest = FastifyRequest<{ Params: { secret: string }; Body: unknown }>;

function registerJson(app: FastifyInstance, { invited }: InvitationOptions): void {
  app.get(json, { config }, async ({ params }: JsonRequest, reply) =>
    reply.headers(uncached).send({ invitation: await invited.find(params.secret) }),
  );
  app.post(json, { config, bodyLimit: limits.signInFormBytes }, async (request: JsonRequest, reply) => {
    const input = inputOf(Acceptance, request.body ?? {});
    const accepted = await invited.accept(request.params.secret, input, subjectOf(request));
    return reply.code(201).headers(uncached).send(accepted);
  });
}

type FormRequest = FastifyRequest<{ Params: { secret: string }; Body: URLSearchParams | undefined }>;

function registerPages(app: FastifyInstance, { invited, publicUrl, sessions }: InvitationOptions): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.setErrorHandler(refusing(sessions ? publicUrl : () => undefined));
  app.addHook('onRequest', requireNavigation);
  app.get(page, { config }, async ({ params }: FormRequest, reply) =>
    send(reply, await question(invited, params.secret)),
  );
  app.post(page, { config, bodyLimit: limits.signInFormBytes }, async (request: FormRequest, reply) => {
    if (request.headers.origin !== new URL(publicUrl()).origin)
      return send(reply, errorPage(403, 'The form was not sent from its own page.'));
    const { secret } = request.params;
    const form = request.body ?? new URLSearchParams();
    const given = { name: form.get('name') ?? '', password: form.get('password') ?? '' };
    try {
      if ((form.get('again') ?? given.password) !== given.password)
        throw invalidRequest('/password', 'was not typed the same twice; type it again');
      const { user, channel } = await invited.accept(secret, inputOf(Acceptance, given), subjectOf(request));
      const half = sessions && (await signIn(request, reply, { userId: user.userId, ...sessions }));
      const organization = user.organization.name;
      return await send(reply, welcomePage({ organization, email: user.email, publicUrl: publicUrl(), channel, half }));
    } catch (error) {
      const mistake = error instanceof WorkspaceError && error.extras.errors?.[0];
      if (!mistake) throw error;
      const message = `${nouns[mistake.path] ?? 'The form'} ${mistake.message}.`;
      return send(reply, await question(invited, secret, { name: given.name, error: { status: 422, message } }));
    }
  });
}

/** Signs the browser in to the app. Undefined if that cannot be stored now: the account is made, and signs in later. */
async function signIn(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { userId, database, cookie }: SessionOptions & { readonly userId: string },
): Promise<string | undefined> {
  const started = database.write('service', (tx) => replaceAppSession(tx, cookie.read(headers), { userId }));
  const session = await started.catch(() => undefined);
  return session && begin(reply, cookie, session);
}

const nouns: Readonly<Record<string, string>> = { '/name': 'Your name', '/password': 'The password' };

type Given = Pick<Parameters<typeof invitationPage>[0], 'name' | 'error'>;

async function question(invited: Invited, secret: string, given?: Given): Promise<Page> {
  const { organization, channel, email, name = '' } = await invited.find(secret);
  await invited.refuseTaken(email);
  return invitationPage({ organization: organization.name, channel: channel?.name, email, name, ...given });
}

/** Refusals are pages too. */
const refusing =
  (signInAt: () => string | undefined) =>
  (error: Error & { readonly statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    if (error instanceof WorkspaceError)
      return send(reply, uninvitedPage(errorCodes[error.code].status, error.message, signInAt()));
    const status = error.statusCode ?? 500;
    if (status < 500) return send(reply, uninvitedPage(status, 'The form could not be read. Open the link again.'));
    request.log.error({ err: error }, 'request failed');
    return send(reply, uninvitedPage(status, 'This cannot be answered right now. Open the link again later.'));
  };

function send(reply: FastifyReply, { status, headers, html }: Page): FastifyReply {
  return reply.code(status).headers(headers).send(html);
}
