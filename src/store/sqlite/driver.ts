import type { Database as Connection } from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { parameterMark } from '../fragment.ts';
import { Statements } from './statements.ts';
import type { Tables } from '../tables.ts';

const connections = new WeakMap<Kysely<Tables>, CachingConnection>();

/** Runs SQL synchronously, without Kysely's executors and promises. */
export function runDirectly<Row>(db: Kysely<Tables>, sql: string, parameters: readonly unknown[]): Row[] {
  return connections.get(db)!.run<Row>(sql, parameters).rows;
}

/** Reads row by row. Nothing else may run on the connection until the last row was taken. */
export function iterateDirectly<Row>(db: Kysely<Tables>, sql: string, parameters: readonly unknown[]): Iterable<Row> {
  return connections
    .get(db)!
    .statements.of(sql)
    .iterate(...parameters) as Iterable<Row>;
}

/** Looks up a writing statement once, to run it for many rows. */
export function directRun(db: Kysely<Tables>, sql: string): (parameters: readonly unknown[]) => void {
  const statement = connections.get(db)!.statements.of(sql);
  return (parameters) => void statement.run(parameters);
}

/** Edits `sqlite_schema` in the open transaction. SQLite allows this only if the stored rows stay valid. */
export function changeSchema(db: Kysely<Tables>, sql: string, parameters: readonly unknown[]): void {
  connections.get(db)!.changeSchema(sql, parameters);
}

/** Kysely on one open connection. Statements are prepared once; Kysely's own driver prepares at each execution. */
export function kyselyOn(connection: Connection): Kysely<Tables> {
  const caching = new CachingConnection(connection);
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SingleConnectionDriver(caching),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new StablePlanCompiler(),
  };
  const db = new Kysely<Tables>({ dialect });
  connections.set(db, caching);
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

/** Kysely must not begin transactions. Only `Database.write` knows when one may begin. */
class SingleConnectionDriver implements Driver {
  readonly #connection: CachingConnection;

  constructor(connection: CachingConnection) {
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

class CachingConnection implements DatabaseConnection {
  readonly statements: Statements;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.statements = new Statements(connection);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run(sql, parameters);
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.statements.of(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as Row[] };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  changeSchema(sql: string, parameters: readonly unknown[]): void {
    const connection = this.#connection;
    connection.unsafeMode(true);
    try {
      connection.pragma('writable_schema = on');
      connection.prepare(sql).run(...parameters);
      const version = Number(connection.pragma('schema_version', { simple: true }));
      connection.pragma(`schema_version = ${version + 1}`);
    } finally {
      connection.pragma('writable_schema = reset');
      connection.unsafeMode(false);
    }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.statements.of(sql).iterate(...parameters)) yield { rows: [row as Row] };
  }
}
