import { WorkspaceError } from '../../schemas/errors.ts';
import { limits, mistakeLimits } from '../../schemas/limits.ts';
import { InvalidValue } from '../query/values.ts';
import { titleOf } from './csv-columns.ts';
import type { Place } from './csv-reader.ts';

/** Collects the mistakes of rows. Rows count from 1 behind the header, without blank lines. */
export class Mistakes {
  /** Where the row begins that is being read. */
  readonly place: Place = { line: 0 };
  readonly #errors: { path: string; message: string }[] = [];

  add(row: number, label: string | undefined, what: string, _cell?: string): void {
    this.#errors.push({ path: '/file', message: `row ${row}${label === undefined ? '' : `, "${label}"`}: ${what}` });
    if (this.#errors.length >= mistakeLimits.mistakes) this.refuse();
  }

  /** The result of reading a cell. When the cell does not fit, adds a mistake and returns undefined. */
  of<Result>(row: number, label: string, cell: string, read: (cell: string) => Result): Result | undefined {
    try {
      return read(cell);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.add(row, label, error.message, cell);
      return undefined;
    }
  }

  refuse(): void {
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
  /** The cell as text, on one line and cut. */
  readonly cell?: string;
  readonly message: string;
}

interface RefusedRow {
  readonly row: number;
  readonly line: number;
  readonly mistakes: RowMistake[];
}

/** Counts the rows that an import would refuse, and keeps the first ones. They come in order. It refuses nothing. */
export class RefusedRows extends Mistakes {
  readonly first: RefusedRow[] = [];
  count = 0;
  #row = 0;

  override add(row: number, label: string | undefined, message: string, cell?: string): void {
    if (row !== this.#row) this.#begin(row);
    const kept = this.first.at(-1);
    if (kept?.row !== row || kept.mistakes.length >= limits.previewRows) return;
    kept.mistakes.push({
      ...(label !== undefined && { label }),
      ...(cell !== undefined && { cell: titleOf(cell, '') }),
      message,
    });
  }

  override refuse(): void {}

  #begin(row: number): void {
    this.#row = row;
    this.count += 1;
    if (this.first.length < limits.previewRows) this.first.push({ row, line: this.place.line, mistakes: [] });
  }
}
