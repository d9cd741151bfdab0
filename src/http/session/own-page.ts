import type { FastifyRequest } from 'fastify';
import type { WorkspaceError } from '../../../schemas/errors.ts';
import { appSessionHeader, interfaceHeader } from '../../../schemas/interfaces.ts';
import { unauthenticated } from '../../auth/tokens.ts';

/**
 * Whether a page of this gateway sent the request. Browsers say so, except to plain http on another machine. There, an
 * Origin or the header of the page must do, which no foreign page can send.
 */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined ? appSessionHeader in headers : isOwn(headers.origin, headers.host, publicUrl);
}

/** Whether the page named itself as the app, which foreign pages cannot without asking first. */
export const namesApp = ({ headers }: FastifyRequest): boolean => headers[interfaceHeader] === 'app';

/** The refusal of a page whose half does not belong to the cookie. */
export const otherPage = (): WorkspaceError =>
  unauthenticated('This page is not the one that was signed in; sign in again.');

/** On plain http the gateway may have several names, such as `localhost`. */
const isOwn = (origin: string, host: string | undefined, publicUrl: string): boolean =>
  origin === new URL(publicUrl).origin || (publicUrl.startsWith('http:') && origin === `http://${host}`);
