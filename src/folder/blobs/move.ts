import { existsSync } from 'node:fs';
import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import { makeFolders } from '../../disk/folders.ts';
import type { Database } from '../../store/database.ts';
import { changeAlone } from '../../store/sqlite/connections.ts';
import type { Db } from '../../store/tables.ts';
import { type BlobSettings, folderOf, openBlobs, usableBucket } from './place.ts';
import { recordBlobs } from '../first-start.ts';
import { bytesProblem, DamagedBlobError, type LostBlob, lostBlob, soundBytes } from '../lost-blobs.ts';
import { noWorkspace, type OpenOptions, openWorkspace } from '../open.ts';
import { holdsWorkspace, placesIn } from '../places/places.ts';
import { isReferenced, type ReferencedBlob, referencedBlobs } from '../referenced-blobs.ts';

export interface MoveOptions extends Pick<OpenOptions, 'dataFolder' | 'userName'>, BlobSettings {
  /** Leaves blobs behind that are missing or damaged; otherwise they refuse the move. */
  readonly skipDamaged?: boolean;
  readonly onError: (error: unknown) => void;
}

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly blobs: number;
  /** How many of them were there already, from an earlier run. */
  readonly found: number;
  readonly bytes: number;
  readonly lost: readonly LostBlob[];
}

/**
 * Moves the blobs of a workspace to a bucket or a shared folder, or back to its own. Gateways may run while blobs are
 * copied. At the end nobody else may have the workspace open. Every copy is read again and compared with its digest. A
 * move that was ended goes on where it was. The former place keeps its bytes.
 */
export async function moveBlobs({ skipDamaged = false, ...options }: MoveOptions): Promise<Move> {
  const { dataFolder, blobs: to = 'folder' } = options;
  if (!holdsWorkspace(dataFolder)) throw noWorkspace(dataFolder);
  if (existsSync(placesIn(dataFolder).databaseUrl)) throw onServer();
  const moving = new Moving(skipDamaged);
  for (;;) {
    const from = await copyAll(moving, { ...options, blobs: to });
    if (await moving.isRecorded(dataFolder, to)) return { from, to, ...moving.result };
  }
}

/** Copies what the target has not yet. Returns the former place. */
async function copyAll(moving: Moving, options: MoveOptions & { readonly blobs: string }): Promise<string> {
  const { dataFolder, blobs: to, onError } = options;
  const workspace = await openWorkspace({ ...options, asRecorded: true });
  try {
    const { database, installation } = workspace;
    if (installation.blobs === to) throw alreadyThere(to);
    const bucket = await usableBucket(options, false);
    const makeFolder = (path: string) => makeFolders(path, 0o700);
    if (to === 'folder') await makeFolder(folderOf(to, dataFolder));
    const opened = { database, dataFolder, place: to, bucket, installation, readOnly: false, makeFolder, onError };
    const target = await openBlobs({ ...opened, checked: 'at first use', mayMark: true });
    try {
      await moving.copyAll(database, workspace.blobs, target);
    } finally {
      await target.close();
    }
    return installation.blobs;
  } finally {
    await workspace.close();
  }
}

class Moving {
  readonly #skipDamaged: boolean;
  /** Digests that are at the target, or that nobody can bring there. */
  readonly #done = new Set<string>();
  readonly #lost: LostBlob[] = [];
  #found = 0;
  #bytes = 0;

  constructor(skipDamaged: boolean) {
    this.#skipDamaged = skipDamaged;
  }

  get result(): Omit<Move, 'from' | 'to'> {
    const blobs = this.#done.size - this.#lost.length;
    return { blobs, found: this.#found, bytes: this.#bytes, lost: this.#lost };
  }

  async copyAll(database: Database, source: Blobs, target: Blobs): Promise<void> {
    for await (const blob of referencedBlobs(database)) {
      if (this.#done.has(blob.sha256)) continue;
      const isFound =
        (await target.size(blob.sha256)) === blob.size && (await bytesProblem(target, blob)) === undefined;
      const problem = isFound ? undefined : await copied(blob, source, target);
      if (problem !== undefined) await this.#lose(database, blob, problem);
      else {
        this.#bytes += blob.size;
        if (isFound) this.#found += 1;
      }
      this.#done.add(blob.sha256);
    }
  }

  /** Says in the database where the blobs are. False if others were uploaded since they were copied. */
  async isRecorded(dataFolder: string, to: string): Promise<boolean> {
    let isWhole = true;
    await changeAlone(placesIn(dataFolder).database, {
      change: async (tx) => {
        isWhole = await this.#isWhole(tx);
        if (isWhole) await recordBlobs(tx, to);
      },
      refusal: async () => inUse(dataFolder),
    });
    return isWhole;
  }

  async #isWhole(tx: Db): Promise<boolean> {
    for await (const { sha256 } of referencedBlobs({ read: (query) => query(tx) }))
      if (!this.#done.has(sha256)) return false;
    return true;
  }

  async #lose(database: Database, blob: ReferencedBlob, problem: string): Promise<void> {
    // It may have been purged meanwhile.
    if (!(await database.read((db) => isReferenced(db, blob.sha256)))) return;
    const lost = await lostBlob(database, blob, problem);
    if (!this.#skipDamaged) throw cannotMove(lost);
    this.#lost.push(lost);
  }
}

/** Copies a blob and reads it back. Answers what is wrong with the source. */
async function copied(blob: ReferencedBlob, source: Blobs, target: Blobs): Promise<string | undefined> {
  if ((await source.size(blob.sha256)) === undefined) return 'is missing';
  try {
    const staged = await target.stage(soundBytes(source, blob), blob.size, 'move');
    await staged.keep({ anew: true });
  } catch (error) {
    if (error instanceof DamagedBlobError) return error.problem;
    throw error;
  }
  const problem = await bytesProblem(target, blob);
  if (problem === undefined) return undefined;
  throw new WorkspaceError(
    'unavailable',
    `The blob ${blob.sha256} ${problem} where it was just copied to. Nothing was changed; check that storage.`,
  );
}

const alreadyThere = (to: string) =>
  new WorkspaceError(
    'already_exists',
    `The files of this workspace are in ${to === 'folder' ? 'its data folder' : to} already; name another place with --blobs.`,
  );

const onServer = () =>
  new WorkspaceError(
    'invalid_request',
    'The database of this workspace is on a server, where files cannot be moved. Move both into the folder with --database folder, and then out again.',
  );

const inUse = (dataFolder: string) =>
  new WorkspaceError(
    'unavailable',
    `Every file is copied, but another process has ${dataFolder} open, and would go on in the former place. Stop every gateway and agent host on it, then run the same command again; it goes on where it was.`,
  );

const cannotMove = ({ sha256, problem, fileId, fileName }: LostBlob) =>
  new WorkspaceError(
    'unavailable',
    `The blob ${sha256} of ${fileId} (${fileName}) ${problem}. Put it back from a backup, or leave such blobs behind with --skip-damaged. The files stay where they were.`,
  );
