import SQLite from 'better-sqlite3';
import { addFunctions } from './functions.ts';
import './orphans.ts';
import { boundedRows, type Room, Statements } from './statements.ts';

/** One heavy read, as it reaches a process of its own. */
export interface ReaderTask {
  readonly path: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly room: Room | undefined;
}

const tebibyte = 2 ** 40;

/** Of files that were asked last; those of sheets come and go. */
const mostOpen = 4;
const open = new Map<string, Reading>();

interface Reading {
  readonly connection: SQLite.Database;
  readonly statements: Statements;
}

/** The rows as JSON: a text passes between processes in one piece, and is read once. */
export default function read({ path, sql, parameters, room }: ReaderTask): string {
  const { statements } = readingOf(path);
  return JSON.stringify(boundedRows(statements.of(sql), parameters, room));
}

function readingOf(path: string): Reading {
  const known = open.get(path);
  if (known) open.delete(path);
  else if (open.size >= mostOpen) closeOldest();
  const reading = known ?? opened(path);
  open.set(path, reading);
  return reading;
}

function closeOldest(): void {
  const [[path, { connection }]] = [...open] as [[string, Reading]];
  open.delete(path);
  connection.close();
}

function opened(path: string): Reading {
  const connection = connectionTo(path);
  return { connection, statements: new Statements(connection, { rowsAsArrays: true }) };
}

/** Mapped into memory, wide rows cost nothing; a file cut short ends this process only. */
function connectionTo(path: string): SQLite.Database {
  const connection = new SQLite(path, { readonly: true, fileMustExist: true, timeout: 1_000 });
  addFunctions(connection);
  connection.pragma(`mmap_size = ${tebibyte}`);
  connection.pragma('cache_size = -65536');
  return connection;
}
