import { createHash } from 'node:crypto';
import { type CompiledQuery, type DatabaseConnection, type Expression, type QueryResult, sql } from 'kysely';
import type { Engine, Run } from '../engine.ts';
import { mergedLists } from './merged-lists.ts';
import { schema } from './pool.ts';
import { type Answer, sentBytes } from './session.ts';
import { indexedTerms } from './text-index/lexemes.ts';

/** An entry of an index has room for 2,704 bytes. Longer keys are digests, and keys that look like one are too. */
const longestKey = 1_000;
const digested = '\u0001sha256:';

/** The questions of Kysely and of hot paths, over one way to run a statement. */
export abstract class Connection implements DatabaseConnection, Engine {
  protected abstract answer<Row>(sql: string, parameters: readonly unknown[]): Promise<Answer<Row>>;
  /** Runs a writing statement, whose failure may be told later. */
  protected abstract send(sql: string, parameters: readonly unknown[]): void;

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, changes, command } = await this.answer<Row>(sql, parameters);
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield this.executeQuery<Row>(query);
  }

  async run<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return (await this.answer<Row>(sql, parameters)).rows;
  }

  async runUntil<Row>(sql: string, parameters: readonly unknown[], isEnough: (row: Row) => boolean): Promise<Row[]> {
    const rows = await this.run<Row>(sql, parameters);
    const last = rows.findIndex(isEnough);
    return last < 0 ? rows : rows.slice(0, last + 1);
  }

  statement(sql: string): Run {
    return (parameters) => this.send(sql, parameters);
  }

  readonly columnTypes = { text: 'text collate "C"', real: 'double precision', integer: 'bigint' };

  /** Opening it has made them. */
  async hasTables(): Promise<boolean> {
    return true;
  }

  withTerms<Passage extends Parameters<typeof indexedTerms>[0]>(passage: Passage): Passage {
    return { ...passage, ...indexedTerms(passage) };
  }

  mergedLists = mergedLists;

  sourceKey = (key: string) =>
    Buffer.byteLength(key) > longestKey || key.startsWith(digested)
      ? digested + createHash('sha256').update(key).digest('hex')
      : key;

  contentStretch = (start: number, length: number) =>
    sentBytes(sql`substr(version.content, cast(${start} as integer),
      cast(least(cast(${length} as bigint), octet_length(version.content)) as integer))`);

  sentBytes = sentBytes;

  newestEvent = (organizationId: Expression<string>) =>
    sql<number | null>`(select max(number) from audit_events where organization_id = ${organizationId})`;

  /** Rows are compared, because the planner would otherwise follow the numbers through the events of others. */
  nextEvent: Engine['nextEvent'] = (audience, number, order) => {
    const comes = sql.raw(order === 'asc' ? '>' : '<');
    const direction = sql.raw(order);
    return sql`select case when audience = ${audience} then number end from (
      select audience, number from audit_events where (audience, number) ${comes} (${audience}, ${number})
        and audience is not null order by audience ${direction}, number ${direction} limit 1) as beside`;
  };

  /** Behind `offset 0` the planner sees no filter of few events. It would look through those of all. */
  eventsOf: Engine['eventsOf'] = (audience, above, upTo) => sql`lateral (
    select number, user_id, resource_id, interface, agent from audit_events
    where audience = ${audience} and number > ${above} and number <= ${upTo} offset 0) as event on true`;

  async now(): Promise<number> {
    const [row] = await this.run<{ now: number }>(
      'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now',
      [],
    );
    return row!.now;
  }

  async nextDataSetNumber(): Promise<number> {
    const [row] = await this.run<{ number: number }>(
      `select nextval(pg_get_serial_sequence('${schema}.data_sets', 'number')) as number`,
      [],
    );
    return row!.number;
  }

  async addColumns(table: string, columns: readonly string[]): Promise<void> {
    await this.run(`alter table ${table} ${columns.map((column) => `add column ${column}`).join(', ')}`, []);
  }

  estimate(table: string, expressions: readonly string[]): void {
    for (const expression of expressions) {
      const name = `${table}_${createHash('sha256').update(expression).digest('hex').slice(0, 16)}`;
      this.send(`create statistics ${name} on (${expression}) from ${table}`, []);
    }
  }

  async indexNames(table: string, prefix: string): Promise<string[]> {
    const names = await this.run<{ name: string }>(
      `select indexname as name from pg_indexes
        where schemaname = '${schema}' and tablename = ? and starts_with(indexname, ?) order by indexname collate "C"`,
      [table, prefix],
    );
    return names.map(({ name }) => name);
  }
}
