import type { Db } from './tables.ts';

/** Runs a writing statement with these values. */
export type Run = (parameters: readonly unknown[]) => void;

/** The work of an engine on one connection beside the queries of Kysely. */
export interface Engine {
  /** Runs SQL synchronously, without Kysely's executors and promises. */
  run(sql: string, parameters: readonly unknown[]): { readonly rows: unknown[] };
  /** Reads row by row. Nothing else may run on the connection until the last row was taken. */
  iterate<Row>(sql: string, parameters: readonly unknown[]): Iterable<Row>;
  /** Looks up a writing statement once, to run it for many rows. */
  statement(sql: string): Run;
  /** Allocates a Data Set number, which is never reused. */
  nextDataSetNumber(): number;
  /** Appends columns, which are NULL in every row. Each is a name and a type. */
  addColumns(table: string, columns: readonly string[]): void;
  /** The names of a table's indexes that begin with a prefix, in order. */
  indexNames(table: string, prefix: string): string[];
}

const engines = new WeakMap<Db, Engine>();

/** Tells which engine runs the queries of a Kysely. */
export function connectEngine(db: Db, engine: Engine): void {
  engines.set(db, engine);
}

export const engineOf = (db: Db): Engine => engines.get(db)!;

export const runDirectly = <Row>(db: Db, sql: string, parameters: readonly unknown[]): Row[] =>
  engineOf(db).run(sql, parameters).rows as Row[];
