import { stdout } from 'node:process';
import { hasWayOut } from '../auth/authorization-server/way-out.ts';
import { type Config, originOf } from '../config.ts';
import { hasApp } from '../http/pages/app.ts';
import { createLogger } from '../log.ts';
import { addSample } from '../folder/sample.ts';
import { tokenInHand } from '../workspace/operation/upload-example.ts';
import { openCore } from './core.ts';
import { listen } from './listen.ts';
import { metricsOf } from './metrics.ts';
import { signInLink } from './open.ts';
import { endingWith, endWhenTold, reportsTo } from './stopping.ts';
import { noteGateway } from '../folder/places/running-gateway.ts';

const sampleRefusal = '--sample was left out: the workspace holds something already';
const noWayOut =
  '--allow-client-documents has no effect: this machine has no route to public addresses. Documents are fetched without a proxy.';

export interface ServeOptions {
  readonly sample: boolean;
  readonly version: string;
}

/** `workspace serve`: runs until SIGTERM or SIGINT, then finishes what is under way. */
export async function serve(config: Config, { sample, version }: ServeOptions): Promise<void> {
  const log = createLogger(config.logLevel);
  let publicUrl = config.publicUrl ?? originOf(config);
  const core = await openCore(config, {
    isShared: true,
    work: config.work ? 'all' : 'none',
    publicUrl: () => publicUrl,
    gatewayUrl: async () => publicUrl,
    uploadAuthorization: tokenInHand,
    ...reportsTo(log),
  });
  const metrics = await endingWith(() => core.close(), metricsOf(config.metrics, core));
  const closeCore = async () => {
    metrics?.close();
    await core.close();
  };
  const { app, url } = await endingWith(
    closeCore,
    listen(core, { ...config, version }, log, { authorization: config, metrics }),
  );
  publicUrl = config.publicUrl ?? url;
  const end = async (forget = async () => {}) => {
    await app.close();
    await forget();
    await closeCore();
  };
  const begin = async () => {
    if (sample && !(await addSample(core.services, await core.localCaller('cli')))) log.warn(sampleRefusal);
    if (config.allowClientDocuments && !(await hasWayOut())) log.warn(noWayOut);
    return noteGateway(config.dataFolder, { url, publicUrl });
  };
  const forget = await endingWith(end, begin());
  stdout.write(`workspace listening on ${url}\n`);
  if (stdout.isTTY && (await hasApp()))
    stdout.write(`${invitation(await signInLink(core.services.database, publicUrl))}\n`);

  endWhenTold(log, app, () => end(forget));
}

const invitation = (link: string) =>
  `Open the app by this link, once and within a minute. "workspace open" makes another.\n${link}`;
