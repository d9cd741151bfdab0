import {
  type Attributes,
  createNoopMeter,
  INVALID_SPAN_CONTEXT,
  metrics,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type TracerProvider,
} from '@opentelemetry/api';
import { errorCodes, WorkspaceError } from '../../schemas/errors.ts';

const instrumentation = 'workspace-mcp';
export const tracer = trace.getTracer(instrumentation);
export const meter = metrics.getMeter(instrumentation);

/** In seconds, as the semantic conventions of OpenTelemetry advise. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const secondsOf = (name: string, description: string) =>
  meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: buckets } });

const noMeter = createNoopMeter();
const noTracers = new ProxyTracerProvider().getDelegate();

/**
 * Whether an SDK is in the process. Without one, preparing what nobody reads would take as long as a short statement.
 */
export function isObserved(): boolean {
  const provider: TracerProvider & { readonly getDelegate?: () => TracerProvider } = trace.getTracerProvider();
  return meter !== noMeter || provider.getDelegate?.() !== noTracers;
}

/** Stands for the span of work that nobody observes. */
const nobodysSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

interface Sight {
  readonly name: string;
  /** Few different ones, because each combination is a time series. */
  readonly attributes: Attributes;
}

/** A kind of work. Each piece has a span, and its seconds count in a histogram. */
export class Stage {
  readonly #seconds: ReturnType<typeof secondsOf>;
  readonly #kind: SpanKind;

  constructor(metric: string, description: string, { isOfClient = false } = {}) {
    this.#seconds = secondsOf(metric, description);
    this.#kind = isOfClient ? SpanKind.CLIENT : SpanKind.INTERNAL;
  }

  run<Result>({ name, attributes }: Sight, work: (span: Span) => Promise<Result>): Promise<Result> {
    if (!isObserved()) return work(nobodysSpan);
    return tracer.startActiveSpan(name, { kind: this.#kind, attributes }, async (span) => {
      const began = performance.now();
      let outcome: Attributes = {};
      try {
        return await work(span);
      } catch (error) {
        outcome = { 'error.type': typeOf(error) };
        span.setAttributes(outcome);
        if (isDefect(error)) span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
        this.#seconds.record((performance.now() - began) / 1_000, { ...attributes, ...outcome });
      }
    });
  }
}

/** The code or name of an error. Its message is not used, because it may quote a user's text. */
const typeOf = (error: unknown): string =>
  error instanceof WorkspaceError ? error.code : error instanceof Error ? error.name : '_OTHER';

/** A refusal is an answer rather than a defect. */
const isDefect = (error: unknown): boolean =>
  !(error instanceof WorkspaceError) || errorCodes[error.code].status >= 500;
