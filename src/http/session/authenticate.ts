import type { FastifyRequest } from 'fastify';
import { appSessionHeader } from '../../../schemas/interfaces.ts';
import { scopesOfRole } from '../../../schemas/operation.ts';
import { type AppSession, findAppSession } from '../../auth/app-sessions-sql.ts';
import { unauthenticated } from '../../auth/tokens.ts';
import type { Caller, Services } from '../../workspace/operation/context.ts';
import type { Authenticate } from '../authorization/authenticate.ts';
import type { Cookie } from './cookies.ts';
import { isFromOwnPage, namesApp, otherPage } from './own-page.ts';

interface Sessions extends Pick<Services, 'database'> {
  readonly publicUrl: () => string;
  readonly cookie: Cookie;
}

/** The caller of a request to an operation: of its token, else of the app's session. */
export function bearerOrSession(bearer: Authenticate, { database, publicUrl, cookie }: Sessions) {
  return async (request: FastifyRequest): Promise<Caller> => {
    const { headers } = request;
    const secret = headers.authorization === undefined ? cookie.read(headers) : undefined;
    if (secret === undefined || !isFromOwnPage(request, publicUrl())) return bearer(headers);
    const session = await findAppSession(database, secret);
    if (!session) throw unauthenticated('This sign-in to the app has ended; sign in again.');
    await requireHalves(request, session);
    const { userId, organizationId, role, since, id: sessionId } = session;
    const scopes = scopesOfRole(role);
    return { userId, organizationId, role, scopes, tokenIssuedAt: since, sessionId, interface: 'app' };
  };
}

/**
 * Requires the half that only the page has. Another program on the same machine may be sent the cookie, and could use
 * it alone. Images and downloads send no headers, and their IDs cannot be guessed. They do not extend the session.
 */
async function requireHalves(request: FastifyRequest, session: AppSession): Promise<void> {
  const half = request.headers[appSessionHeader]?.toString();
  const isContent = request.routeOptions.config.operation?.response === 'bytes';
  if (half === undefined && isContent) return;
  if (half === undefined || !session.isHalf(half)) throw otherPage();
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads && !namesApp(request))
    throw unauthenticated('Changes through the session of the app need the header Workspace-Interface: app.');
  await session.extend();
}
