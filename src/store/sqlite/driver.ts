import type { Database as Connection } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Expression,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { addColumns, indexNames, nextDataSetNumber } from './schema-changes/data-set-schema.ts';
import { connectEngine, type Engine, OwnDriver, type Run } from '../engine.ts';
import { parameterMark } from '../fragment.ts';
import { contentStretch } from './content.ts';
import { mergedLists } from './merged-lists.ts';
import { Statements } from './statements.ts';
import type { Tables } from '../tables.ts';

/** Kysely on one open connection. Statements are prepared once; Kysely's own driver prepares at each execution. */
export function kyselyOn(connection: Connection): Kysely<Tables> {
  const caching = new CachingConnection(connection);
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new OwnDriver(caching),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StablePlanCompiler(),
  };
  const db = new Kysely<Tables>({ dialect });
  connectEngine(db, caching);
  return db;
}

/**
 * SQLite with STAT4 replans a join whenever a bare parameter changes, which costs four times the execution. A unary
 * plus keeps the plan. It changes no value, and the same indexes are used.
 */
class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return parameterMark;
  }
}

class CachingConnection implements DatabaseConnection, Engine {
  readonly #statements: Statements;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#statements = new Statements(connection);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#statements.of(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as Row[] };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async run<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const statement = this.#statements.of(sql);
    if (statement.reader) return statement.all(...parameters) as Row[];
    statement.run(...parameters);
    return [];
  }

  async runUntil<Row>(sql: string, parameters: readonly unknown[], isEnough: (row: Row) => boolean): Promise<Row[]> {
    const rows: Row[] = [];
    for (const row of this.#iterate<Row>(sql, parameters)) {
      rows.push(row);
      if (isEnough(row)) break;
    }
    return rows;
  }

  statement(sql: string): Run {
    const statement = this.#statements.of(sql);
    return (parameters) => void statement.run(parameters);
  }

  contentStretch = contentStretch;

  sentBytes = (bytes: Expression<Uint8Array>) => sql<Uint8Array>`${bytes}`;

  sourceKey = (key: string) => key;

  mergedLists = mergedLists;
  readonly columnTypes = { text: 'text', real: 'real', integer: 'integer' };

  async hasTables(): Promise<boolean> {
    return (await this.run('select 1 from sqlite_schema limit 1', [])).length > 0;
  }

  withTerms<Passage>(passage: Passage): Passage {
    return passage;
  }

  newestEvent = () => sql<number | null>`(select max(number) from audit_events)`;

  nextEvent: Engine['nextEvent'] = (audience, number, order) =>
    order === 'asc'
      ? sql`select min(number) from audit_events where audience = ${audience} and number > ${number}`
      : sql`select max(number) from audit_events where audience = ${audience} and number < ${number}`;

  eventsOf: Engine['eventsOf'] = (audience, above, upTo) => sql`audit_events as event
    on event.audience = ${audience} and event.number > ${above} and event.number <= ${upTo}`;

  now = async () => Date.now();

  nextDataSetNumber = () => nextDataSetNumber(this);

  async addColumns(table: string, columns: readonly string[]): Promise<void> {
    addColumns(this.#connection, table, columns);
  }

  /** This planner has no estimates of values. */
  estimate() {}

  indexNames = (table: string, prefix: string) => indexNames(this, table, prefix);

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#iterate<Row>(sql, parameters)) yield { rows: [row] };
  }

  #iterate<Row>(sql: string, parameters: readonly unknown[]): Iterable<Row> {
    return this.#statements.of(sql).iterate(...parameters) as Iterable<Row>;
  }
}
