import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { isLongerThan } from '../../../schemas/common.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { csvRows, MalformedCsv } from '../../tables/csv-reader.ts';
import { openSqliteTable, UnreadableTable } from '../../tables/sqlite-tables.ts';

/** Where the records of a connected Data Set come from. */
export interface SourcePlace {
  readonly kind: 'csv' | 'sqlite';
  readonly path: string;
  /** The table of a SQLite file. */
  readonly table: string | null;
}

/** A problem that prevents synchronising a source. Its message says what to fix. */
export class SourceProblem extends WorkspaceError {
  constructor(what: string) {
    super('invalid_request', what);
  }
}

/** An empty text stands for null. A `bigint` has more digits than a number can hold. */
export type SourceCell = string | number | bigint | null;

export interface SourceColumn {
  readonly header: string;
  /** Whether a column without any value would hold numbers. */
  readonly isNumeric: boolean;
}

/** A table of a source, as it stood when it was opened. */
export interface SourceTable {
  readonly columns: readonly SourceColumn[];
  /** Restarts from the first row on every call, with a cell for each column. Throws `SourceProblem` for a bad row. */
  rows(): Iterable<readonly SourceCell[]>;
  close(): void;
}

export function openSourceTable({ kind, path, table }: SourcePlace): SourceTable {
  try {
    if (!statSync(path).isFile()) throw new SourceProblem(`${path} is not a file.`);
    const opened = kind === 'csv' ? csvTable(path) : openSqliteTable(path, table!);
    return checked(opened, path);
  } catch (error) {
    throw problemWith(path, error);
  }
}

/** Turns an error of the source into a `SourceProblem`. Any other error is a defect and stays as it is. */
function problemWith(path: string, error: unknown): unknown {
  if (error instanceof MalformedCsv) return new SourceProblem(`${path} is not valid CSV: ${error.message}.`);
  if (error instanceof UnreadableTable) return new SourceProblem(`${path} cannot be read: ${error.message}.`);
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return new SourceProblem(`${path} cannot be read (${String(error.code)}).`);
  return error;
}

function checked(table: SourceTable, path: string): SourceTable {
  const { columns } = table;
  const refuse = (what: string) => {
    table.close();
    throw new SourceProblem(`${path} has ${what}.`);
  };
  if (columns.length > limits.fields) refuse(`more than ${limits.fields} columns, the most that a Data Set has`);
  const tooLong = columns.findIndex(({ header }) => isLongerThan(header, limits.title));
  if (tooLong >= 0) refuse(`a header of more than ${limits.title} characters in column ${tooLong + 1}`);
  return {
    ...table,
    *rows() {
      try {
        yield* table.rows();
      } catch (error) {
        throw problemWith(path, error);
      }
    },
  };
}

/**
 * The file stays open, so a file that replaces it meanwhile is read only the next time. A file that is written to
 * during reading is refused, because missing rows would look deleted.
 */
function csvTable(path: string): SourceTable {
  const file = openSync(path, 'r');
  const state = () => {
    const { size, mtimeMs } = fstatSync(file);
    return `${size} ${mtimeMs}`;
  };
  const opened = state();
  try {
    const [headers] = csvRows(piecesOf(file));
    if (!headers) throw new SourceProblem(`${path} is empty; its first row must name the columns.`);
    return {
      columns: headers.map((header) => ({ header, isNumeric: false })),
      *rows() {
        let row = 0;
        for (const cells of csvRows(piecesOf(file))) {
          if (row > 0) yield filled(cells, headers.length, row);
          row += 1;
        }
        if (state() !== opened) throw new SourceProblem(`${path} was written to while it was read; ${renameAdvice}`);
      },
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

const renameAdvice = 'write another file and rename it to this name when it is done.';

/** A row may end early: what it lacks is empty. */
function filled(cells: string[], width: number, row: number): string[] {
  if (cells.length > width) throw new MalformedCsv(row, `has more cells than the header, which has ${width}`);
  while (cells.length < width) cells.push('');
  return cells;
}

const pieceBytes = 256 * 1024;

function* piecesOf(file: number): Generator<Uint8Array> {
  const { size } = fstatSync(file);
  for (let position = 0; position < size; ) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - position));
    const length = readSync(file, piece, 0, piece.byteLength, position);
    if (length === 0) return;
    yield piece.subarray(0, length);
    position += length;
  }
}
