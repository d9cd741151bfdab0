import { stdout } from 'node:process';
import { type Config, originOf } from '../config.ts';
import { runningGateway } from '../folder/places/running-gateway.ts';
import { checkReadiness } from '../folder/readiness.ts';
import { createProbes } from '../http/gateway.ts';
import { createLogger } from '../log.ts';
import { type Core, openCore } from './core.ts';
import { listenAt } from './listening.ts';
import { metricsOf } from './metrics.ts';
import { endingWith, endWhenTold, reportsTo } from './stopping.ts';

/**
 * `workspace work`: does the background work of a workspace until SIGTERM or SIGINT. It answers `/health` and `/ready`
 * alone.
 */
export async function work(config: Config): Promise<void> {
  const log = createLogger(config.logLevel);
  const publicUrl = () => config.publicUrl ?? runningGateway(config.dataFolder)?.publicUrl ?? originOf(config);
  const core = await openCore(config, {
    isShared: true,
    publicUrl,
    gatewayUrl: async () => publicUrl(),
    ...reportsTo(log),
  });
  const metrics = await endingWith(() => core.close(), metricsOf(config.metrics, core));
  const closeCore = async () => {
    metrics?.close();
    await core.close();
  };
  const app = createProbes({
    log,
    publicUrl,
    host: config.host,
    checkReadiness: await endingWith(closeCore, readinessOf(core)),
    observe: metrics?.observe,
  });
  const url = await endingWith(closeCore, listenAt(app, config));
  stdout.write(`workspace works, and tells its health on ${url}\n`);
  endWhenTold(log, app, async () => {
    await app.close();
    await closeCore();
  });
}

async function readinessOf({ services: { database, blobs }, signingKeys }: Core): Promise<() => Promise<void>> {
  const keys = await signingKeys();
  const { all } = keys.ring();
  return () => checkReadiness({ database, blobs, keyFile: keys.file, keys: all });
}
