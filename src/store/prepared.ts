import { type Compilable, type Insertable, type Kysely, sql } from 'kysely';
import { engineOf, type Run, runDirectly } from './engine.ts';
import type { Tables } from './tables.ts';

type Value = string | number | null | Uint8Array;

/** Stands for a value while a query is built. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const slots = new Proxy({}, { get: (_target, name) => new Slot(String(name)) });

/**
 * Compiles a query for a hot path once per database, then runs it with other values. `build` must not inspect its
 * values, because it sees placeholders. Anything that depends on them belongs in the SQL.
 */
export function prepared<Values extends Record<keyof Values, Value>, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const bound = compiledOnce(build);
  return (db, values) => {
    const { sql, parameters } = bound(db, values);
    return runDirectly<Row>(db, sql, parameters);
  };
}

/** The same for a statement without an answer. A server gets it together with the next ones. */
export function preparedWrite<Values extends Record<keyof Values, Value>>(
  build: (db: Kysely<Tables>, values: Values) => Compilable,
): (db: Kysely<Tables>, values: Values) => void {
  const bound = compiledOnce(build);
  return (db, values) => {
    const { sql, parameters } = bound(db, values);
    engineOf(db).statement(sql)(parameters);
  };
}

function compiledOnce<Values>(build: (db: Kysely<Tables>, values: Values) => Compilable) {
  const compiled = new WeakMap<
    Kysely<Tables>,
    { sql: string; bind: ((values: Record<string, unknown>) => unknown)[] }
  >();
  return (db: Kysely<Tables>, values: Values) => {
    let query = compiled.get(db);
    if (!query) {
      const { sql, parameters } = build(db, slots as Values).compile();
      query = { sql, bind: parameters.map(binding) };
      compiled.set(db, query);
    }
    return { sql: query.sql, parameters: query.bind.map((valueOf) => valueOf(values as Record<string, unknown>)) };
  };
}

/**
 * Like `prepared`, with optional values. `build` may inspect which are present. Each combination is compiled once.
 */
export function preparedShapes<Values extends { readonly [Name in keyof Values]?: Value | undefined }, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<Row[]> {
  const shapes = new Map<string, (db: Kysely<Tables>, values: Record<string, Value>) => Promise<Row[]>>();
  return (db, values) => {
    let shape = '';
    for (const name in values) if (values[name] !== undefined) shape += `${name},`;
    let query = shapes.get(shape);
    if (!query) {
      const present = shape.split(',').slice(0, -1);
      const placeholders = Object.fromEntries(present.map((name) => [name, new Slot(name)]));
      query = prepared((on) => build(on, placeholders as unknown as Values));
      shapes.set(shape, query);
    }
    return query(db, values as Record<string, Value>);
  };
}

/** A placeholder takes a new value each time; any other parameter is constant. */
function binding(parameter: unknown): (values: Record<string, unknown>) => unknown {
  return parameter instanceof Slot ? (values) => values[parameter.name] : () => parameter;
}

/** The values of a JSON array, so that one statement serves any number of values. */
export const eachOf = (json: string) => sql<string>`(select value from json_each(${json}))`;

/**
 * The same as a table. Put it before a `crossJoin` with the table to look up. Otherwise SQLite may choose an index by
 * organization.
 */
export const valuesOf = (json: string) => sql<{ value: string }>`json_each(${json})`.as('asked');

/** An insert for a hot path, compiled once per database. Every row must have the same columns. */
export function preparedInsert<Table extends keyof Tables>(
  table: Table,
): (db: Kysely<Tables>, row: Insertable<Tables[Table]>) => Promise<void> {
  const compiled = new WeakMap<Kysely<Tables>, { run: Run; columns: string[] }>();
  return async (db, row) => {
    let insert = compiled.get(db);
    if (!insert) {
      const run = engineOf(db).statement(db.insertInto(table).values(row).compile().sql);
      insert = { run, columns: Object.keys(row) };
      compiled.set(db, insert);
    }
    const values = row as Record<string, unknown>;
    insert.run(insert.columns.map((column) => values[column]));
  };
}
