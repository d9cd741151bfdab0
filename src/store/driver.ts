import type { Database as Connection, Statement } from 'better-sqlite3';
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
import type { Tables } from './tables.ts';

const cachedStatements = 500;

/** Kysely on one open connection. Statements are prepared once: Kysely's own driver prepares at every execution. */
export function kyselyOn(connection: Connection): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SingleConnectionDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** Transactions are not begun through Kysely but by `Database.write`, which alone knows when one may begin. */
class SingleConnectionDriver implements Driver {
  readonly #connection: CachingConnection;

  constructor(connection: Connection) {
    this.#connection = new CachingConnection(connection);
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
  readonly #connection: Connection;
  readonly #statements = new Map<string, Statement>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#statement(sql);
    if (statement.reader) return { rows: statement.all(...parameters) as Row[] };
    const { changes } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#statement(sql).iterate(...parameters)) yield { rows: [row as Row] };
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    if (this.#statements.size >= cachedStatements) this.#statements.delete(this.#oldest());
    this.#statements.set(sql, statement);
    return statement;
  }

  #oldest(): string {
    return this.#statements.keys().next().value ?? '';
  }
}
