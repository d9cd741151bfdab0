import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NotInstalled, type ObjectGateway, startCeph } from './ceph.ts';
import { runOnPostgres } from './postgres/run.ts';
import { Proxy } from '../support/proxy.ts';
import { Storage } from './storage.ts';
import { trials } from './trials.ts';

/**
 * `npm run storage`: the product on a PostgreSQL server, and on a real object gateway of Ceph, which verifies signatures
 * and digests. Exit status 1 when a promise was broken, 2 when one of them is not installed. `-- outage` runs the trials
 * whose names hold the word; `-- postgres test/http` runs these files on PostgreSQL.
 */
const [word = '', ...files] = process.argv.slice(2);
if (word === '' || word === 'postgres') process.exitCode = await runOnPostgres(files);
if (word !== 'postgres') await runOnCeph();

async function runOnCeph(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-storage-'));
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
    const isMissing = error instanceof NotInstalled;
    process.exitCode = isMissing ? process.exitCode || 2 : 1;
    console.error(isMissing ? error.message : error);
  } finally {
    await proxy?.close();
    await ceph?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
