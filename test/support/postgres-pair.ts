import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { administer, dataIn, initialize, newFolder, serve, type Server } from './postgres-server.ts';
import { Proxy } from './proxy.ts';

interface Standby extends Server {
  /** All that it gets from the primary goes through here. */
  readonly replication: Proxy;
}

/** A server and its standby, or several. A commit is acknowledged once the server and one of them have it. */
export class ServerPair {
  readonly standbys: readonly Standby[];
  readonly #primary: Server;
  readonly #folder: string;

  private constructor(primary: Server, standbys: readonly Standby[], folder: string) {
    this.standbys = standbys;
    this.#primary = primary;
    this.#folder = folder;
  }

  static async started(standbys = 1): Promise<ServerPair> {
    const folder = newFolder();
    initialize(folder);
    const copies = Array.from({ length: standbys }, () => copyOf(folder));
    const settings = { max_connections: 200, wal_keep_size: '1GB', synchronous_standby_names: '*' };
    const primary = await serve(folder, settings);
    return new ServerPair(primary, await Promise.all(copies.map((copy) => follow(copy, primary.address))), folder);
  }

  get primary(): string {
    return this.#primary.address;
  }

  get standby(): string {
    return this.standbys[0]!.address;
  }

  get replication(): Proxy {
    return this.standbys[0]!.replication;
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

  /** Ends all servers. A standby without a server would start a process every 100 ms to look for one. */
  async end(): Promise<void> {
    await Promise.all([this.#primary, ...this.standbys].map((server) => server.end()));
    await Promise.all(this.standbys.map(({ replication }) => replication.close()));
  }

  /** Resolves when the standby takes writes. */
  promote(standby = this.standby): Promise<void> {
    return administer(standby, 'select pg_promote()');
  }
}

function copyOf(folder: string): string {
  const copy = newFolder();
  execFileSync('cp', ['-a', dataIn(folder), dataIn(copy)]);
  writeFileSync(join(dataIn(copy), 'standby.signal'), '');
  return copy;
}

async function follow(folder: string, primary: string): Promise<Standby> {
  const replication = new Proxy(Number(new URL(primary).port));
  const server = await serve(folder, {
    max_connections: 200,
    primary_conninfo: `host=127.0.0.1 port=${await replication.start()} user=postgres`,
    wal_retrieve_retry_interval: '100ms',
  });
  return { ...server, replication };
}
