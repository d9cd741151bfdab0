import type { Socket } from 'node:net';
import { type Expression, sql } from 'kysely';
import pg from 'pg';
import { tooLarge } from '../dialect.ts';
import { soughtBy } from './sought.ts';
import { numbered } from './statements.ts';

const { builtins } = pg.types;

/**
 * Bytes as base64, in a type that no column has. The driver takes texts only. The server would write `bytea` as
 * hexadecimal digits, which are longer by half and ten times slower to read.
 */
export const sentBytes = (bytes: Expression<Uint8Array>) => sql<Uint8Array>`cast(encode(${bytes}, 'base64') as bpchar)`;

/** Values as SQLite returns them: numbers, 0 or 1 for conditions, and JSON as its text. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
  [builtins.INT8, Number],
  [builtins.FLOAT8, (text) => (text === 'Infinity' ? tooLarge : Number(text))],
  [builtins.NUMERIC, Number],
  [builtins.JSON, (text) => text],
  [builtins.JSONB, (text) => text],
  [builtins.BPCHAR, (text) => Buffer.from(text, 'base64')],
]);

const parserOf = (type: number, format?: 'text'): unknown =>
  parsers.get(type) ?? (pg.types.getTypeParser(type, format) as unknown);

export const types = { getTypeParser: parserOf as typeof pg.types.getTypeParser };

export interface Answer<Row> {
  readonly rows: Row[];
  readonly changes: number;
  /** The server's name for it, such as `SELECT` or `ROLLBACK`. */
  readonly command: string;
}

/** A connection keeps the plans of its statements, so it ends when it knows too many. */
const mostNamed = 500;

/** A crash also sets back what is counted. */
const life = "select concat(pg_postmaster_start_time(), ' ', stats_reset) as life from pg_stat_bgwriter";

/** One connection. Statements are sent at once, and answered in their order. */
export class Session {
  readonly #client: pg.PoolClient;
  readonly #names = new Set<string>();
  #life: Promise<string> | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** After a crash or at another server, transactions may get numbers that others had before. */
  life(): Promise<string> {
    return (this.#life ??= this.run<{ life: string }>(life, []).then(({ rows }) => rows[0]!.life));
  }

  /** Parsed once per connection. */
  async run<Row>(sql: string, values: readonly unknown[]): Promise<Answer<Row>> {
    const statement = numbered(sql);
    if (statement.name !== undefined) this.#names.add(statement.name);
    const { rows, rowCount, command } = await this.#client.query({ ...statement, values: soughtBy(sql, values) });
    return { rows: rows as Row[], changes: rowCount ?? 0, command };
  }

  /** Planned with its values each time, with rows as arrays. */
  async rows<Row extends readonly unknown[]>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    const { text } = numbered(sql);
    const { rows } = await this.#client.query({ text, values: soughtBy(sql, values), rowMode: 'array' });
    return rows as unknown as Row[];
  }

  get processId(): number {
    return (this.#client as unknown as { readonly processID: number }).processID;
  }

  /** Ends the connection after this time, whatever it waits for. Returns what prevents that. */
  cutIn(ms: number): () => void {
    const { stream } = (this.#client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
    const timer = setTimeout(() => stream.destroy(), ms);
    return () => clearTimeout(timer);
  }

  release(isBroken = false): void {
    this.#client.release(isBroken || this.#names.size > mostNamed);
  }
}
