import type { DatabaseConnection, Driver, Expression, RawBuilder } from 'kysely';
import type { MergedKey, Merging } from './merged-lists.ts';
import type { Db } from './tables.ts';

/** Runs a writing statement with these values. An engine may report its failure at the next read, or at the commit. */
export type Run = (parameters: readonly unknown[]) => void;

interface IndexedTexts {
  readonly home: number;
  readonly title: string;
  readonly body: string;
}

/** The work of an engine on one connection beside the queries of Kysely. */
export interface Engine {
  /** Runs SQL without Kysely's executors. */
  run<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** Reads rows up to the first that is enough, which is the last of them. */
  runUntil<Row>(sql: string, parameters: readonly unknown[], isEnough: (row: Row) => boolean): Promise<Row[]>;
  /** Looks up a writing statement once, to run it for many rows. */
  statement(sql: string): Run;
  /**
   * `length` bytes of the content of `version` from byte `start`, counted from 1. A part may begin or end within a
   * character, so it is bytes. The whole may be text.
   */
  contentStretch(start: number, length: number): RawBuilder<string | Uint8Array>;
  /** Bytes in the form in which this engine sends them fastest. */
  sentBytes(bytes: Expression<Uint8Array>): RawBuilder<Uint8Array>;
  /** Merges lists by taking the next key of all: rows of `MergedKey`. */
  mergedLists<Key>(merging: Merging): RawBuilder<MergedKey<Key>>;
  /** Whether the database is not empty. */
  hasTables(): Promise<boolean>;
  /** A passage with what this engine stores beside it to find it. */
  withTerms<Passage extends IndexedTexts>(passage: Passage): Passage;
  /** A stand-in for the key of a source's row, which may be as long as a cell. */
  sourceKey(key: string): string;
  /** The types of a Data Set's columns. */
  readonly columnTypes: Readonly<Record<'text' | 'real' | 'integer', string>>;
  /**
   * The number of the newest event that may be of an organization. Only events of one organization are committed in the
   * order of their numbers on a server.
   */
  newestEvent(organizationId: Expression<string>): RawBuilder<number | null>;
  /** The number of the event beside another among those of one audience. Events of others cost nothing. */
  nextEvent(audience: Expression<unknown>, number: Expression<unknown>, order: 'asc' | 'desc'): RawBuilder<unknown>;
  /**
   * The events of one audience above one number and up to another, as `event`. It stands behind `cross join`. Events of
   * others cost nothing.
   */
  eventsOf(audience: Expression<unknown>, above: Expression<unknown>, upTo: Expression<unknown>): RawBuilder<unknown>;
  /** The time in ms by the clock that all processes on the database share. */
  now(): Promise<number>;
  /** Allocates a Data Set number, which is never reused. */
  nextDataSetNumber(): Promise<number>;
  /** Appends columns, which are NULL in every row. Each is a name and a type. */
  addColumns(table: string, columns: readonly string[]): Promise<void>;
  /** Lets the planner know which values these expressions have. It knows those of columns by itself. */
  estimate(table: string, expressions: readonly string[]): void;
  /** The names of a table's indexes that begin with a prefix, in order. */
  indexNames(table: string, prefix: string): Promise<string[]>;
}

const engines = new WeakMap<Db, Engine>();

/** Tells which engine runs the queries of a Kysely. */
export function connectEngine(db: Db, engine: Engine): void {
  engines.set(db, engine);
}

export const engineOf = (db: Db): Engine => engines.get(db)!;

export const runDirectly = <Row>(db: Db, sql: string, parameters: readonly unknown[]): Promise<Row[]> =>
  engineOf(db).run<Row>(sql, parameters);

/** Kysely must not begin transactions. Only `Database.write` knows when one may begin. */
export class OwnDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init() {}

  async acquireConnection() {
    return this.#connection;
  }

  async releaseConnection() {}

  async destroy() {}

  beginTransaction = refuseTransaction;
  commitTransaction = refuseTransaction;
  rollbackTransaction = refuseTransaction;
}

async function refuseTransaction(): Promise<never> {
  throw new Error('Transactions begin in Database.write');
}
