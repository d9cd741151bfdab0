import { WorkspaceError } from '../../schemas/errors.ts';
import { limits, mistakeLimits } from '../../schemas/limits.ts';
import { InvalidValue } from '../query/values.ts';
import { titleOf } from './csv-columns.ts';
import type { Place } from './csv-reader.ts';

/** Where the mistakes of rows go. Rows count from 1 behind the header, without blank lines. They come in order. */
export interface Mistakes {
  /** Where the row begins that is being read. */
  readonly place?: Place;
  add(row: number, mistake: RowMistake): void;
  /** Forgets all of them, because the rows are read once more. */
  restart(): void;
  /** Told when all rows have been read. */
  end?(): void;
}

/** The result of reading a cell. When the cell does not fit, adds a mistake and returns undefined. */
export function readCell<Result>(
  mistakes: Mistakes,
  row: number,
  label: string,
  cell: string,
  read: (cell: string, row: number) => Result,
): Result | undefined {
  try {
    return read(cell, row);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    mistakes.add(row, { label, cell, message: error.message });
    return undefined;
  }
}

/** Refuses a file for the mistakes of its rows: at its end, or sooner when there are many. */
export class RefusedFile implements Mistakes {
  readonly #errors: { path: string; message: string }[] = [];

  add(row: number, { label, message }: RowMistake): void {
    this.#errors.push({ path: '/file', message: `row ${row}${label === undefined ? '' : `, "${label}"`}: ${message}` });
    if (this.#errors.length >= mistakeLimits.mistakes) this.end();
  }

  restart(): void {
    this.#errors.length = 0;
  }

  end(): void {
    if (this.#errors.length === 0) return;
    const many =
      this.#errors.length >= mistakeLimits.mistakes
        ? `the first ${mistakeLimits.mistakes} mistakes are`
        : 'the mistakes are';
    throw new WorkspaceError(
      'invalid_values',
      `Nothing was imported; ${many} named by their rows. Correct the file and send it again.`,
      {
        errors: this.#errors,
      },
    );
  }
}

interface RowMistake {
  /** Absent where the whole row is wrong. */
  readonly label?: string;
  /** The cell as text. A row that is kept has it on one line and cut. */
  readonly cell?: string;
  readonly message: string;
}

interface RefusedRow {
  readonly row: number;
  readonly line: number;
  readonly mistakes: RowMistake[];
}

/** Counts the rows that an import would refuse, and keeps the first ones. */
export class RefusedRows implements Mistakes {
  readonly place: Place = { line: 0 };
  readonly first: RefusedRow[] = [];
  count = 0;
  #row = 0;

  add(row: number, { cell, ...mistake }: RowMistake): void {
    if (row !== this.#row) this.#begin(row);
    const kept = this.first.at(-1);
    if (kept?.row !== row || kept.mistakes.length >= limits.previewRows) return;
    kept.mistakes.push({ ...mistake, ...(cell !== undefined && { cell: titleOf(cell, '') }) });
  }

  restart(): void {
    this.first.length = 0;
    this.count = 0;
    this.#row = 0;
  }

  #begin(row: number): void {
    this.#row = row;
    this.count += 1;
    if (this.first.length < limits.previewRows) this.first.push({ row, line: this.place.line, mistakes: [] });
  }
}
