import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Extract, extract } from 'tar-stream';
import { WorkspaceError } from '../../schemas/errors.ts';
import { folderBlobs } from '../blobs/folder/folder-blobs.ts';
import type { FileDatabase } from '../store/database.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import type { Db } from '../store/tables.ts';
import { newestSchema } from '../store/sqlite/migrations.ts';
import { DamagedDatabaseError } from '../store/sqlite/refusals.ts';
import { strangeSchema } from '../store/sqlite/schema.ts';
import { blobName, endBytes, entryBytes, lostName, Manifest, names } from './backup-format.ts';
import { digested, storageSentence } from './file-bytes.ts';
import { connectionsOf } from './connections.ts';
import { findInstallation, recordBlobs } from './first-start.ts';
import { intoFreeFolder } from './places/free-folder.ts';
import { placesIn } from './places/places.ts';
import { referencedBlobs } from './referenced-blobs.ts';

export interface RestoreOptions {
  /** A backup made by `backUp`. */
  readonly file: string;
  /** The target: an empty folder, or a path that does not exist. */
  readonly dataFolder: string;
  /** Throws unless the file holds sound signing keys. */
  readonly verifyKeys: (path: string) => Promise<void>;
  /** Whether to accept a backup that names files to read and issuers to trust. Its maker chose them. */
  readonly withConnections?: boolean;
}

export interface Restored {
  /** The absolute path. */
  readonly dataFolder: string;
  /** The moment of the restored snapshot. */
  readonly createdAt: string;
  readonly blobs: number;
  /** Blobs lost or damaged before the backup, which `--skip-damaged` left out. Their files have no bytes. */
  readonly lost: readonly string[];
}

/**
 * Restores a data folder from a backup: all or nothing. Everything is verified while it is read. An older schema is
 * migrated.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  return intoFreeFolder(options.dataFolder, 'restored', (staging) => readBackup(options, staging));
}

type Contents = Omit<Restored, 'dataFolder'>;

async function readBackup(options: RestoreOptions, folder: string): Promise<Contents> {
  const { file } = options;
  // O_NONBLOCK, because opening a pipe without a writer would wait for ever.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw storageSentence(error, `The backup ${file} cannot be read`);
  });
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw new WorkspaceError('invalid_request', `${file} is not a file; name a backup.`);
    const archive = extract();
    const reading = pipeline(handle.createReadStream({ autoClose: false }), archive).catch(() => {});
    try {
      return await unpack(new Entries(archive, file, status.size), folder, options);
    } finally {
      archive.destroy();
      await reading;
    }
  } finally {
    await handle.close();
  }
}

/** The next entry is always known beforehand, so that an archive cannot choose names, kinds or sizes. */
async function unpack(entries: Entries, folder: string, options: RestoreOptions): Promise<Contents> {
  const { verifyKeys, withConnections = false } = options;
  const places = placesIn(folder);
  const manifest = await readManifest(entries);
  await writeWhole(entries, names.database, manifest.database, places.database);
  if (manifest.signingKeys) {
    await writeWhole(entries, names.signingKeys, manifest.signingKeys, places.signingKey);
    await verifyKeys(places.signingKey).catch(() => Promise.reject(entries.refusal('its signing keys are none')));
  }
  const database = await openRestored(entries, places.database, manifest.schema);
  try {
    if (!withConnections) await refuseConnections(options.file, database);
    await database.write('service', takeIntoFolder);
    const blobs = await unpackBlobs(entries, database, places.blobs);
    await entries.end();
    return { createdAt: manifest.createdAt, ...blobs };
  } finally {
    await database.close();
  }
}

const mostManifestBytes = 64 * 1024;

