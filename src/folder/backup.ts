import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Database, DatabaseFile } from '../store/database.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import { isFree, moveToFreeName } from '../disk/free-name.ts';
import { newestSchema } from '../store/sqlite/migrations.ts';
import { syncFolder } from '../disk/syncing.ts';
import { blobName, lostName, type Manifest, names } from './backup-format.ts';
import { hasCode, storageSentence } from './file-bytes.ts';
import {
  bytesProblem,
  DamagedBlobError,
  type LostBlob,
  lostBlob,
  lostBlobs,
  sizeProblem,
  soundBytes,
} from './lost-blobs.ts';
import { type OpenOptions, type OpenWorkspace, openWorkspace } from './open.ts';
import { placesIn } from './places/places.ts';
import { referencedBlobs } from './referenced-blobs.ts';
import { folderIn, removeFolder } from '../disk/temporary-folder.ts';

export interface BackUpOptions extends Pick<OpenOptions, 'dataFolder' | 'userName' | 'blobs' | 's3'> {
  /** The path of the backup; must not exist. */
  readonly file: string;
  readonly release: string;
  /** Skips missing or damaged blobs; otherwise they refuse the backup. */
  readonly skipDamaged?: boolean;
}

export interface Backup {
  /** The absolute path. */
  readonly file: string;
  readonly size: number;
  readonly createdAt: string;
  readonly blobs: number;
  /** The blobs left out because of `skipDamaged`. */
  readonly lost: readonly LostBlob[];
}

/**
 * Backs up a snapshot of a data folder into one file, while the folder is in use. The file has mode 0600, because it
 * contains the signing keys. It gets its name only when it is complete and on disk. Damaged data is reported, not
 * backed up.
 */
export async function backUp({ file: path, release, ...options }: BackUpOptions): Promise<Backup> {
  const file = resolve(path);
  if (!(await isFree(file))) throw alreadyThere(file);
  const workspace = await openWorkspace({ ...options, readOnly: true, onError: () => {} });
  try {
    return await inFolderBeside(file, (folder) => writeBackup(workspace, { ...options, file, release, folder }));
  } finally {
    await workspace.close();
  }
}

const alreadyThere = (file: string) =>
  new WorkspaceError('already_exists', `${file} exists already and stays as it is; name another file.`);

/** Works on the disk that the backup goes to. Folders of killed backups are removed. */
async function inFolderBeside<Result>(file: string, use: (folder: string) => Promise<Result>): Promise<Result> {
  let folder: string | undefined;
  try {
    folder = await folderIn(dirname(file), `.workspace-backup-${hostname()}-`);
    return await use(folder);
  } catch (error) {
    throw storageSentence(error, `The backup ${file} cannot be written`);
  } finally {
    if (folder !== undefined) await removeFolder(folder);
  }
}

type Task = BackUpOptions & { readonly folder: string };

async function writeBackup(workspace: OpenWorkspace, task: Task): Promise<Backup> {
  const { dataFolder, file, release, folder, skipDamaged = false } = task;
  const createdAt = new Date().toISOString();
  const copy = join(folder, names.database);
  await databaseFile(workspace.database).copyTo(copy);
  const signingKeys = await readIfThere(placesIn(dataFolder).signingKey);
  const manifest: Manifest = {
    format: 'workspace-backup',
    formatVersion: 1,
    release,
    schema: newestSchema,
    createdAt,
    database: await describe(createReadStream(copy)),
    signingKeys: signingKeys && (await describe([signingKeys])),
  };
  const temporary = join(folder, 'backup.tar');
  const database = await openDatabase({ path: copy, readOnly: true });
  try {
    refuseDamaged(database);
    const contents = { copy, signingKeys, database, blobs: workspace.blobs, skipDamaged };
    const { size, blobs, lost } = await writeArchive(temporary, (archive) => fill(archive, manifest, contents));
    if (!(await moveToFreeName(temporary, file))) throw alreadyThere(file);
    await syncFolder(dirname(file));
    return { file, size, createdAt, blobs, lost };
  } catch (error) {
    if (!(error instanceof DamagedBlobError)) throw error;
    const lost = await Array.fromAsync(lostBlobs(database, workspace.blobs));
    throw lost.length > 0 ? cannotBackUp(lost) : wrongForAMoment(error);
  } finally {
    await database.close();
  }
}

