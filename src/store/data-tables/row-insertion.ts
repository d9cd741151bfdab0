import type { InterfaceType } from '../../../schemas/common.ts';
import { dataColumn, dataTable, rowsAtOnce } from './data-tables.ts';
import type { Db } from '../tables.ts';
import { engineOf, type Run, runDirectly } from '../engine.ts';
import type { PendingRows } from './pending-rows.ts';
import type { Steps } from '../database.ts';

/** A record to insert, with its values in the order of the columns. */
export interface NewRow {
  readonly title: string;
  readonly values: readonly (string | number | null)[];
}

/** A batch with more characters is inserted at once. */
const batchCharacters = 256 * 1024;
/** Rows between updates of the directory of records. */
const enteredRows = 1_000;

/**
 * Adds rows to the pending ones, in order, without holding all in memory. An undefined row lets others have their turn.
 * Returns the number of rows.
 */
export async function* insertRows(
  tx: Db,
  pending: PendingRows,
  columns: readonly number[],
  rows: Iterable<NewRow | undefined>,
  author: Author,
): Steps<number> {
  const insertion = new Insertion(tx, pending, columns, author);
  for (const row of rows) {
    if (row) insertion.add(row);
    if (row && !insertion.isFull()) continue;
    await insertion.insert();
    yield;
  }
  return insertion.end();
}

interface Author {
  readonly by: string;
  readonly interface: InterfaceType | null;
  readonly agent: number | null;
}

class Insertion {
  readonly #tx: Db;
  readonly #pending: PendingRows;
  readonly #author: Author;
  readonly #into: string;
  readonly #placeholders: string;
  /** Statements by the number of rows they insert. */
  readonly #statements = new Map<number, Run>();
  #values: unknown[] = [];
  #rows = 0;
  #characters = 0;
  #count = 0;
  #lastId: string;
  /** The number of rows in the directory, and the ID of the last. */
  #entered = { count: 0, id: '' };

  constructor(tx: Db, pending: PendingRows, columns: readonly number[], author: Author) {
    const names = [...columns.map(dataColumn), 'id', 'title', 'created_at', 'created_by', 'version'];
    this.#tx = tx;
    this.#pending = pending;
    this.#author = author;
    this.#into = `insert into ${dataTable(pending.dataSet)} (${names.join(', ')}) values `;
    this.#placeholders = `(${names.map(() => '?').join(', ')})`;
    this.#lastId = pending.firstId;
    this.#entered.id = pending.firstId.slice(0, -1);
  }

  add({ title, values }: NewRow): void {
    this.#lastId = this.#pending.nextId();
    this.#pending.note(values);
    this.#values.push(...values, this.#lastId, title, this.#pending.at, this.#author.by, 1);
    for (const value of values) if (typeof value === 'string') this.#characters += value.length;
    this.#rows += 1;
    this.#count += 1;
  }

  isFull(): boolean {
    return this.#rows === rowsAtOnce || this.#characters > batchCharacters;
  }

  async insert(): Promise<void> {
    await this.#pending.renew(this.#tx);
    if (this.#rows > 0) this.#statementFor(this.#rows)(this.#values);
    this.#values = [];
    this.#rows = 0;
    this.#characters = 0;
    if (this.#count - this.#entered.count >= enteredRows) await this.#enter();
  }

  async end(): Promise<number> {
    await this.insert();
    await this.#enter();
    return this.#count;
  }

  #statementFor(rows: number): Run {
    let statement = this.#statements.get(rows);
    if (!statement) {
      statement = engineOf(this.#tx).statement(this.#into + Array(rows).fill(this.#placeholders).join(', '));
      this.#statements.set(rows, statement);
    }
    return statement;
  }

  /** Adds the rows inserted since the last call to the directory of records. */
  async #enter(): Promise<void> {
    const { dataSet } = this.#pending;
    const enter = `insert into records (id, data_set, interface, agent)
      select id, ?, ?, ? from ${dataTable(dataSet)} where id > ? and id <= ?`;
    const { interface: through, agent } = this.#author;
    await runDirectly(this.#tx, enter, [dataSet, through, agent, this.#entered.id, this.#lastId]);
    this.#entered = { count: this.#count, id: this.#lastId };
  }
}
