import { existsSync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { syncFolder } from '../../disk/syncing.ts';
import type { SharedText } from '../../store/database.ts';
import { type Moved, moveRows, type Progress } from '../../store/moving/move.ts';
import type { Side } from '../../store/moving/side.ts';
import { fillFile, readAlone, removeLog } from '../../store/sqlite/moving.ts';
import { findInstallation, type Installation } from '../first-start.ts';
import { noWorkspace } from '../open.ts';
import { keptAddress, placeOf, putAddress, refuseOther } from '../places/database-address.ts';
import { holdsWorkspace, placesIn } from '../places/places.ts';

export type { Progress };

export interface DatabaseMoveOptions {
  readonly dataFolder: string;
  /** The address of a server, or `folder`. */
  readonly to: string;
  /** Opens the signing keys that gateways share in the database. Throws if it cannot. Returns what writes them. */
  readonly openKeys: (keys: SharedText, installation: Installation) => Promise<() => Promise<void>>;
  readonly onProgress: (progress: Progress) => void;
}

export interface DatabaseMove extends Moved {
  readonly from: string;
  readonly to: string;
  /** The place that keeps the former database. */
  readonly former: string;
}

/** Whether the database is already there. A move that was ended has left it at both places. */
export async function isThere(dataFolder: string, to: string): Promise<boolean> {
  if (!holdsWorkspace(dataFolder)) throw noWorkspace(dataFolder);
  const kept = await keptAddress(dataFolder);
  const hasFile = existsSync(placesIn(dataFolder).database);
  if (to === 'folder') return kept === undefined;
  if (kept !== undefined && placeOf(kept) !== placeOf(to)) return refuseOther(dataFolder, kept, to);
  return kept !== undefined && !hasFile;
}

/**
 * Moves the database of a folder to a server, or back. Nobody else can use the workspace meanwhile. Every table is
 * compared on both sides before the folder changes. A move that was ended goes on where it was. The former database stays
 * as it is.
 */
export async function moveDatabase(options: DatabaseMoveOptions): Promise<DatabaseMove> {
  if (await isThere(options.dataFolder, options.to)) throw alreadyThere(options.to);
  return options.to === 'folder' ? toFolder(options) : toServer(options);
}

async function toServer({ dataFolder, to, onProgress }: DatabaseMoveOptions): Promise<DatabaseMove> {
  const { fillServer } = await import('../../store/postgres/moving/server.ts');
  const places = placesIn(dataFolder);
  const moved = await readAlone(places.database, {
    refusal: async () => inUse(dataFolder),
    use: async (source) => {
      const { id } = await installationOf(source);
      return fillServer(to, id, async ({ side: target, tables, complete }) => {
        const rows = { source, target, server: target.db, tables, isWhole: false, onProgress };
        const result = await moveRows(rows);
        await complete();
        await putAddress(dataFolder, to);
        return result;
      });
    },
  });
  const former = placeOfFormer(places.movedDatabase);
  await rename(places.database, former);
  await removeLog(places.database);
  await syncFolder(dataFolder);
  return { from: 'folder', to: placeOf(to), former, ...moved };
}

/** An earlier former database stays. */
function placeOfFormer(first: string): string {
  let place = first;
  for (let number = 2; existsSync(place); number += 1) place = first.replace(/\.db$/, `-${number}.db`);
  return place;
}

async function toFolder({ dataFolder, openKeys, onProgress }: DatabaseMoveOptions): Promise<DatabaseMove> {
  const { leaveServer, leftSchema } = await import('../../store/postgres/moving/server.ts');
  const { database, databaseUrl, arrivingDatabase } = placesIn(dataFolder);
  const from = (await keptAddress(dataFolder))!;
  // Renaming it was all that an earlier run had left to do.
  const isNamed = existsSync(database);
  const file = isNamed ? database : arrivingDatabase;
  const moved = await leaveServer(from, {
    hasCopy: existsSync(file),
    findInstallation: async (db) => (await findInstallation(db))?.id,
    read: async ({ side: source, tables, sharedKeys }) => {
      const writeKeys = await openKeys(sharedKeys, await installationOf(source));
      const result = await fillFile(file, (target) =>
        moveRows({ source, target, server: source.db, tables, isWhole: isNamed, onProgress }),
      );
      await writeKeys();
      return result;
    },
    leave: async () => {
      if (!isNamed) await rename(arrivingDatabase, database);
      await syncFolder(dataFolder);
      await unlink(databaseUrl);
      await syncFolder(dataFolder);
    },
  });
  return { from: placeOf(from), to: 'folder', former: `The schema ${leftSchema} at ${placeOf(from)}`, ...moved };
}

async function installationOf({ db }: Side): Promise<Installation> {
  const installation = await findInstallation(db);
  if (installation) return installation;
  throw new WorkspaceError('not_found', 'The database holds no workspace yet; start "workspace serve" on it once.');
}

const alreadyThere = (to: string) =>
  new WorkspaceError(
    'already_exists',
    `The database of this workspace is ${to === 'folder' ? 'in its data folder' : `at ${placeOf(to)}`} already; name another place with --database.`,
  );

const inUse = (dataFolder: string) =>
  new WorkspaceError(
    'unavailable',
    `Another process has ${dataFolder} open. Stop every gateway and agent host on it, then run the same command again. Nothing was changed.`,
  );
