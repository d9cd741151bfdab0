import { type ExecFileOptions, execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';

const programs = ['ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'ceph', 'ceph-authtool', 'monmaptool'];
const packages = 'radosgw ceph-mon ceph-osd ceph-common';

/** The programs of Ceph are not all installed. */
export class NotInstalled extends Error {
  constructor() {
    super(`Ceph is not installed. On Debian: apt-get install --no-install-recommends ${packages}`);
  }
}

export interface ObjectGateway {
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Ends its three processes. */
  stop(): Promise<void>;
}

const run = (program: string, args: readonly string[], options: ExecFileOptions = {}) =>
  promisify(execFile)(program, [...args], { timeout: 90_000, ...options });

/** A Ceph cluster on loopback, in its own folder: a monitor, a store in memory and an object gateway. */
export async function startCeph(folder: string): Promise<ObjectGateway> {
  for (const program of programs)
    await run('sh', ['-c', `command -v ${program}`]).catch(() => Promise.reject(new NotInstalled()));
  const [monitorPort, port] = await Promise.all([freePort(), freePort()]);
  const at = (name: string) => join(folder, name);
  const id = randomUUID();
  const settings = {
    fsid: id,
    mon_host: `v2:127.0.0.1:${monitorPort}`,
    keyring: at('keyring'),
    osd_pool_default_size: 1,
    osd_pool_default_min_size: 1,
    osd_pool_default_pg_num: 8,
    osd_crush_chooseleaf_type: 0,
    osd_objectstore: 'memstore',
    memstore_device_bytes: 2 ** 30,
    mon_allow_pool_size_one: true,
    mon_data: at('mon'),
    osd_data: at('osd'),
    rgw_data: at('rgw'),
    run_dir: folder,
    log_file: at('$name.log'),
    public_addr: '127.0.0.1',
    rgw_frontends: `beast endpoint=127.0.0.1:${port}`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(at('ceph.conf'), `[global]\n${lines.join('\n')}\n`);
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(at(name));
  const ceph = (program: string, ...args: string[]) => run(program, ['-c', at('ceph.conf'), ...args]);
  const stop = async () => {
    for (const name of ['rgw', 'osd', 'mon']) await end(at(`${name}.pid`));
  };
  const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'];
  try {
    await run('ceph-authtool', ['--create-keyring', at('keyring'), '--gen-key', '-n', 'mon.', ...all]);
    for (const name of ['client.admin', 'osd.0'])
      await run('ceph-authtool', [at('keyring'), '--gen-key', '-n', name, ...all]);
    await run('monmaptool', ['--create', '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, '--fsid', id, at('monmap')]);
    await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', at('keyring'));
    await ceph('ceph-mon', '-i', 'a', '--pid-file', at('mon.pid'));
    const store = randomUUID();
    await ceph('ceph', 'osd', 'new', store, '0');
    await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store);
    await ceph('ceph-osd', '-i', '0', '--pid-file', at('osd.pid'));
    await ceph('radosgw', '-n', 'client.admin', '--pid-file', at('rgw.pid'));
    const keys = { accessKeyId: 'STORAGETRIAL', secretAccessKey: randomUUID() };
    const named = ['--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey];
    await ceph('radosgw-admin', 'user', 'create', '--uid=trial', '--display-name=trial', ...named);
    await answering(`http://127.0.0.1:${port}`);
    return { port, ...keys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function answering(url: string): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return void (await answer.arrayBuffer());
    if (attempts > 300) throw new Error(`${url} does not answer`);
    await sleep(100);
  }
}

/** Ends the process whose ID a file holds, and waits for it. */
async function end(pidFile: string): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
  if (!pid) return;
  for (let attempts = 0; attempts < 100; attempts += 1) {
    try {
      process.kill(pid, attempts < 50 ? 'SIGTERM' : 'SIGKILL');
    } catch {
      return;
    }
    await sleep(100);
  }
}
