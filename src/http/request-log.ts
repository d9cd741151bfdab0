import type { FastifyInstance } from 'fastify';

/** An answered request: its method, its route and its outcome. */
interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export type Observe = (answered: Answered) => void;

/** Logs one line per request: sender, route and outcome. Contents of requests and answers are never logged. */
export function registerRequestLog(app: FastifyInstance, observe: Observe = () => {}): void {
  // None of these fields can hold a secret. Redaction would cost a tenth of a request's allocations.
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
