import type { Database as Connection } from 'better-sqlite3';
import type { Effort, Requester, ScannedRow, Statement } from '../scan.ts';
import { addFunctions } from './functions.ts';
import type { Place } from './log/place.ts';
import { Plans } from './plans.ts';
import type { Readers } from './readers/readers.ts';
import { storageError } from './refusals.ts';
import { TableSizes } from './sizes.ts';
import type { Room } from '../room.ts';
import { boundedRows, Statements } from './statements.ts';
import { turns } from '../../turns/turn.ts';

/** So many rows are looked at in about two milliseconds, which those who wait behind them do not notice. */
export const mostRowsHere = 5_000;

/** What SQLite may need at most for a statement that runs here. */
const mostNanosecondsHere = 20_000_000;

/** Values of a table that are measured in some milliseconds. */
const mostMeasuredHere = 250_000;

/** Functions and rows may go on for so long; then the statement is begun anew elsewhere. */
const mostMillisecondsHere = 20;

/** Functions that have worked on fewer characters are not what has taken so long: this process may have had to wait. */
const leastCharactersOfLong = 20_000;
/** What a call counts beside the text that it works on. */
const charactersOfCall = 50;

/** A longer text takes more than some milliseconds to fold, unless it is ASCII. */
const mostFoldedHere = 20_000;
const ascii = /^\p{ASCII}*$/u;

/** Reads of Data Sets: light ones here, heavy ones elsewhere. */
export class Scanner {
  readonly #statements: Statements;
  readonly #plans: Plans;
  readonly #sizes: TableSizes;
  readonly #readers: Readers;
  readonly #path: string;
  readonly #place: Place;
  /** Of the statement under way; other reads of the connection may take as long as they need. */
  #deadline = Number.POSITIVE_INFINITY;
  #characters = 0;

  constructor(connection: Connection, path: string, readers: Readers, place: Place) {
    addFunctions(connection, (...work) => this.#watchFunction(...work));
    this.#statements = new Statements(connection, { rowsAsArrays: true });
    this.#plans = new Plans(connection);
    this.#sizes = new TableSizes(connection, this.#statements);
    this.#readers = readers;
    this.#path = path;
    this.#place = place;
  }

  async scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]> {
    if (!turns.mayBegin(requester.userId)) await turns.begin(requester.userId);
    return this.#scanIfLight(statement, effort) ?? this.#scanElsewhere(statement, effort, requester);
  }

  /** How long the rows are that an index leads to is told by the clock; of all others it is known before. */
  #scanIfLight(statement: Statement, effort: Effort): ScannedRow[] | undefined {
    if (this.#isMeasuredLight(effort)) return this.#scanHere(statement, effort);
    return this.#isIndexed(statement, effort) ? this.#scanHere(statement, effort, () => this.#watchTime()) : undefined;
  }

  #isMeasuredLight({ rows, work }: Effort): boolean {
    return rows <= mostRowsHere && this.#nanoseconds(rows, work) <= mostNanosecondsHere;
  }

  #isIndexed(statement: Statement, { searchedBy }: Effort): boolean {
    return searchedBy !== undefined && this.#plans.isIndexed(statement, searchedBy);
  }

  #nanoseconds(rows: number, work: Effort['work']): number {
    if (!work) return 0;
    const { table, columns, nanoseconds } = work;
    if (rows * columns.length > mostMeasuredHere) return Number.POSITIVE_INFINITY;
    return nanoseconds(this.#sizes.of(table, columns));
  }

  #scanElsewhere({ sql, parameters }: Statement, { room }: Effort, requester: Requester): Promise<ScannedRow[]> {
    this.#place.check();
    return this.#readers.read({ path: this.#path, sql, room }, parameters, requester);
  }

  /** Undefined when it turns out not to be light. */
  #scanHere({ sql, parameters }: Statement, { room }: Effort, watchRow?: () => void): ScannedRow[] | undefined {
    try {
      this.#deadline = performance.now() + mostMillisecondsHere;
      this.#characters = 0;
      return boundedRows(this.#statements.of(sql), parameters, room && this.#neededRoom(room), watchRow);
    } catch (error) {
      if (error instanceof TakesLong) return undefined;
      throw storageError(error);
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
    }
  }

  /** Asked now, for texts may have become longer since the statement was planned. */
  #neededRoom(room: Room): Room | undefined {
    const { unlessShort } = room;
    if (!unlessShort) return room;
    const row = this.#statements.of(unlessShort.longest).get() as ScannedRow | undefined;
    return row && Number(row[0]) <= unlessShort.characters ? undefined : room;
  }

  #watchFunction(text: string, isFolded: boolean): void {
    this.#characters += charactersOfCall + text.length;
    if (this.#characters > leastCharactersOfLong) this.#watchTime();
    if (isFolded && text.length > mostFoldedHere && !ascii.test(text) && this.#isWatching) throw new TakesLong();
  }

  #watchTime(): void {
    if (performance.now() > this.#deadline) throw new TakesLong();
  }

  get #isWatching(): boolean {
    return this.#deadline < Number.POSITIVE_INFINITY;
  }
}

/** A statement that was taken for light turns out not to be. */
class TakesLong extends Error {}
