import { appendFileSync } from 'node:fs';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { AggregationTemporality, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** An SDK as operators load one with `--import`. It writes what it is told to the file of TELEMETRY_FILE, as JSON lines. */
const write = (line: unknown) => appendFileSync(process.env.TELEMETRY_FILE!, `${JSON.stringify(line)}\n`);
const written = { code: 0 };

const spanLine = (span: ReadableSpan) => {
  const { name, kind, attributes, parentSpanContext, status } = span;
  const { traceId, spanId } = span.spanContext();
  return { span: { name, kind, attributes, status: status.code, traceId, spanId, parent: parentSpanContext?.spanId } };
};

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
trace.setGlobalTracerProvider(
  new TracerProvider({
    spanProcessors: [
      new SimpleSpanProcessor({
        exporter: {
          export(spans: ReadableSpan[], done: (result: typeof written) => void) {
            for (const span of spans) write(spanLine(span));
            done(written);
          },
          async shutdown() {},
        },
      }),
    ],
  }),
);
metrics.setGlobalMeterProvider(
  new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({
        exportIntervalMillis: 200,
        exportTimeoutMillis: 200,
        exporter: {
          export({ scopeMetrics }, done) {
            for (const { metrics } of scopeMetrics) {
              for (const { descriptor, dataPoints } of metrics)
                write({ metric: { name: descriptor.name, dataPoints } });
            }
            done(written);
          },
          selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE,
          async forceFlush() {},
          async shutdown() {},
        },
      }),
    ],
  }),
);
