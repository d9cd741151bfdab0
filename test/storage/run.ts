import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotInstalled, type ObjectGateway, startCeph } from './ceph.ts';
import { Proxy } from './proxy.ts';
import { Storage } from './storage.ts';
import { trials } from './trials.ts';

/**
 * `npm run storage`: the product on a real object gateway of Ceph, which verifies signatures and digests. Exit status 1
 * when a promise was broken. `-- outage` runs the trials whose names hold the word.
 */
const folder = await mkdtemp(join(tmpdir(), 'workspace-storage-'));
const [word = ''] = process.argv.slice(2);
let ceph: ObjectGateway | undefined;
let proxy: Proxy | undefined;
try {
  const begun = Date.now();
  ceph = await startCeph(folder);
  proxy = new Proxy(ceph.port);
  const port = await proxy.start();
  console.log(`the object gateway answers after ${Math.round((Date.now() - begun) / 1_000)} s`);
  const storage = new Storage({ folder, port, proxy, ceph });
  await storage.makeBucket();
  for (const [name, trial] of Object.entries(trials)) {
    if (!name.includes(word)) continue;
    proxy.release();
    const startedAt = Date.now();
    const seen = await trial(storage);
    console.log(`✓ ${name} (${Date.now() - startedAt} ms)${seen ? `: ${seen}` : ''}`);
  }
} catch (error) {
  process.exitCode = error instanceof NotInstalled ? 2 : 1;
  console.error(error instanceof NotInstalled ? error.message : error);
} finally {
  await proxy?.close();
  await ceph?.stop();
  await rm(folder, { recursive: true, force: true });
}
