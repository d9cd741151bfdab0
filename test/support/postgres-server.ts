import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../src/store/postgres/open.ts';
import { openTables } from '../../src/store/sqlite/open.ts';
import { snippetsApart } from '../../src/store/sqlite/text-index/apart.ts';
import { freePort } from './free-port.ts';
import { postgresPrograms } from './postgres-programs.ts';

/** The database of an empty workspace, from which others are copied. */
export const template = 'empty_workspace';

/** Where syncing costs nothing, if there is such a place. */
const inMemory = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

/** PostgreSQL refuses to run as root. Debian's package makes a user for it. */
function owner(): { readonly uid?: number; readonly gid?: number } {
  if (getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const user = ['postgres', 'nobody'].flatMap((name) => users.filter((line) => line.startsWith(`${name}:`)))[0];
  const [, , uid, gid] = user!.split(':').map(Number);
  return { uid: uid!, gid: gid! };
}

/** The pipe ends with the process of the tests, however that ends. */
const untilParentEnds = '"$@" & server=$!; read -r line; kill -QUIT $server; wait $server; rm -rf "$0"';

/** The address of a new server, which ends with this process. */
export async function startServer(where = inMemory()): Promise<string> {
  const folder = newFolder(where);
  initialize(folder);
  const { address } = await serve(folder, { max_connections: 800 });
  await administer(address, `create database ${template}`);
  const tables = openTables();
  const database = await openPostgres({ location: `${address}/${template}`, tables, cutSnippets: snippetsApart });
  await database.close();
  return address;
}

/** A folder for the data of a server, which is gone with it. */
export function newFolder(where = inMemory()): string {
  const folder = mkdtempSync(join(where, 'workspace-postgres-'));
  const { uid, gid } = owner();
  if (uid !== undefined) chownSync(folder, uid, gid!);
  return folder;
}

export const dataIn = (folder: string): string => join(folder, 'data');

/** Makes the data of a server. */
export function initialize(folder: string): void {
  const cluster = ['-D', dataIn(folder), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync(join(programsHere(), 'initdb'), cluster, { ...owner(), stdio: 'ignore', cwd: folder });
}

export interface Server {
  readonly address: string;
  /** Ends it at once, and removes its folder. */
  end(): Promise<void>;
}

/** Starts a server on its data. It ends with this process at the latest. */
export async function serve(folder: string, more: Readonly<Record<string, string | number>>): Promise<Server> {
  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...more };
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [join(programsHere(), 'postgres'), '-D', dataIn(folder), ...given];
  const child = spawn('sh', ['-c', untilParentEnds, folder, ...command], {
    ...owner(),
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: folder,
  });
  const ended = once(child, 'exit');
  child.unref();
  (child.stdin as Socket).unref();
  const address = `postgres://postgres@127.0.0.1:${port}`;
  await untilReady(address);
  const end = async () => {
    child.ref();
    child.stdin.end();
    await ended;
  };
  return { address, end };
}

function programsHere(): string {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed. On Debian: apt-get install postgresql');
  return programs;
}

async function untilReady(address: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await administer(address, 'select 1');
    } catch (error) {
      if (attempt === 200) throw error;
    }
    await sleep(50);
  }
}

/** Runs a statement outside the databases of workspaces. */
export async function administer(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${address}/postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
