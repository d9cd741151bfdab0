import type { FastifyInstance } from 'fastify';
import { beginRequest, type ObservedRequest } from '../telemetry/requests.ts';
import { isObserved } from '../telemetry/stage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    observed: ObservedRequest | undefined;
  }
}

/** Gives each request a span, if anybody observes it. */
export function registerTracing(app: FastifyInstance): void {
  app.decorateRequest('observed', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isObserved()) return done();
    const { method, headers, routeOptions } = request;
    request.observed = beginRequest({ method, route: routeOptions.url, headers });
    request.observed.within(done);
  });
  // Events of a body that arrives run outside of what began before it.
  app.addHook('preHandler', ({ observed }, _reply, done) => {
    if (observed) observed.within(done);
    else done();
  });
  app.addHook('onResponse', ({ observed }, { statusCode }, done) => {
    observed?.end(statusCode);
    done();
  });
}
