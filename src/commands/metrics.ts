import type { Config } from '../config.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Core } from './core.ts';

/** Serves the metrics of a process where its operator wants them. */
export async function metricsOf(
  address: Config['metrics'],
  { services, questionQueue }: Core,
): Promise<Metrics | undefined> {
  if (!address) return undefined;
  const { serveMetrics } = await import('../http/metrics.ts');
  const { database, indexer } = services;
  return serveMetrics(address, {
    writerQueue: () => database.writerQueue(),
    indexQueue: () => indexer.queued(),
    questionQueue,
  });
}
