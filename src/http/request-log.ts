import type { FastifyInstance } from 'fastify';

/** A request that was answered: its method, the pattern of its address, and how it went. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export type Observe = (answered: Answered) => void;

/** One line a request: who asked for which kind of address, and how that went. Nothing that was asked for or answered. */
export function registerRequestLog(app: FastifyInstance, observe: Observe = () => {}): void {
  // None of its fields can hold a secret, and looking for them was a tenth of what a request allocated.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, caller } = request;
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOptions.url ?? 'unknown';
    observe({ method, route, status, milliseconds: elapsedTime });
    log.info(
      { requestId: request.id, userId: caller?.userId, method, route, status, milliseconds: Math.round(elapsedTime) },
      'request',
    );
    done();
  });
}
