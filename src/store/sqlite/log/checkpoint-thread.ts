import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import SQLite, { type Database as Connection } from 'better-sqlite3';

export interface LogTask {
  readonly path: string;
  /** Truncates a longer log towards this length. By default the pages of the log are checkpointed. */
  readonly lastingBytes?: number;
}

/** Cutting more at once takes long and blocks writers. */
const mostCutBytes = 32 * 1024 * 1024;

/** Bytes of the log's header, and of the header of each frame (sqlite.org/fileformat2.html, 4.1). */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/** Checkpoints a database's log, except pages that readers still need. Or truncates the log behind its last page. */
export default function tendLog({ path, lastingBytes }: LogTask): void {
  const connection = new SQLite(path, { fileMustExist: true });
  try {
    if (lastingBytes === undefined) connection.pragma('wal_checkpoint(passive)');
    else cutSome(connection, path, lastingBytes);
  } finally {
    connection.close();
  }
}

/** Truncates the log while this connection holds the write lock. Does nothing if another process holds it. */
function cutSome(connection: Connection, path: string, lastingBytes: number): void {
  const writer = new SQLite(path, { fileMustExist: true, timeout: 0 });
  try {
    writer.exec('begin immediate');
    const [{ log }] = connection.pragma('wal_checkpoint(passive)') as [{ log: number }];
    const pageBytes = connection.pragma('page_size', { simple: true }) as number;
    // `log` is -1 during another process's checkpoint, and 0 if one died while restarting the log. All frames may be
    // needed then.
    if (log > 0) cutTo(`${path}-wal`, Math.max(lastingBytes, logHeaderBytes + log * (frameHeaderBytes + pageBytes)));
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
  } finally {
    writer.close();
  }
}

function cutTo(path: string, length: number): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    if (size > length) ftruncateSync(file, Math.max(length, size - mostCutBytes));
  } finally {
    closeSync(file);
  }
}
