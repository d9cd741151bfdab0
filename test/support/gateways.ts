import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { type BucketServer, bucketVariables, startBucketServer } from './bucket-server.ts';
import { PlainProxy } from './plain-proxy.ts';
import { freshDatabase } from './postgres.ts';
import { folderOfItsOwn, type Gateway, printedToken, startGateway } from './product.ts';
import { accountAt } from './rest.ts';

/** A bucket and a key for all tests of a `describe`, whose gateways share a database. */
export function severalGateways() {
  const key = randomBytes(32).toString('base64');
  let bucket: BucketServer;

  beforeAll(async () => {
    bucket = await startBucketServer();
    for (const [name, value] of Object.entries(bucketVariables)) vi.stubEnv(name, value);
    vi.stubEnv('WORKSPACE_BLOBS', 's3://files/work').stubEnv('WORKSPACE_BLOBS_REGION', 'eu-test-1');
    vi.stubEnv('WORKSPACE_BLOBS_ENDPOINT', bucket.url).stubEnv('WORKSPACE_KEY', key);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await bucket.close();
  });

  /** Gateways with an empty folder each. All take the token that the first one's folder gives. */
  const started = async (count: number, ...args: string[]) => {
    const address = await freshDatabase();
    vi.stubEnv('WORKSPACE_DATABASE', address);
    const folders = await Promise.all(Array.from({ length: count }, folderOfItsOwn));
    const gateways = [await startGateway(folders[0]!, ...args)];
    gateways.push(...(await Promise.all(folders.slice(1).map((folder) => startGateway(folder, ...args)))));
    const token = await printedToken(folders[0]!);
    return { address, folders, gateways, token, accounts: gateways.map(({ url }) => accountAt(url, token)) };
  };
  return { key, started };
}

/** Starts another gateway, whose clock is this many milliseconds ahead. */
export async function startGatewayAhead(by: number, ...args: string[]): Promise<Gateway> {
  const clock = join(await folderOfItsOwn(), 'ahead');
  await writeFile(clock, String(by));
  const options = `--import ${import.meta.resolve('../trust/turned-clock.ts')}`;
  vi.stubEnv('NODE_OPTIONS', options).stubEnv('TURNED_CLOCK', clock);
  return startGateway(await folderOfItsOwn(), ...args).finally(() => vi.stubEnv('NODE_OPTIONS', ''));
}

/** A proxy that ends with the test. */
export async function startProxy(): Promise<PlainProxy> {
  const proxy = new PlainProxy();
  await proxy.listen();
  onTestFinished(() => proxy.close());
  return proxy;
}
