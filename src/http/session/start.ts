import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { errorCodes, WorkspaceError } from '../../../schemas/errors.ts';
import { workspaceApp } from '../../../schemas/interfaces.ts';
import { limits } from '../../../schemas/limits.ts';
import { scopes } from '../../../schemas/operation.ts';
import { openingPath, pathHere } from '../../../schemas/urls.ts';
import { someoneHasPassword } from '../../auth/accounts.ts';
import { replaceAppSession } from '../../auth/app-sessions-sql.ts';
import type { SignedIn } from '../../auth/authorization-server/own-code.ts';
import { basePathOf, paths } from '../../auth/authorization-server/paths.ts';
import { challengeOf } from '../../auth/authorization-server/pkce.ts';
import type { AuthorizationServer } from '../../auth/authorization-server/server.ts';
import { requireNavigation } from '../authorization/navigation.ts';
import { isLoopback } from '../hosts.ts';
import { refuseOtherMethods } from '../methods.ts';
import { Cookie } from './cookies.ts';
import { commandPage, notSignedInPage, sendPage } from './pages.ts';
import { begin, type SessionOptions } from './session.ts';

const start = '/session/start';
const config = { work: 'authorizations' } as const;

/** A browser keeps this between leaving for the sign-in page and coming back. */
const Begun = z.object({ state: z.string(), verifier: z.string(), to: z.string() });
type Begun = z.infer<typeof Begun>;

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Signs a person in to the app by the gateway's own pages: authorization code flow with PKCE, redeemed in process. */
export function registerStart(app: FastifyInstance, server: AuthorizationServer, sessions: SessionOptions): void {
  const signIn = new SignIn(server, sessions);
  void app.register(async (scope) => {
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => refuse(error, request, reply));
    scope.addHook('onRequest', requireNavigation);
    scope.get(start, { config }, (request, reply) => signIn.begin(request, reply));
    scope.get(workspaceApp.callback, { config }, (request, reply) => signIn.finish(request, reply));
  });
  for (const url of [start, workspaceApp.callback]) refuseOtherMethods(app, url, ['GET']);
}

class SignIn {
  readonly #server: AuthorizationServer;
  readonly #sessions: SessionOptions;
  readonly #begun: Cookie;

  constructor(server: AuthorizationServer, sessions: SessionOptions) {
    this.#server = server;
    this.#sessions = sessions;
    // Lax, because a link in a mail may lead here, and its redirects count as those of the mail's site.
    this.#begun = new Cookie(sessions.publicUrl, 'workspace-start', 'Lax');
  }

  async begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { to: asked, link } = request.query as Query;
    const to = pathHere(asked?.toString());
    const publicUrl = this.#sessions.publicUrl();
    if (hasOtherName(request, publicUrl)) return reply.redirect(publicUrl + again(to), 303);
    if (!(await this.#sessions.database.read(someoneHasPassword))) return sendPage(reply, commandPage(link === 'used'));
    const [state, verifier] = [secret(), secret()];
    this.#begun.set(reply, encoded({ state, verifier, to }), limits.interactionSeconds);
    const parameters = new URLSearchParams({
      response_type: 'code',
      client_id: workspaceApp.clientId,
      redirect_uri: publicUrl + workspaceApp.callback,
      scope: scopes.join(' '),
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: 'S256',
    });
    reply.header('cache-control', 'no-store');
    return reply.redirect(`${basePathOf(publicUrl)}${paths.authorize}?${parameters.toString()}`, 303);
  }

  async finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const base = basePathOf(this.#sessions.publicUrl());
    const { state, code } = request.query as Query;
    const begun = decoded(this.#begun.read(request.headers));
    const person = typeof code === 'string' ? await this.#redeem(code, begun?.verifier ?? '') : undefined;
    if (!begun || state !== begun.state) return sendPage(reply, notSignedInPage(400, otherBrowser, base + again('/')));
    this.#begun.clear(reply);
    const session = person && (await this.#newSession(request, person));
    if (!session) return sendPage(reply, notSignedInPage(400, notDone, base + again(begun.to)));
    const half = begin(reply, this.#sessions.cookie, session);
    const fragment = new URLSearchParams({ half, to: begun.to });
    return reply.redirect(`${base}${openingPath}#${fragment.toString()}`, 303);
  }

  #redeem(code: string, verifier: string): Promise<SignedIn | undefined> {
    const redirectUri = this.#sessions.publicUrl() + workspaceApp.callback;
    return this.#server.redeem({ code, verifier, redirectUri });
  }

  #newSession({ headers }: FastifyRequest, person: SignedIn) {
    const { database, cookie } = this.#sessions;
    return database.write('service', (tx) => replaceAppSession(tx, cookie.read(headers), person));
  }
}

const otherBrowser = 'This page has expired, or the sign-in was begun in another browser.';
const notDone = 'The sign-in was not completed.';

const again = (to: string): string => `${start}?${new URLSearchParams({ to }).toString()}`;

/** Cookies are kept by name, so a browser that calls this machine otherwise would come back without its own. */
function hasOtherName({ headers: { host = '' } }: FastifyRequest, publicUrl: string): boolean {
  const own = new URL(publicUrl);
  return host !== own.host && isLoopback(own.host) && isLoopback(host);
}

const secret = (): string => randomBytes(32).toString('base64url');
const encoded = (begun: Begun): string => Buffer.from(JSON.stringify(begun)).toString('base64url');

function decoded(cookie: string | undefined): Begun | undefined {
  try {
    return Begun.parse(JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** Refusals are pages too. */
function refuse(error: Error & { readonly statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const again = `${basePathOf(request.server.publicUrl())}${start}`;
  if (error instanceof WorkspaceError)
    return sendPage(reply, notSignedInPage(errorCodes[error.code].status, error.message, again));
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  return sendPage(reply, notSignedInPage(status, 'This cannot be answered right now.', again));
}
