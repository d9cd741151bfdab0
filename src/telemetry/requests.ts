import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { secondsOf, tracer } from './stage.ts';

const seconds = secondsOf('http.server.request.duration', 'Time from a request to its answer');

interface Asked {
  readonly method: string;
  /** Undefined if the address has none. */
  readonly route: string | undefined;
  /** `traceparent` in them names the client's span (W3C Trace Context). */
  readonly headers: NodeJS.Dict<string | string[]>;
}

export interface ObservedRequest {
  /** Spans that begin in the work are children of the request's span. */
  readonly within: (work: () => void) => void;
  readonly end: (status: number) => void;
}

/** Begins the span of a request, named and described by OpenTelemetry's semantic conventions of HTTP servers. */
export function beginRequest({ method, route, headers }: Asked): ObservedRequest {
  const began = performance.now();
  const attributes = { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) };
  // An instrumentation of Node's own server has read the header already.
  const parent = trace.getActiveSpan() ? context.active() : propagation.extract(context.active(), headers);
  const name = route === undefined ? method : `${method} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const inside = trace.setSpan(parent, span);
  return {
    within: (work) => context.with(inside, work),
    end(status) {
      const outcome = { 'http.response.status_code': status };
      span.setAttributes(outcome);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      seconds.record((performance.now() - began) / 1_000, { ...attributes, ...outcome });
    },
  };
}
