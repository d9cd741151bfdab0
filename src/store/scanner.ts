import type { Database as Connection } from 'better-sqlite3';
import type { Effort, ScannedRow, Statement } from './database.ts';
import { addFunctions } from './functions.ts';
import type { Place } from './place.ts';
import { Plans } from './plans.ts';
import type { Readers } from './readers.ts';
import { storageError } from './refusals.ts';
import { boundedRows, Statements } from './statements.ts';

/** So many rows are looked at in about two milliseconds, which those who wait behind them do not notice. */
export const mostRowsHere = 5_000;

/** So much text is folded in one to eight milliseconds; a statement that comes to more, of few rows, is begun anew elsewhere. */
const mostCharactersHere = 500_000;

/** Reads of Data Sets: light ones here, heavy ones elsewhere. */
export class Scanner {
  readonly #statements: Statements;
  readonly #plans: Plans;
  readonly #readers: Readers;
  readonly #path: string;
  readonly #place: Place;
  /** How much text the statement under way may still fold; other reads of the connection may as much as they need. */
  #charactersLeft = Number.POSITIVE_INFINITY;

  constructor(connection: Connection, path: string, readers: Readers, place: Place) {
    addFunctions(connection, (text) => this.#count(text));
    this.#statements = new Statements(connection, { rowsAsArrays: true });
    this.#plans = new Plans(connection);
    this.#readers = readers;
    this.#path = path;
    this.#place = place;
  }

  async scan(
    statement: Statement,
    { rows, searchedBy, mostCharacters }: Effort,
    subject: string,
  ): Promise<ScannedRow[]> {
    const isLight = rows <= mostRowsHere || (searchedBy !== undefined && this.#plans.isIndexed(statement, searchedBy));
    return (
      (isLight ? this.#scanHere(statement, mostCharacters) : undefined) ??
      this.#scanElsewhere(statement, mostCharacters, subject)
    );
  }

  #scanElsewhere(statement: Statement, mostCharacters: number | undefined, subject: string): Promise<ScannedRow[]> {
    this.#place.check();
    return this.#readers.read({ path: this.#path, ...statement, mostCharacters }, subject);
  }

  /** Undefined when it turns out not to be light. */
  #scanHere({ sql, parameters }: Statement, mostCharacters: number | undefined): ScannedRow[] | undefined {
    try {
      this.#charactersLeft = mostCharactersHere;
      return boundedRows(this.#statements.of(sql), parameters, mostCharacters);
    } catch (error) {
      if (error instanceof TakesLong) return undefined;
      throw storageError(error);
    } finally {
      this.#charactersLeft = Number.POSITIVE_INFINITY;
    }
  }

  #count({ length }: string): void {
    this.#charactersLeft -= length;
    if (this.#charactersLeft < 0) throw new TakesLong();
  }
}

/** A statement that was taken for light turns out not to be. */
class TakesLong extends Error {}
