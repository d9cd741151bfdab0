import { existsSync } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { quoted } from '../../../schemas/shell.ts';
import { removeLeftovers } from '../../disk/leftovers.ts';
import { syncFolder } from '../../disk/syncing.ts';
import type { Database } from '../../store/database.ts';
import { findInstallation } from '../first-start.ts';
import { placesIn } from './places.ts';

interface Asked {
  readonly dataFolder: string;
  /** The address that was given, which must be that of the folder. */
  readonly given: string | undefined;
  /** Whether a workspace stays where it is, whatever was given. */
  readonly asRecorded: boolean;
}

/** The address of the server that has a folder's database. Undefined if the folder has it itself. */
export async function addressOf({ dataFolder, given, asRecorded }: Asked): Promise<string | undefined> {
  const hasFile = existsSync(placesIn(dataFolder).database);
  const kept = await keptAddress(dataFolder);
  if (kept !== undefined && hasFile)
    throw unusable(
      `${dataFolder} holds both workspace.db and database-url. If "workspace admin move" was ended, run it again; else move one away.`,
    );
  if (given === undefined) return kept;
  if (given === 'folder') return kept === undefined || asRecorded ? kept : refuseServer(dataFolder, kept);
  if (hasFile) return asRecorded ? undefined : refuseOwn(dataFolder, given);
  if (kept === undefined) return given;
  if (asRecorded) return kept;
  if (placeOf(kept) === placeOf(given)) return given;
  return refuseOther(dataFolder, kept, given);
}

/** The address that the folder keeps. Only its owner may read it. */
export async function keptAddress(dataFolder: string): Promise<string | undefined> {
  const { databaseUrl: path } = placesIn(dataFolder);
  if (!existsSync(path)) return undefined;
  const isOpenToOthers = process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0;
  if (isOpenToOthers) throw unusable(`${path} is open to other users of this machine; run: chmod 600 ${quoted(path)}`);
  const address = (await readFile(path, 'utf8')).trim();
  if (URL.canParse(address)) return address;
  throw unusable(`${path} holds no address of a database; write postgres://USER@HOST/DATABASE into it.`);
}

/** A gateway that is started at the same moment makes the workspace first, and then its keys. */
const keysWithinMs = 2_000;
const askedEveryMs = 100;

async function haveSharedKeys({ sharedKeys }: Database): Promise<boolean> {
  if (!sharedKeys) return false;
  const until = performance.now() + keysWithinMs;
  while (performance.now() < until) {
    if ((await sharedKeys.read()) !== undefined) return true;
    await sleep(askedEveryMs);
  }
  return false;
}

/**
 * Keeps the address in the folder, unless it does already. A folder without keys is new. A database with a workspace is
 * that of another folder then, unless its gateways share their keys there.
 */
export async function keepAddress(dataFolder: string, address: string, database: Database): Promise<void> {
  const { signingKey } = placesIn(dataFolder);
  await removeLeftovers(dataFolder, /^database-url-(\d+)$/);
  // The process that makes a workspace keeps the address before.
  const isMade = (await database.read(findInstallation)) !== undefined;
  const kept = await keptAddress(dataFolder);
  if (kept === address) return;
  if (kept === undefined && isMade && !existsSync(signingKey) && !(await haveSharedKeys(database)))
    throw refuseForeign(dataFolder, address);
  await putAddress(dataFolder, address);
}

/** The folder has this address from now on, whole or not at all. */
export async function putAddress(dataFolder: string, address: string): Promise<void> {
  const { databaseUrl: path } = placesIn(dataFolder);
  const next = `${path}-${process.pid}`;
  await writeFile(next, `${address}\n`, { mode: 0o600, flush: true });
  await rename(next, path);
  await syncFolder(dataFolder);
}

/** The server and the database of an address, which may be shown. */
export function placeOf(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `${host}:${searchParams.get('port') ?? (port || '5432')}${pathname}`;
}

const unusable = (sentence: string) => new WorkspaceError('unavailable', sentence);

function refuseOwn(dataFolder: string, given: string): never {
  throw unusable(
    `The database of this workspace is in its data folder ${dataFolder}, not at ${placeOf(given)}. Start without --database (WORKSPACE_DATABASE), name an empty folder, or move it: workspace admin move --data ${quoted(dataFolder)} --database URL`,
  );
}

function refuseServer(dataFolder: string, kept: string): never {
  throw unusable(
    `The database of this workspace is at ${placeOf(kept)}, not in its data folder ${dataFolder}. Start without --database (WORKSPACE_DATABASE), or move it: workspace admin move --data ${quoted(dataFolder)} --database folder`,
  );
}

/** Throws `unavailable`, because the folder keeps another address. */
export function refuseOther(dataFolder: string, kept: string, given: string): never {
  throw unusable(
    `The database of this workspace is at ${placeOf(kept)}, not at ${placeOf(given)}. Start without --database (WORKSPACE_DATABASE). If that database moved, correct ${placesIn(dataFolder).databaseUrl}.`,
  );
}

const refuseForeign = (dataFolder: string, address: string) =>
  unusable(
    `The database at ${placeOf(address)} has the workspace of another data folder, which holds its keys and files. Serve that folder, not ${dataFolder}; or start it once with --key-file, which lets other gateways join; or name another database.`,
  );
