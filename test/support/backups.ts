import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { sql } from 'kysely';
import { extract, type Header, pack } from 'tar-stream';
import { connectHost } from './hosts.ts';
import { runWorkspace, temporaryFolder } from './product.ts';
import { inStorage } from './storage.ts';
import { hostWriter } from './writers.ts';

export interface ArchiveEntry {
  readonly header: Partial<Header> & { name: string };
  readonly bytes: Buffer;
}

/** A backup of a data folder, in a folder of its own. */
export async function backupOf(dataFolder: string): Promise<string> {
  const file = join(await temporaryFolder(), 'backup.tar');
  const { status, stderr } = await runWorkspace('admin', 'backup', file, '--data', dataFolder);
  if (status !== 0) throw new Error(stderr);
  return file;
}

export const restoreTo = (dataFolder: string, file: string, ...args: string[]) =>
  runWorkspace('admin', 'restore', file, '--data', dataFolder, '--json', ...args);

/** A data folder made of a backup. */
export async function restored(file: string, ...args: string[]): Promise<string> {
  const dataFolder = join(await temporaryFolder(), 'restored');
  const { status, stderr } = await restoreTo(dataFolder, file, ...args);
  if (status !== 0) throw new Error(stderr);
  return dataFolder;
}

export async function readArchive(file: string): Promise<ArchiveEntry[]> {
  const archive = extract();
  archive.end(await readFile(file));
  const entries: ArchiveEntry[] = [];
  for await (const entry of archive) {
    const { name, mode, mtime } = entry.header;
    const pieces = (await Array.fromAsync(entry)) as Buffer[];
    entries.push({ header: { name, mode, mtime }, bytes: Buffer.concat(pieces) });
  }
  return entries;
}

export async function writeArchive(file: string, entries: readonly ArchiveEntry[]): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createWriteStream(file));
  for (const { header, bytes } of entries) {
    if (header.type === undefined || header.type === 'file') archive.entry({ ...header }, bytes);
    else archive.entry({ ...header });
  }
  archive.finalize();
  await written;
}

/** Every row of every table of a data folder. */
export const rowsOf = (dataFolder: string): Promise<Record<string, unknown[]>> =>
  inStorage(dataFolder, async (db) => {
    const tables = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'table' and name not like 'sqlite_%' order by name`.execute(db);
    const all: Record<string, unknown[]> = {};
    for (const { name } of tables.rows) all[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
    return all;
  });

/** The entries of the folder that holds this file or folder. */
export const beside = async (path: string): Promise<string[]> => (await readdir(dirname(path))).sort();

export async function changed(file: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(file, change(await readFile(file)));
}

/** A folder with a document of two versions, and files of which two have the same bytes. */
export async function writtenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  await runWorkspace('token', '--data', folder);
  const host = await connectHost(folder, []);
  const writer = hostWriter(host);
  const artifact = await writer.create('Plan', 'the plan');
  await writer.update(artifact, 'the changed plan');
  await writer.attach(artifact.id, 'general');
  for (const bytes of [Buffer.alloc(0), Buffer.from('the bytes'), Buffer.from('others')])
    await writer.attachFile((await writer.upload('plan.bin', bytes)).id, 'general');
  await writer.upload('again.bin', Buffer.from('the bytes'));
  await host.client.close();
  return folder;
}

/** A copy of a folder, to be changed. */
export async function copyOf(dataFolder: string): Promise<string> {
  const folder = join(await temporaryFolder(), 'data');
  await cp(dataFolder, folder, { recursive: true });
  return folder;
}
