import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BucketServer, bucketVariables } from '../support/bucket-server.ts';
import { PlainProxy } from '../support/plain-proxy.ts';
import { type Gateway, stop } from '../support/product.ts';
import type { Random } from '../support/random.ts';
import { Product } from './product.ts';

/** The clock of one gateway is as far ahead. */
const aheadMs = 5_000;

export interface Shared {
  readonly database: string;
  readonly bucket: BucketServer;
}

/** Three gateways behind a proxy, with a folder each, that share a database and a bucket. */
export class Fleet {
  readonly proxy = new PlainProxy();
  readonly #living = new Map<Product, Gateway>();
  readonly #starting: Promise<void>[] = [];
  #products: readonly Product[] = [];

  static async started(folder: string, shared: Shared): Promise<Fleet> {
    const fleet = new Fleet();
    await fleet.proxy.listen();
    const environment = environmentOf(shared, fleet.proxy.url);
    const clock = join(folder, 'clock');
    await writeFile(clock, String(aheadMs));
    const ahead = { NODE_OPTIONS: `--import ${import.meta.resolve('./turned-clock.ts')}`, TURNED_CLOCK: clock };
    fleet.#products = [
      new Product({ dataFolder: join(folder, 'first'), environment }),
      new Product({ dataFolder: join(folder, 'second'), environment }),
      new Product({ dataFolder: join(folder, 'third'), environment: { ...environment, ...ahead } }),
    ];
    for (const product of fleet.#products) await fleet.#start(product);
    return fleet;
  }

  token(): Promise<string> {
    return this.#products[0]!.token();
  }

  /** Kills a living gateway, which starts again at once. Returns false if it would be the last one. */
  async kill(random: Random, tellAgents: () => void): Promise<boolean> {
    if (this.#living.size === 1) return false;
    const [product, gateway] = random.pick([...this.#living]);
    this.#living.delete(product);
    this.proxy.withdraw(gateway);
    tellAgents();
    await stop(gateway.process, 'SIGKILL');
    this.#starting.push(this.#start(product));
    return true;
  }

  /** Resolves when all that were killed serve again. */
  async whole(): Promise<void> {
    await Promise.all(this.#starting);
  }

  /** Expects that `workspace admin check` finds nothing. */
  expectSound(): Promise<void> {
    return this.#products[0]!.expectSound();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.proxy.close();
    await Promise.allSettled(this.#starting);
    await Promise.all(this.#products.map((product) => product[Symbol.asyncDispose]()));
  }

  async #start(product: Product): Promise<void> {
    const gateway = await product.serve();
    this.#living.set(product, gateway);
    this.proxy.gateways.push(gateway);
  }
}

const environmentOf = ({ database, bucket }: Shared, publicUrl: string) => ({
  ...bucketVariables,
  WORKSPACE_DATABASE: database,
  WORKSPACE_BLOBS: 's3://files/work',
  WORKSPACE_BLOBS_REGION: 'eu-test-1',
  WORKSPACE_BLOBS_ENDPOINT: bucket.url,
  WORKSPACE_KEY: randomBytes(32).toString('base64'),
  WORKSPACE_PUBLIC_URL: publicUrl,
});
