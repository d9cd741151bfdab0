import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { administer, dataIn, initialize, newFolder, serve } from './postgres-server.ts';
import { Proxy } from './proxy.ts';

/**
 * A server and its standby, which gets everything through a proxy. A commit is acknowledged once both have it. Both end
 * with this process.
 */
export class ServerPair {
  /** Between the two. */
  readonly replication: Proxy;
  readonly primary: string;
  readonly standby: string;
  readonly #folder: string;

  private constructor(pair: Pick<ServerPair, 'replication' | 'primary' | 'standby'>, folder: string) {
    this.replication = pair.replication;
    this.primary = pair.primary;
    this.standby = pair.standby;
    this.#folder = folder;
  }

  static async started(): Promise<ServerPair> {
    const folders = { primary: newFolder(), standby: newFolder() };
    initialize(folders.primary);
    execFileSync('cp', ['-a', dataIn(folders.primary), dataIn(folders.standby)]);
    writeFileSync(join(dataIn(folders.standby), 'standby.signal'), '');
    const primary = await serve(folders.primary, {
      max_connections: 200,
      wal_keep_size: '1GB',
      synchronous_standby_names: '*',
    });
    const replication = new Proxy(Number(new URL(primary).port));
    const port = await replication.start();
    const standby = await serve(folders.standby, {
      max_connections: 200,
      primary_conninfo: `host=127.0.0.1 port=${port} user=postgres`,
      wal_retrieve_retry_interval: '100ms',
    });
    return new ServerPair({ replication, primary, standby }, folders.primary);
  }

  /** Kills all processes of the server at once. */
  killPrimary(): void {
    const [first = ''] = readFileSync(join(dataIn(this.#folder), 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').split(' ').filter(Boolean);
    for (const pid of [first, ...children].map(Number)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }

  /** Resolves when the standby takes writes. */
  promote(): Promise<void> {
    return administer(this.standby, 'select pg_promote()');
  }
}
