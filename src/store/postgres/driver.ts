import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { connectEngine, type Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';

/** Kysely on whatever connection its queries run. Kysely's own driver parses each statement anew. */
export function kyselyOn(connection: DatabaseConnection & Engine): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OwnDriver(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  const db = new Kysely<Tables>({ dialect });
  connectEngine(db, connection);
  return db;
}

/** Kysely must not begin transactions. Only `Database.write` knows when one may begin. */
class OwnDriver implements Driver {
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
