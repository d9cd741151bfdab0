import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { DataSet } from '../../schemas/data-sets.ts';
import { reservedKeys } from '../../schemas/fields.ts';
import type { Workspace } from '../../schemas/index.ts';
import { hide } from './leaks.ts';
import { runWorkspace, temporaryFolder } from './product.ts';
import type { Account } from './rest.ts';
import { inStorage } from './storage.ts';

/** A source as the commands print it with `--json`. */
export interface ShownSource {
  readonly sourceId: string;
  readonly objectTypeId: string;
  readonly name: string;
  readonly everyMinutes: number;
  readonly records: number;
  readonly synchronizedAt: string;
  readonly problem?: string;
}

interface SyncOutcome {
  readonly sourceId: string;
  readonly added?: number;
  readonly changed?: number;
  readonly removed?: number;
  readonly problem?: string;
}

const sources = (dataFolder: string, ...args: string[]) =>
  runWorkspace('admin', 'sources', ...args, '--data', dataFolder, '--json');

export function addSource(dataFolder: string, ...args: string[]) {
  const table = args[args.indexOf('--table') + 1];
  if (args.includes('--table') && table?.includes('_')) hide('the relation of a source', table);
  return sources(dataFolder, 'add', '--channel', 'general', ...args);
}

/** A source that must not be refused. */
export async function addedSource(dataFolder: string, ...args: string[]): Promise<ShownSource> {
  const { stdout, stderr } = await addSource(dataFolder, ...args);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout) as ShownSource;
}

export async function syncSources(dataFolder: string, ...args: string[]) {
  const { status, stdout, stderr } = await sources(dataFolder, 'sync', ...args);
  return { status, stderr, outcomes: (JSON.parse(stdout || '{"sources":[]}') as { sources: SyncOutcome[] }).sources };
}

/** Synchronises one source, which must succeed. Returns the numbers of added, changed and removed records. */
export async function synced(dataFolder: string, { sourceId }: ShownSource): Promise<string> {
  const { stderr, outcomes } = await syncSources(dataFolder, '--source', sourceId);
  if (stderr !== '') throw new Error(stderr);
  return outcomes.map(({ added, changed, removed }) => `+${added} ~${changed} -${removed}`).join();
}

export async function listedSources(dataFolder: string): Promise<ShownSource[]> {
  const { stdout } = await sources(dataFolder, 'list');
  return (JSON.parse(stdout) as { sources: ShownSource[] }).sources;
}

export interface CsvFile {
  readonly path: string;
  write(...lines: string[]): Promise<void>;
}

/** A CSV file that is gone when the test is. */
export async function csvFile(...lines: string[]): Promise<CsvFile> {
  const path = join(await temporaryFolder(), 'source.csv');
  const write = (...lines: string[]) => writeFile(path, lines.map((line) => `${line}\n`).join(''));
  await write(...lines);
  return { path, write };
}

export interface SqliteFile {
  readonly path: string;
  run(statement: string): void;
}

/** A SQLite file made by these statements, which is gone when the test is. */
export async function sqliteFile(...statements: string[]): Promise<SqliteFile> {
  const path = join(await temporaryFolder(), 'source.db');
  const run = (statement: string) => {
    const connection = new SQLite(path);
    connection.exec(statement);
    connection.close();
  };
  for (const statement of statements) run(statement);
  return { path, run };
}

type QueryRow = Awaited<ReturnType<Workspace['queries']['run']>>['data']['rows'] extends (infer Row)[] | undefined
  ? Row
  : never;

/** The records of a Data Set in general, oldest first, each with its ID, title and values. */
export async function rowsOf(account: Account, { objectTypeId }: ShownSource): Promise<QueryRow[]> {
  const body: unknown = await account.done('POST /queries', {
    mode: 'deterministic',
    operation: 'records',
    channelId: 'general',
    objectTypeId,
    orderBy: [{ field: 'created_at', direction: 'asc' }],
    limit: 1_000,
  });
  return (body as Awaited<ReturnType<Workspace['queries']['run']>>).data.rows ?? [];
}

/** The same without IDs. */
export async function contentsOf(account: Account, source: ShownSource): Promise<object[]> {
  return (await rowsOf(account, source)).map(({ id: _id, ...content }) => content);
}

/** A Data Set as the inspection of its channel, general, shows it. */
export async function inspected(account: Account, { objectTypeId }: ShownSource): Promise<DataSet> {
  const { channel } = await account.done('GET /channels/general');
  return channel.dataSets.find((dataSet) => dataSet.objectTypeId === objectTypeId)!;
}

/** Its own fields, each as `key: type`. */
export async function fieldsOf(account: Account, source: ShownSource): Promise<string[]> {
  const { fields } = await inspected(account, source);
  return fields.filter(({ key }) => !reservedKeys.has(key)).map(({ key, type }) => `${key}: ${type}`);
}

/** Sets the last try of a source to this many minutes ago. */
export async function lastTried(dataFolder: string, { sourceId }: ShownSource, minutesAgo: number): Promise<void> {
  const tried_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await inStorage(dataFolder, (tx) => tx.updateTable('sources').set({ tried_at }).where('id', '=', sourceId).execute());
}