type Filled = Pick<Backup, 'blobs' | 'lost'>;

/** Returns the size of the file in bytes, and its contents. */
async function writeArchive(path: string, fillIt: (archive: Pack) => Promise<Filled>) {
  const archive = pack();
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(archive, output);
  try {
    const [filled] = await Promise.all([fillIt(archive), written]);
    return { size: output.bytesWritten, ...filled };
  } catch (error) {
    archive.destroy();
    await written.catch(() => {});
    throw error;
  }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
}

async function describe(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Manifest['database']> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
}

/** The file that holds the database. */
function databaseFile({ file }: Pick<Database, 'file'>): DatabaseFile {
  if (file) return file;
  throw new WorkspaceError(
    'invalid_request',
    'The database of this workspace is on a server. Back it up there, as with: pg_dump --schema=workspace. Then copy the data folder, which has the keys and files. Nothing was written.',
  );
}

function refuseDamaged(database: Database): void {
  const [problem] = databaseFile(database).integrityProblems();
  if (problem === undefined) return;
  throw new WorkspaceError(
    'unavailable',
    `The database is damaged (${problem}), and a copy of it would be too; "workspace admin check" lists what is wrong. Nothing was written.`,
  );
}

interface Contents {
  readonly copy: string;
  readonly signingKeys: Buffer | null;
  /** The copy, opened. */
  readonly database: Database;
  readonly blobs: Blobs;
  readonly skipDamaged: boolean;
}

async function fill(archive: Pack, manifest: Manifest, contents: Contents): Promise<Filled> {
  const { copy, signingKeys, database, blobs, skipDamaged } = contents;
  const add = async (name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
    pipeline(bytes, archive.entry({ name, size, mode: 0o600, mtime: new Date(manifest.createdAt) }));
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await add(names.manifest, text.byteLength, [text]);
  await add(names.database, manifest.database.size, createReadStream(copy));
  if (signingKeys) await add(names.signingKeys, signingKeys.byteLength, [signingKeys]);
  let count = 0;
  const lost: LostBlob[] = [];
  for await (const blob of referencedBlobs(database)) {
    const problem = (await sizeProblem(blobs, blob)) ?? (skipDamaged ? await bytesProblem(blobs, blob) : undefined);
    if (problem === undefined) {
      await add(blobName(blob.sha256), blob.size, soundBytes(blobs, blob));
      count += 1;
    } else if (skipDamaged) {
      await add(lostName(blob.sha256), 0, []);
      lost.push(await lostBlob(database, blob, problem));
    } else throw new DamagedBlobError(blob, problem);
  }
  archive.finalize();
  return { blobs: count, lost };
}

const mostNamed = 10;

/** Describes a damaged blob and a file that needs it. */
export const lostLine = ({ sha256, problem, fileId, fileName }: LostBlob): string =>
  `the blob ${sha256} of ${fileId} (${fileName}) ${problem}`;

function cannotBackUp(lost: readonly LostBlob[]): WorkspaceError {
  const named = lost.slice(0, mostNamed).map(lostLine);
  const more = lost.length > mostNamed ? `; and ${lost.length - mostNamed} more` : '';
  return new WorkspaceError(
    'unavailable',
    `Nothing was written, since bytes of files are damaged: ${named.join('; ')}${more}. Put each blob back from an earlier backup, a tar file that has it as blobs/ab/ab…. Or back up the rest with --skip-damaged.`,
  );
}

const wrongForAMoment = ({ message }: DamagedBlobError): WorkspaceError =>
  new WorkspaceError(
    'unavailable',
    `Nothing was written, since bytes of files could not be read: ${message}. Now all are sound; try again.`,
  );
