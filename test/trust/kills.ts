import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host } from '../support/hosts.ts';
import { stop } from '../support/product.ts';
import { Load } from './load.ts';
import { Product } from './product.ts';
import { Random } from '../support/random.ts';
import type { Trial } from './trial.ts';

/**
 * Kills a gateway and a host beside it while agents write through both. A kill comes at any time, at the moment of an
 * acknowledgement, or now and then during the start. After each kill the folder is sound. At the end every acknowledged
 * write is there, once.
 */
export const kills: Trial = async ({ long, seed, folder }) => {
  const random = new Random(seed);
  await using product = new Product({ dataFolder: join(folder, 'data') });
  const load = new Load(await product.token(), random);
  const killed = { serving: 0, starting: 0, hosts: 0 };
  let host: Host | undefined;

  const killHost = async () => {
    if (!host) return;
    load.hostGoes();
    process.kill(host.transport.pid!, 'SIGKILL');
    await host.client.close();
    host = undefined;
    killed.hosts += 1;
  };

  for (let left = long ? 200 : 10; left > 0; left -= 1) {
    if (killed.serving > 0 && random.onceIn(6)) {
      await killStarting(product, random);
      killed.starting += 1;
      continue;
    }
    const [gateway, connected] = await Promise.all([product.serve(), host ?? product.host()]);
    host = connected;
    if (killed.serving === 0) await load.begin(gateway);
    load.speakTo(gateway);
    load.speakThrough(host);
    if (random.onceIn(2)) await load.goOn(random.between(1, 40));
    else await sleep(random.between(0, 1_000));
    if (random.onceIn(3)) await killHost();
    load.check();
    load.gatewayGoes();
    await stop(gateway.process, 'SIGKILL');
    killed.serving += 1;
    if (random.onceIn(3)) await killHost();
    await product.expectSound();
  }
  await killHost();
  const gateway = await product.serve();
  load.speakTo(gateway);
  await load.end();
  await load.prove(gateway);
  await stop(gateway.process);
  await product.expectSound();
  return {
    'kills survived': killed.serving + killed.starting,
    'of these while it started': killed.starting,
    'kills of a host beside it': killed.hosts,
    'acknowledged writes, each there once': load.acknowledged,
    'answers lost': load.met.lost,
    'of these writes, sent again with their key': load.met.again,
  };
};

async function killStarting(product: Product, random: Random): Promise<void> {
  const starting = product.spawnServe();
  await once(starting, 'spawn');
  await sleep(random.between(0, 600));
  await stop(starting, 'SIGKILL');
}
