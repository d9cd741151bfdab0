import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Observe } from './request-log.ts';

/** Read at each scrape. */
export interface Gauges {
  /** Transactions that wait or run. */
  readonly writerQueue: () => number;
  /** Texts that are not fully indexed. */
  readonly indexQueue: () => Promise<number>;
  /** Unanswered questions. */
  readonly questionQueue: () => Promise<number>;
}

export interface Metrics {
  readonly observe: Observe;
  /** Called with whether an access token was valid. */
  readonly countToken: (isGood: boolean) => void;
  close(): void;
}

/** Serves Prometheus metrics at `/metrics` on an address of its own, which the operator chooses. */
export async function serveMetrics(address: { host: string; port: number }, gauges: Gauges): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauges(registry, gauges);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'workspace_tokens_total',
    help: 'Access tokens that were looked at',
    labelNames: ['result'],
    registers: [registry],
  });
  const close = await listen(registry, address);
  return {
    observe: ({ method, route, status, milliseconds }) =>
      durations.observe({ method, route, status: String(status) }, milliseconds / 1_000),
    countToken: (isGood) => tokens.inc({ result: isGood ? 'verified' : 'refused' }),
    close,
  };
}

function addGauges(registry: Registry, { writerQueue, indexQueue, questionQueue }: Gauges): void {
  const gauge = (name: string, help: string, value: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await value());
      },
    });
  gauge('workspace_writer_queue', 'Transactions that wait for their turn or run', writerQueue);
  gauge('workspace_index_queue', 'Texts that search does not know whole yet', indexQueue);
  gauge('workspace_question_queue', 'Questions that are not answered yet', questionQueue);
}

async function listen(registry: Registry, { host, port }: { host: string; port: number }): Promise<() => void> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
