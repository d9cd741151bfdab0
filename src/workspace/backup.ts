import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pack, pack } from 'tar-stream';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Blobs } from '../store/blobs.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { isFree, moveToFreeName } from '../store/free-name.ts';
import { newestSchema } from '../store/migrations.ts';
import { syncFolder } from '../store/syncing.ts';
import { blobName, type Manifest, names } from './backup-format.ts';
import { digested, hasCode, storageSentence } from './file-bytes.ts';
import { type OpenOptions, type OpenWorkspace, openWorkspace, placesIn } from './open.ts';
import { type ReferencedBlob, referencedBlobs } from './referenced-blobs.ts';
import { folderIn, removeFolder } from './temporary-folder.ts';

export interface BackUpOptions extends Pick<OpenOptions, 'dataFolder' | 'userName'> {
  /** Where the backup goes; nothing may be there. */
  readonly file: string;
  readonly release: string;
}

export interface Backup {
  /** The absolute path. */
  readonly file: string;
  readonly size: number;
  readonly createdAt: string;
  readonly blobs: number;
}

/**
 * Writes one file (mode 0600: it holds the signing keys) with all that a data folder held at one moment, while it is served
 * and written to. It has its name only when it is whole and on disk. What is damaged is not backed up, but told.
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

/** On the disk that the backup goes to; those that backups left when they were killed go. */
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

async function writeBackup(workspace: OpenWorkspace, { dataFolder, file, release, folder }: Task): Promise<Backup> {
  const createdAt = new Date().toISOString();
  const copy = join(folder, names.database);
  await workspace.database.copyTo(copy);
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
  const archive = pack();
  const temporary = join(folder, 'backup.tar');
  const output = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(archive, output);
  const database = await openDatabase({ path: copy, readOnly: true });
  try {
    refuseDamaged(database);
    const filled = fill(archive, manifest, { copy, signingKeys, database, blobs: workspace.blobs });
    const [blobs] = await Promise.all([filled, written]);
    if (!(await moveToFreeName(temporary, file))) throw alreadyThere(file);
    await syncFolder(dirname(file));
    return { file, size: output.bytesWritten, createdAt, blobs };
  } catch (error) {
    archive.destroy();
    await written.catch(() => {});
    throw error;
  } finally {
    await database.close();
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

function refuseDamaged(database: Database): void {
  const [problem] = database.integrityProblems();
  if (problem === undefined) return;
  throw new WorkspaceError(
    'unavailable',
    `The database is damaged (${problem}), and a copy of it would be too; "workspace admin check" lists what is wrong. Nothing was written.`,
  );
}

interface Contents {
  readonly copy: string;
  readonly signingKeys: Buffer | null;
  /** The copy, open. */
  readonly database: Database;
  readonly blobs: Blobs;
}

/** Resolves to the number of blobs. */
async function fill(archive: Pack, manifest: Manifest, { copy, signingKeys, database, blobs }: Contents) {
  const add = async (name: string, size: number, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
    pipeline(bytes, archive.entry({ name, size, mode: 0o600, mtime: new Date(manifest.createdAt) }));
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await add(names.manifest, text.byteLength, [text]);
  await add(names.database, manifest.database.size, createReadStream(copy));
  if (signingKeys) await add(names.signingKeys, signingKeys.byteLength, [signingKeys]);
  let count = 0;
  for await (const blob of referencedBlobs(database)) {
    await refuseMissing(blobs, blob);
    const damaged = () => cannotBackUp(blob, 'is damaged');
    await add(blobName(blob.sha256), blob.size, digested(blobs.open(blob.sha256), blob.sha256, damaged));
    count += 1;
  }
  archive.finalize();
  return count;
}

/** A sweep may have it aside for a moment. */
const asideMs = 500;

async function refuseMissing(blobs: Blobs, blob: ReferencedBlob): Promise<void> {
  const size = (await blobs.size(blob.sha256)) ?? (await sleep(asideMs).then(() => blobs.size(blob.sha256)));
  if (size === undefined) throw cannotBackUp(blob, 'is missing');
  if (size !== blob.size) throw cannotBackUp(blob, `has ${size} bytes, not ${blob.size}`);
}

const cannotBackUp = ({ sha256 }: ReferencedBlob, problem: string) =>
  new WorkspaceError(
    'unavailable',
    `The blob ${sha256} ${problem}; "workspace admin check" lists what is wrong. Put it back from an earlier backup. Nothing was written.`,
  );
