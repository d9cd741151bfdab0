import { existsSync, rmSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type ErrorCode, WorkspaceError } from '../../schemas/errors.ts';
import type { ProblemExtras } from '../../schemas/problem-extras.ts';
import { limits } from '../../schemas/limits.ts';
import type { Database, TableFile } from '../store/database.ts';
import { engineOf } from '../store/engine.ts';
import type { Db } from '../store/tables.ts';
import { type Requester, type Scan, scanFor } from '../store/scan.ts';
import { prepared } from '../store/prepared.ts';
import { fileError } from '../store/refusals.ts';
import { type Named, type SheetTable, writeSheet } from './sheet-table.ts';
import { removeFolder, temporaryFolder } from '../disk/temporary-folder.ts';

/** One version of a sheet, which never changes. */
export interface SheetVersion {
  readonly versionId: string;
}

/** A stored file that is a table, which never changes either. */
export interface FileVersion {
  /** Equal for files that hold the same. */
  readonly versionId: string;
  /** Its rows as CSV in UTF-8. */
  readonly csv: (signal: AbortSignal) => Promise<Uint8Array>;
}

/** A task for the process that writes large sheets: CSV in a file. `named` is what a refusal names. */
export interface SheetTask {
  readonly csv: string;
  readonly path: string;
  readonly named: Named;
}

export type SheetOutcome =
  | { readonly table: SheetTable }
  | { readonly refusal: { readonly code: ErrorCode; readonly message: string; readonly extras: ProblemExtras } };

/** A sheet of this size is written in some milliseconds. */
const mostBytesHere = 16 * 1_024;

const sheetProcess = new URL(`./sheet-process${extname(import.meta.url)}`, import.meta.url);

interface Sheet {
  readonly table: SheetTable;
  readonly file: TableFile;
  readonly path: string;
  readonly bytes: number;
}

interface Kept {
  readonly sheet: Promise<Sheet>;
  /** Once it is written. */
  written?: Sheet;
  users: number;
}

/**
 * Keeps sheets and files as tables that can be queried like Data Sets. Each version has a database file in a temporary
 * folder, because a read-only process may not write beside the data. A sheet is written on first use. The least
 * recently used sheets are evicted. The caller decides first who may read a version; all readers share the kept table.
 */
export class Sheets {
  readonly #database: Database;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Kept>();
  #folder: Promise<string> | undefined;
  #files = 0;
  /** Writing a sheet ignores the signal of its first requester, because others may wait for the same sheet. */
  readonly #closing = new AbortController();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Keeps the table until `ask` is done with it. */
  async use<Result>(
    version: SheetVersion | FileVersion,
    requester: Requester,
    ask: (table: SheetTable, scan: Scan) => Promise<Result>,
  ): Promise<Result> {
    const kept = this.#keptOf(version, requester);
    kept.users += 1;
    try {
      const { table, file } = await kept.sheet;
      return await ask(table, scanFor(requester, file));
    } finally {
      kept.users -= 1;
      this.#makeRoom();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const { written } of this.#kept.values()) written?.file.close();
    this.#kept.clear();
    if (this.#folder) await removeFolder(await this.#folder);
  }

  #keptOf(version: SheetVersion | FileVersion, requester: Requester): Kept {
    const { versionId } = version;
    let kept = this.#kept.get(versionId);
    // A cleaner of temporary folders may have removed the file.
    if (kept?.written && !existsSync(kept.written.path)) {
      if (kept.users === 0) kept.written.file.close();
      kept = undefined;
    }
    this.#kept.delete(versionId);
    kept ??= this.#begin(version, requester);
    this.#kept.set(versionId, kept);
    return kept;
  }

  #begin(version: SheetVersion | FileVersion, requester: Requester): Kept {
    const kept: Kept = { sheet: this.#write(version, requester), users: 0 };
    kept.sheet.then(
      (sheet) => {
        kept.written = sheet;
      },
      () => {
        if (this.#kept.get(version.versionId) === kept) this.#kept.delete(version.versionId);
      },
    );
    return kept;
  }

  async #write(version: SheetVersion | FileVersion, requester: Requester): Promise<Sheet> {
    const path = join(await this.#openFolder(), `${(this.#files += 1)}.db`);
    try {
      const table = await ('csv' in version
        ? this.#tableOfFile(version, path, requester)
        : this.#tableOf(version, path, requester));
      if (this.#closing.signal.aborted) throw closed();
      return { table, path, bytes: (await stat(path)).size, file: await this.#database.openTable(path) };
    } catch (error) {
      await rm(path, { force: true });
      throw fileError(error);
    }
  }

  async #openFolder(): Promise<string> {
    if (this.#folder && !existsSync(await this.#folder)) this.#folder = undefined;
    this.#folder ??= temporaryFolder().catch((error: unknown) => {
      this.#folder = undefined;
      throw error;
    });
    return this.#folder;
  }

  async #tableOf({ versionId }: SheetVersion, path: string, requester: Requester): Promise<SheetTable> {
    const content = await this.#database.read((db) => contentOfVersion(db, { versionId }));
    return this.#written(content, path, '/artifactId', requester);
  }

  async #tableOfFile({ csv }: FileVersion, path: string, requester: Requester): Promise<SheetTable> {
    return this.#written(await csv(this.#closing.signal), path, '/fileId', requester);
  }

  async #written(content: Uint8Array, path: string, named: Named, requester: Requester): Promise<SheetTable> {
    if (content.byteLength <= mostBytesHere) return writeSheet(content, path, named);
    const beside = `${path}.csv`;
    try {
      await writeFile(beside, content, { mode: 0o600 });
      return await this.#writtenElsewhere({ csv: beside, path, named }, requester);
    } finally {
      await rm(beside, { force: true });
    }
  }

  async #writtenElsewhere(task: SheetTask, requester: Requester): Promise<SheetTable> {
    const writing = { ...requester, gone: () => this.#closing.signal };
    const outcome = JSON.parse(await this.#database.elsewhere(sheetProcess, task, writing)) as SheetOutcome;
    if ('table' in outcome) return outcome.table;
    const { code, message, extras } = outcome.refusal;
    throw new WorkspaceError(code, message, extras);
  }

  #makeRoom(): void {
    let bytes = 0;
    for (const { written } of this.#kept.values()) bytes += written?.bytes ?? 0;
    for (const [versionId, { written, users }] of this.#kept) {
      if (this.#kept.size <= limits.sheets && bytes <= limits.sheetsBytes) return;
      if (!written || users > 0) continue;
      this.#kept.delete(versionId);
      bytes -= written.bytes;
      written.file.close();
      rmSync(written.path, { force: true });
    }
  }
}

const findContent = prepared((db, by: { versionId: string }) =>
  db
    .selectFrom('artifact_versions')
    .select(({ ref }) => engineOf(db).sentBytes(ref('content')).as('content'))
    .where('id', '=', by.versionId),
);

export async function contentOfVersion(db: Db, by: { readonly versionId: string }): Promise<Uint8Array> {
  const [row] = await findContent(db, by);
  return row!.content;
}

const closed = () => new WorkspaceError('unavailable', 'The workspace is closing; try again in a moment.');
