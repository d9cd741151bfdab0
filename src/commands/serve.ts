import { type Config, originOf } from '../config.ts';
import { createLogger } from '../log.ts';
import { addSample } from '../workspace/sample.ts';
import { openCore } from './core.ts';
import { listen } from './listen.ts';

const sampleRefusal = '--sample was left out: the workspace holds something already';
/** Its callers are on other machines: nothing here may name a path of this one, and no argument list may hold a token. */
const authorizationCommand = `printf 'Authorization: Bearer %s\\n' "\${WORKSPACE_TOKEN:?must hold an access token}"`;
const patienceMs = 10_000;

export interface ServeOptions {
  readonly sample: boolean;
}

/** `workspace serve`: runs until SIGTERM or SIGINT, then finishes what is under way. */
export async function serve(config: Config, { sample }: ServeOptions): Promise<void> {
  const log = createLogger(config.logLevel);
  let publicUrl = config.publicUrl ?? originOf(config);
  const core = await openCore(config, {
    publicUrl: () => publicUrl,
    gatewayUrl: async () => publicUrl,
    authorizationCommand,
    onError: (error) => log.error({ err: error }, 'background work failed'),
  });
  const { app, url } = await listen(core, config, log, config);
  publicUrl = config.publicUrl ?? url;
  if (sample && !(await addSample(core.services, await core.localCaller('cli')))) log.warn(sampleRefusal);
  process.stdout.write(`workspace listening on ${url}\n`);

  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    setTimeout(() => app.server.closeAllConnections(), patienceMs).unref();
    await app.close();
    await core.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void stop(signal));
}
