import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { inputOf } from '../../../schemas/input.ts';
import { limits } from '../../../schemas/limits.ts';
import { appSessionHeader } from '../../../schemas/interfaces.ts';
import {
  endAppSession,
  findAppSession,
  type NewAppSession,
  replaceAppSession,
  useSignInCode,
} from '../../auth/app-sessions-sql.ts';
import { unauthenticated } from '../../auth/tokens.ts';
import type { Services } from '../../workspace/operation/context.ts';
import { refuseOtherMethods } from '../methods.ts';
import type { Cookie } from './cookies.ts';
import { isFromOwnPage, namesApp, otherPage } from './own-page.ts';

export interface SessionOptions extends Pick<Services, 'database'> {
  readonly publicUrl: () => string;
  readonly cookie: Cookie;
}

const path = '/session';
/** Each is looked up, and a request may hold a thousand. */
const mostCookies = 10;
const Code = z.strictObject({ code: z.string().min(1).max(limits.identifier) });

/** Pages of the app begin a session with the code of a link, and end it. */
export function registerSession(app: FastifyInstance, { database, publicUrl, cookie }: SessionOptions): void {
  const onRequest = async (request: FastifyRequest) => requireApp(request, publicUrl());
  const config = { work: 'authorizations' } as const;
  app.post(path, { config, onRequest, bodyLimit: limits.signInFormBytes }, async (request, reply) => {
    const { code } = inputOf(Code, request.body ?? {});
    const session = await database.write('service', async (tx) => {
      const userId = await useSignInCode(tx, code);
      return userId === undefined ? undefined : replaceAppSession(tx, cookie.read(request.headers), { userId });
    });
    if (!session)
      throw unauthenticated('This link was used, or is older than a minute. Run "workspace open" for another.');
    return reply.code(201).send({ half: begin(reply, cookie, session) });
  });
  app.delete(path, { config, onRequest }, async (request, reply) => {
    const secret = await secretOf(request, { database, cookie });
    if (secret !== undefined) await database.write('service', (tx) => endAppSession(tx, secret));
    cookie.clear(reply);
    return reply.code(204).headers({ 'cache-control': 'no-store', 'clear-site-data': '"cache", "storage"' }).send();
  });
  refuseOtherMethods(app, path, ['POST', 'DELETE']);
}

/** Gives the browser its half; returns that of the page. */
export function begin(reply: FastifyReply, cookie: Cookie, session: NewAppSession): string {
  cookie.set(reply, session.cookie, limits.appSessionMostSeconds);
  reply.header('cache-control', 'no-store');
  return session.half;
}

/** The cookie that the page's half belongs to. Another program may have set a second one. Undefined if none stands. */
async function secretOf(
  { headers }: FastifyRequest,
  { database, cookie }: Pick<SessionOptions, 'database' | 'cookie'>,
): Promise<string | undefined> {
  const half = headers[appSessionHeader]?.toString() ?? '';
  let isAnyStanding = false;
  for (const secret of cookie.readAll(headers).slice(0, mostCookies)) {
    const session = await findAppSession(database, secret);
    if (session?.isHalf(half)) return secret;
    isAnyStanding ||= session !== undefined;
  }
  if (isAnyStanding) throw otherPage();
  return undefined;
}

function requireApp(request: FastifyRequest, publicUrl: string): void {
  if (isFromOwnPage(request, publicUrl) && namesApp(request)) return;
  throw new WorkspaceError('forbidden', 'Only pages of the app begin and end its sessions.');
}
