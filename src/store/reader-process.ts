import { Worker } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { addFunctions } from './functions.ts';
import { boundedRows, Statements } from './statements.ts';

/** One heavy read, as it reaches a process of its own. */
export interface ReaderTask {
  readonly path: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly mostCharacters: number | undefined;
}

const tebibyte = 2 ** 40;

let statements: Statements | undefined;

/** The rows as JSON: a text passes between processes in one piece, and is read once. */
export default function read({ path, sql, parameters, mostCharacters }: ReaderTask): string {
  statements ??= new Statements(connectionTo(path), { rowsAsArrays: true });
  return JSON.stringify(boundedRows(statements.of(sql), parameters, mostCharacters));
}

/** Mapped into memory, wide rows cost nothing; a file cut short ends this process only. */
function connectionTo(path: string): SQLite.Database {
  const connection = new SQLite(path, { readonly: true, fileMustExist: true, timeout: 1_000 });
  addFunctions(connection);
  connection.pragma(`mmap_size = ${tebibyte}`);
  connection.pragma('cache_size = -65536');
  return connection;
}

/** While SQLite runs, this thread hears of nothing: another one sees that the parent has died, and ends the process. */
function watchParent(): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);
}

new Worker(`(${String(watchParent)})()`, { eval: true }).unref();