async function readManifest(entries: Entries): Promise<Manifest> {
  const entry = await entries.next(names.manifest);
  if (entry.size > mostManifestBytes) throw entries.refusal(`${names.manifest} has ${entry.size} bytes`);
  const text = Buffer.concat(await Array.fromAsync(entry.bytes)).toString();
  const parsed = Manifest.safeParse(parsedJson(text));
  if (!parsed.success) throw entries.refusal(`${names.manifest} is not one that this release knows`);
  if (parsed.data.schema <= newestSchema) return parsed.data;
  throw entries.refusal(
    `release ${JSON.stringify(parsed.data.release)} wrote it with schema ${parsed.data.schema}, and this one knows ${newestSchema}: update workspace-mcp`,
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function writeWhole(entries: Entries, name: string, whole: Manifest['database'], path: string): Promise<void> {
  const { bytes } = await entries.next(name, whole.size);
  const damaged = () => entries.refusal(`${name} is not what its digest says`);
  // Opened before anything can fail: a stream that opens it late makes the file while its folder is removed.
  const file = await open(path, 'wx', 0o600);
  await pipeline(digested(bytes, whole.sha256, damaged), file.createWriteStream({ flush: true }));
}

/** A backup may come from anybody. Its schema is checked before the database is opened with our functions. */
async function openRestored(entries: Entries, path: string, schema: number): Promise<FileDatabase> {
  const refuseDamaged = (error: unknown) => {
    throw error instanceof DamagedDatabaseError ? entries.refusal('its database is damaged') : error;
  };
  const [strange] = await strangeSchema(path, schema).catch(refuseDamaged);
  if (strange !== undefined) throw entries.refusal(`its database is none of schema ${schema}: ${strange}`);
  const database = await openDatabase({ path }).catch(refuseDamaged);
  try {
    const [problem] = database.file.integrityProblems();
    if (problem !== undefined) throw entries.refusal(`its database is damaged: ${problem}`);
    if (!(await database.read(findInstallation))) throw entries.refusal('its database holds no workspace');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * The maker of the backup chose these connections. A gateway would read files of this machine and trust foreign
 * issuers.
 */
async function refuseConnections(file: string, database: FileDatabase): Promise<void> {
  const connections = await database.read(connectionsOf);
  if (connections.length === 0) return;
  throw new WorkspaceError(
    'invalid_request',
    `A gateway on what ${file} holds would use ${connections.join('; ')}. If you know them all, restore it with --with-connections. Nothing was restored.`,
  );
}

/** Objects of a bucket belong to the workspace that was backed up. This one may remove none of them. */
async function takeIntoFolder(tx: Db): Promise<void> {
  await recordBlobs(tx, 'folder');
  await tx.deleteFrom('blobs').execute();
}

async function unpackBlobs(
  entries: Entries,
  database: FileDatabase,
  folder: string,
): Promise<Pick<Contents, 'blobs' | 'lost'>> {
  await mkdir(folder, { mode: 0o700 });
  const blobs = folderBlobs(folder);
  let count = 0;
  const lost: string[] = [];
  for await (const { sha256, size } of referencedBlobs(database)) {
    const entry = await entries.nextUnless(lostName(sha256), blobName(sha256), size);
    if (!entry) {
      lost.push(sha256);
      continue;
    }
    const { bytes } = entry;
    const staged = await blobs.stage(bytes, size, 'restore');
    if (staged.sha256 !== sha256) throw entries.refusal(`the blob ${sha256} is not what its digest says`);
    await staged.keep();
    count += 1;
  }
  return { blobs: count, lost };
}

interface ExpectedEntry {
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never;

/** Reads the entries of an archive in order. Nothing may be between or after them. */
class Entries {
  readonly #entries: AsyncIterator<Entry>;
  readonly #file: string;
  readonly #fileSize: number;
  #read = endBytes;

  constructor(archive: Extract, file: string, fileSize: number) {
    this.#entries = archive[Symbol.asyncIterator]();
    this.#file = file;
    this.#fileSize = fileSize;
  }

  async next(name: string, size?: number): Promise<ExpectedEntry> {
    return this.#expected(await this.#next(), name, size);
  }

  /** Undefined if an empty entry named `other` stands there instead. */
  async nextUnless(other: string, name: string, size: number): Promise<ExpectedEntry | undefined> {
    const entry = await this.#next();
    if (entry?.header.name !== other) return this.#expected(entry, name, size);
    for await (const _piece of this.#expected(entry, other, 0).bytes);
    return undefined;
  }

  #expected(entry: Entry | undefined, name: string, size?: number): ExpectedEntry {
    if (!entry) throw this.refusal(`it ends where ${name} should be`);
    const { header } = entry;
    if (header.type !== 'file' || header.name !== name || header.pax)
      throw this.refusal(`it has ${JSON.stringify(header.name.slice(0, 200))} where only the file ${name} may be`);
    if (size !== undefined && header.size !== size)
      throw this.refusal(`${name} has ${header.size} bytes where it should have ${size}`);
    this.#read += entryBytes(header.size);
    if (this.#read > this.#fileSize) throw this.refusal('it is cut short');
    return { size: header.size, bytes: this.#bytesOf(entry) };
  }

  async end(): Promise<void> {
    const entry = await this.#next();
    if (entry) throw this.refusal(`it has ${JSON.stringify(entry.header.name.slice(0, 200))} behind its end`);
    if (this.#read > this.#fileSize) throw this.refusal('it is cut short');
    if (this.#read < this.#fileSize) throw this.refusal('it has more bytes than belong to it');
  }

  refusal(problem: string): WorkspaceError {
    return new WorkspaceError(
      'invalid_request',
      `${this.#file} is not a sound backup: ${problem}. Nothing was restored.`,
    );
  }

  async #next(): Promise<Entry | undefined> {
    try {
      const result: IteratorResult<Entry, undefined> = await this.#entries.next();
      return result.value;
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  async *#bytesOf(entry: Entry): AsyncGenerator<Uint8Array, void> {
    try {
      yield* entry as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw this.#unreadable(error);
    }
  }

  /** Errors of the file system are not faults of the archive. */
  #unreadable(error: unknown): unknown {
    const told = storageSentence(error, `The backup ${this.#file} cannot be read`);
    return told === error && error instanceof Error ? this.refusal(error.message.toLowerCase()) : told;
  }
}
