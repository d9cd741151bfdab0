import SQLite from 'better-sqlite3';

/** Moves the pages of a database's log into it, but for those that somebody still reads there. */
export default function movePages(path: string): void {
  const connection = new SQLite(path, { fileMustExist: true });
  try {
    connection.pragma('wal_checkpoint(passive)');
  } finally {
    connection.close();
  }
}
