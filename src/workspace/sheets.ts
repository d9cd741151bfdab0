import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type ErrorCode, type ProblemExtras, WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { CatalogueTable } from '../query/catalogue.ts';
import type { Database, Db, Scan, TableFile } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { writeSheet } from './sheet-table.ts';

/** One version of a sheet, which never changes. */
export interface SheetVersion {
  readonly versionId: string;
  readonly size: number;
}

/** What the process is told that writes a large sheet, and what it says then. */
export interface SheetTask {
  readonly database: string;
  readonly versionId: string;
  readonly path: string;
}

export type SheetOutcome =
  | { readonly table: CatalogueTable }
  | { readonly refusal: { readonly code: ErrorCode; readonly message: string; readonly extras: ProblemExtras } };

/** A sheet of so many bytes is written in some milliseconds. */
const mostBytesHere = 32 * 1_024;

const sheetProcess = new URL(`./sheet-process${extname(import.meta.url)}`, import.meta.url);

interface Sheet {
  readonly table: CatalogueTable;
  readonly file: TableFile;
  readonly path: string;
  readonly bytes: number;
}

interface Kept {
  readonly sheet: Promise<Sheet>;
  /** Once it is written. */
  bytes: number;
  users: number;
}

/**
 * Sheets as tables, to be asked like Data Sets: a database file for each version, in a temporary folder of this process. They are
 * written when they are first asked for, and those that were not asked for longest make room for others. What is kept here
 * was not asked for by everybody: who may read a version is decided before.
 */
export class Sheets {
  readonly #database: Database;
  readonly #databasePath: string;
  /** Those asked for last are last. */
  readonly #kept = new Map<string, Kept>();
  #folder: Promise<string> | undefined;
  #files = 0;

  constructor(database: Database, databasePath: string) {
    this.#database = database;
    this.#databasePath = databasePath;
  }

  /** Its table stays for as long as the use of it takes. */
  async use<Result>(
    version: SheetVersion,
    subject: string,
    ask: (table: CatalogueTable, scan: Scan) => Promise<Result>,
  ): Promise<Result> {
    const kept = this.#take(version, subject);
    try {
      const { table, file } = await kept.sheet;
      return await ask(table, (statement, effort) => file.scan(statement, effort, subject));
    } finally {
      kept.users -= 1;
      await this.#makeRoom();
    }
  }

  async close(): Promise<void> {
    const all = [...this.#kept.values()];
    this.#kept.clear();
    for (const { sheet } of all) await sheet.then(({ file }) => file.close()).catch(() => {});
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }

  #take(version: SheetVersion, subject: string): Kept {
    const { versionId } = version;
    const known = this.#kept.get(versionId);
    this.#kept.delete(versionId);
    const kept = known ?? this.#begin(version, subject);
    this.#kept.set(versionId, kept);
    kept.users += 1;
    return kept;
  }

  #begin(version: SheetVersion, subject: string): Kept {
    const kept: Kept = { sheet: this.#write(version, subject), bytes: 0, users: 0 };
    kept.sheet.then(
      ({ bytes }) => {
        kept.bytes = bytes;
      },
      () => {
        if (this.#kept.get(version.versionId) === kept) this.#kept.delete(version.versionId);
      },
    );
    return kept;
  }

  async #write(version: SheetVersion, subject: string): Promise<Sheet> {
    const path = join(await (this.#folder ??= temporaryFolder()), `${(this.#files += 1)}.db`);
    try {
      const table = await this.#tableOf(version, path, subject);
      const [file, { size }] = await Promise.all([this.#database.openTable(path), stat(path)]);
      return { table, file, path, bytes: size };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async #tableOf({ versionId, size }: SheetVersion, path: string, subject: string): Promise<CatalogueTable> {
    if (size <= mostBytesHere) {
      return writeSheet(await this.#database.read((db) => contentOfVersion(db, { versionId })), path);
    }
    const task: SheetTask = { database: this.#databasePath, versionId, path };
    const outcome = JSON.parse(await this.#database.elsewhere(sheetProcess, task, subject)) as SheetOutcome;
    if ('table' in outcome) return outcome.table;
    const { code, message, extras } = outcome.refusal;
    throw new WorkspaceError(code, message, extras);
  }

  async #makeRoom(): Promise<void> {
    let bytes = 0;
    for (const kept of this.#kept.values()) bytes += kept.bytes;
    for (const [versionId, kept] of this.#kept) {
      if (this.#kept.size <= limits.sheets && bytes <= limits.sheetsBytes) return;
      if (kept.users > 0) continue;
      this.#kept.delete(versionId);
      bytes -= kept.bytes;
      const { file, path } = await kept.sheet;
      file.close();
      await rm(path, { force: true });
    }
  }
}

const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'workspace-sheets-'));

const findContent = prepared((db, by: { versionId: string }) =>
  db.selectFrom('artifact_versions').select('content').where('id', '=', by.versionId),
);

export async function contentOfVersion(db: Db, by: { readonly versionId: string }): Promise<Uint8Array> {
  const [row] = await findContent(db, by);
  return row!.content;
}
