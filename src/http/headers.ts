import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface HeaderOptions {
  readonly publicUrl: () => string;
  /** Origins whose pages may read answers. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Headers of every answer. @fastify/helmet would build thirteen for each request. Answers are data that browsers must
 * not run. Pages set their own policy.
 */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const onHttps = { ...always, 'strict-transport-security': 'max-age=31536000' };

const shownHeaders =
  'Content-Range, ETag, Idempotency-Replayed, Location, Mcp-Session-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

export function registerHeaders(app: FastifyInstance, { publicUrl, allowedOrigins }: HeaderOptions): void {
  const allowed = new Set(allowedOrigins);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(publicUrl().startsWith('https:') ? onHttps : always).header('x-request-id', request.id);
    if (allowed.size === 0) return done();
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return done();
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', shownHeaders);
    return isPreflight(request) ? void answerPreflight(reply) : done();
  });
}

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Lists the methods and headers of cross-origin calls. The token authorizes them, not the browser's cookies. */
function answerPreflight(reply: FastifyReply, methods = 'GET, POST, PATCH, PUT, DELETE'): FastifyReply {
  return reply
    .code(204)
    .headers({
      'access-control-allow-methods': methods,
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Range, Workspace-Agent, Workspace-Interface',
      'access-control-max-age': '7200',
    })
    .send();
}

/** Headers of public metadata: the same for everyone, and seldom changed. */
export const cachedShortly = { 'cache-control': 'public, max-age=300' };

/** Headers of answers that pages of any site may read. */
export const forAnySite = { 'access-control-allow-origin': '*' };

export function allowAnySite(app: FastifyInstance, url: string, method: 'GET' | 'POST'): void {
  app.options(url, { config: { anyone: true } }, (_request, reply) =>
    answerPreflight(reply.headers(forAnySite), method),
  );
}
