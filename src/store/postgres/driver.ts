import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { connectEngine, type Engine, OwnDriver } from '../engine.ts';
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
