import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BucketServer, bucketVariables } from '../support/bucket-server.ts';
import { PlainProxy } from '../support/plain-proxy.ts';
import { type Gateway, stop } from '../support/product.ts';
import type { Random } from '../support/random.ts';
import { Product, type ProductOptions } from './product.ts';

/** The clock of one gateway is as far ahead. */
const aheadMs = 5_000;

export interface Shared {
  readonly database: string;
  readonly bucket: BucketServer;
  /** The program of the release before, of which the gateways are at first. */
  readonly former?: string;
}

/** Three gateways behind a proxy, with a folder each, that share a database and a bucket. */
export class Fleet {
  readonly proxy = new PlainProxy();
  readonly #living = new Map<Product, Gateway>();
  readonly #starting: Promise<void>[] = [];
  #products: readonly Product[] = [];
  #another: ProductOptions = { dataFolder: '' };

  static async started(folder: string, shared: Shared): Promise<Fleet> {
    const fleet = new Fleet();
    await fleet.proxy.listen();
    const environment = environmentOf(shared, fleet.proxy.url);
    fleet.#another = { dataFolder: join(folder, 'another'), environment };
    const clock = join(folder, 'clock');
    await writeFile(clock, String(aheadMs));
    const ahead = { NODE_OPTIONS: `--import ${import.meta.resolve('./turned-clock.ts')}`, TURNED_CLOCK: clock };
    const program = shared.former;
    fleet.#products = [
      new Product({ dataFolder: join(folder, 'first'), environment, program }),
      new Product({ dataFolder: join(folder, 'second'), environment, program }),
      new Product({ dataFolder: join(folder, 'third'), environment: { ...environment, ...ahead }, program }),
    ];
    for (const product of fleet.#products) await fleet.#start(product);
    return fleet;
  }

  token(): Promise<string> {
    return this.#products[0]!.token();
  }

  /** Kills a living gateway of this release, which starts again at once. Returns false if it would be the last one. */
  async kill(random: Random, tellAgents: () => void): Promise<boolean> {
    if (this.#living.size === 1) return false;
    const updated = [...this.#living].filter(([product]) => product.isOfThisRelease);
    if (updated.length === 0) return false;
    await this.#restart(random.pick(updated), tellAgents);
    return true;
  }

  /** Kills a gateway of the release before. One of this release takes its place. */
  async update(tellAgents: () => void): Promise<void> {
    const living = [...this.#living].find(([product]) => !product.isOfThisRelease)!;
    living[0].update();
    await this.#restart(living, tellAgents);
  }

  async #restart([product, gateway]: [Product, Gateway], tellAgents: () => void): Promise<void> {
    this.#living.delete(product);
    this.proxy.withdraw(gateway);
    tellAgents();
    await stop(gateway.process, 'SIGKILL');
    this.#starting.push(this.#start(product));
  }

  /** Starts one more gateway, of another release, and ends it. */
  async join(program: string): Promise<void> {
    await using product = new Product({ ...this.#another, program });
    await product.serve();
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
