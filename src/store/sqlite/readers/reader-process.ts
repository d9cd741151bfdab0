import SQLite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { addFunctions } from '../functions.ts';
import './orphans.ts';
import { gather, type Piece, piecesOf } from './pieces.ts';
import { asksForParameters } from './reader-channel.ts';
import type { Room } from '../../room.ts';
import { boundedRows, Statements } from '../statements.ts';

/** One heavy read, as sent to a process of its own. */
export interface ReaderTask {
  readonly path: string;
  readonly sql: string;
  readonly room: Room | undefined;
}

const tebibyte = 2 ** 40;

/** Connections kept open for the files asked last; files of sheets come and go. */
const open = new LRUCache<string, Reading>({ max: 4, dispose: ({ connection }) => connection.close() });

interface Reading {
  readonly connection: SQLite.Database;
  readonly statements: Statements;
}

/** Sends the rows, and returns their number. */
export default async function read({ path, sql, room }: ReaderTask): Promise<string> {
  const parameters = await parametersOfTask();
  const rows = boundedRows(readingOf(path).statements.of(sql), parameters, room);
  for (const piece of piecesOf(rows.values().flatMap((row) => row))) process.send!(piece);
  return String(rows.length);
}

/** The parent sends the parameters only after they are asked for. */
function parametersOfTask(): Promise<unknown[]> {
  const parameters: unknown[] = [];
  return new Promise((resolve) => {
    const receive = (piece: Piece) => {
      gather(parameters, piece);
      if (!piece.isLast) return;
      process.off('message', receive);
      resolve(parameters);
    };
    process.on('message', receive).send!(asksForParameters);
  });
}

function readingOf(path: string): Reading {
  const known = open.get(path);
  if (known) return known;
  const reading = opened(path);
  open.set(path, reading);
  return reading;
}

function opened(path: string): Reading {
  const connection = connectionTo(path);
  return { connection, statements: new Statements(connection, { rowsAsArrays: true }) };
}

/** With mmap, wide rows cost nothing. A truncated file crashes only this process. */
function connectionTo(path: string): SQLite.Database {
  const connection = new SQLite(path, { readonly: true, fileMustExist: true, timeout: 1_000 });
  addFunctions(connection);
  connection.pragma(`mmap_size = ${tebibyte}`);
  connection.pragma('cache_size = -65536');
  return connection;
}
