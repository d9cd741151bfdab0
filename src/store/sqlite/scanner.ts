import type { Database as Connection } from 'better-sqlite3';
import type { Statement } from '../fragment.ts';
import { type Effort, lightRows, type Requester, type ScannedRow } from '../scan.ts';
import { addFunctions } from './functions.ts';
import type { Place } from './log/place.ts';
import { Plans } from './plans.ts';
import type { Readers } from './readers/readers.ts';
import { storageError } from './refusals.ts';
import { TableSizes } from './sizes.ts';
import type { Room } from '../room.ts';
import { boundedRows, Statements } from './statements.ts';
import { turns } from '../../turns/turn.ts';

/** The longest estimate of a statement that runs here. */
const mostNanosecondsHere = 20_000_000;

/** Values of a table that can be measured within some milliseconds. */
const mostMeasuredHere = 250_000;

/** The time limit here, in ms. Beyond it the statement starts again in another process. */
const mostMillisecondsHere = 20;

/** Below this many characters, the functions did not cause the delay. This process may have been waiting. */
const leastCharactersOfLong = 20_000;
/** Overhead counted for each call, in characters. */
const charactersOfCall = 50;

/** Folding a longer text that is not ASCII takes more than some milliseconds. */
const mostFoldedHere = 20_000;
const ascii = /^\p{ASCII}*$/u;

/** Runs light reads of Data Sets here and heavy ones in other processes. */
export class Scanner {
  readonly #statements: Statements;
  readonly #plans: Plans;
  readonly #sizes: TableSizes;
  readonly #readers: Readers;
  readonly #path: string;
  readonly #place: Place;
  /** The deadline of the running statement. Other reads of the connection are unlimited. */
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

  /**
   * Runs a statement here if it is light. Estimates decide; an index lookup is watched by the clock instead. Undefined
   * if it is heavy.
   */
  #scanIfLight(statement: Statement, effort: Effort): ScannedRow[] | undefined {
    if (this.#isMeasuredLight(effort)) return this.#scanHere(statement, effort);
    return this.#isIndexed(statement, effort) ? this.#scanHere(statement, effort, () => this.#watchTime()) : undefined;
  }

  #isMeasuredLight({ rows, work }: Effort): boolean {
    return rows <= lightRows && this.#nanoseconds(rows, work) <= mostNanosecondsHere;
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

  #scanElsewhere(statement: Statement, { room, onHeavy }: Effort, requester: Requester): Promise<ScannedRow[]> {
    const { sql, parameters } = statement;
    this.#place.check();
    onHeavy?.();
    return this.#readers.read({ path: this.#path, sql, room }, parameters, requester);
  }

  /** Undefined if the statement takes too long here. */
  #scanHere({ sql, parameters, sooner }: Statement, { room }: Effort, watchRow?: () => void): ScannedRow[] | undefined {
    try {
      this.#deadline = performance.now() + mostMillisecondsHere;
      this.#characters = 0;
      const found = sooner === undefined ? [] : (this.#statements.of(sooner).all(...parameters) as ScannedRow[]);
      if (found.length > 0) return found;
      return boundedRows(this.#statements.of(sql), parameters, room && this.#neededRoom(room), watchRow);
    } catch (error) {
      if (error instanceof TakesLong) return undefined;
      throw storageError(error);
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY;
    }
  }

  /** Looked up now, because texts may have grown since the statement was planned. */
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

/** Thrown when a statement estimated as light is not. */
class TakesLong extends Error {}
