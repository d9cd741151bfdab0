import type { FastifyReply, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';

export interface OriginOptions {
  readonly publicUrl: () => string;
  /** Origins of other sites whose pages may call the gateway. */
  readonly allowedOrigins: readonly string[];
}

/** Refuses what pages of other sites send. Those that the operator allows are told so by CORS, a browser's question first. */
export function originCheck({ publicUrl, allowedOrigins }: OriginOptions) {
  return ({ headers, method, routeOptions }: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const { origin, host } = headers;
    if (origin === undefined || routeOptions.config?.anyone) return undefined;
    if (origin === new URL(publicUrl()).origin || hostOf(origin) === host) return undefined;
    if (!allowedOrigins.includes(origin)) throw foreignOrigin();
    reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin', 'access-control-expose-headers': shown });
    const asked = headers['access-control-request-headers'];
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
    return reply
      .code(204)
      .headers({ ...preflight, 'access-control-allow-headers': asked ?? '' })
      .send();
  };
}

const shown =
  'WWW-Authenticate, X-Request-Id, Location, Retry-After, Idempotency-Replayed, Content-Disposition, ETag, RateLimit, RateLimit-Policy';

const preflight = {
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-max-age': '600',
};

/** A page that the gateway itself served, under whichever of its names. */
const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

const foreignOrigin = () =>
  new WorkspaceError(
    'forbidden',
    'Pages of this origin may not call the gateway; its operator can allow them with --allowed-origins.',
  );
