import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Config, originOf } from '../config.ts';
import type { Metrics } from '../http/metrics.ts';
import { createLogger } from '../log.ts';
import { addSample } from '../workspace/sample.ts';
import { tokenInHand } from '../workspace/upload-example.ts';
import { type Core, openCore } from './core.ts';
import { listen } from './listen.ts';

const sampleRefusal = '--sample was left out: the workspace holds something already';
const patienceMs = 10_000;

export interface ServeOptions {
  readonly sample: boolean;
  readonly version: string;
}

/** `workspace serve`: runs until SIGTERM or SIGINT, then finishes what is under way. */
export async function serve(config: Config, { sample, version }: ServeOptions): Promise<void> {
  const log = createLogger(config.logLevel);
  let publicUrl = config.publicUrl ?? originOf(config);
  const core = await openCore(config, {
    publicUrl: () => publicUrl,
    gatewayUrl: async () => publicUrl,
    uploadAuthorization: tokenInHand,
    onError: (error) => log.error({ err: error }, 'background work failed'),
  });
  const metrics = config.metrics && (await metricsOf(config.metrics, core));
  const { app, url } = await listen(core, { ...config, version }, log, { authorization: config, metrics });
  publicUrl = config.publicUrl ?? url;
  if (sample && !(await addSample(core.services, await core.localCaller('cli')))) log.warn(sampleRefusal);
  giveBackMemory();
  process.stdout.write(`workspace listening on ${url}\n`);

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref();
    await app.close();
    metrics?.close();
    await core.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal));
}

/** What the start left behind. V8 collects when more memory is asked for, which in an idle gateway nothing does. */
function giveBackMemory(): void {
  v8.setFlagsFromString('--expose-gc'); // For the contexts that are made from now on.
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  v8.setFlagsFromString('--no-expose-gc');
}

async function metricsOf(address: NonNullable<Config['metrics']>, { services }: Core): Promise<Metrics> {
  const { serveMetrics } = await import('../http/metrics.ts');
  const { database, indexer } = services;
  return serveMetrics(address, {
    writerQueue: () => database.writerQueue(),
    indexQueue: () => indexer.queued(),
  });
}
