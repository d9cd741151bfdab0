import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import SQLite, { type Database as Connection } from 'better-sqlite3';

export interface LogTask {
  readonly path: string;
  /** How long the log may stay: then some of what is longer is cut off. By default its pages are moved. */
  readonly lastingBytes?: number;
}

/** To cut off more takes long, and nobody writes meanwhile. */
const mostCutBytes = 32 * 1024 * 1024;

/** What the log begins with, and each of its pages (sqlite.org/fileformat2.html, 4.1). */
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/** Moves the pages of a database's log into it, except those that somebody still reads. Or cuts off what is behind its last page. */
export default function tendLog({ path, lastingBytes }: LogTask): void {
  const connection = new SQLite(path, { fileMustExist: true });
  try {
    if (lastingBytes === undefined) connection.pragma('wal_checkpoint(passive)');
    else cutSome(connection, path, lastingBytes);
  } finally {
    connection.close();
  }
}

/** Other processes may write to this database: none can while this connection has begun to. Where one has, nothing is cut. */
function cutSome(connection: Connection, path: string, lastingBytes: number): void {
  const writer = new SQLite(path, { fileMustExist: true, timeout: 0 });
  try {
    writer.exec('begin immediate');
    const [{ log }] = connection.pragma('wal_checkpoint(passive)') as [{ log: number }];
    const pageBytes = connection.pragma('page_size', { simple: true }) as number;
    // It is -1 while another process moves pages, and 0 where one died as it began the log anew. Then all may be needed.
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
