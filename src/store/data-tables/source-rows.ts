import { dataColumn, dataTable } from './data-tables.ts';
import type { Db } from '../tables.ts';
import { type Engine, engineOf, type Run, runDirectly } from '../engine.ts';
import { type Replaced, versionKeeper } from './record-versions.ts';
import type { PendingRows } from './pending-rows.ts';

type Value = string | number | null;

/** A record as its source has it; values are in the order of the source's fields. */
export interface SourceRow {
  readonly title: string;
  readonly values: readonly Value[];
}

export interface KnownRow extends SourceRow {
  readonly id: string;
}

/** The key of a row in the source, and its record. */
export interface SourceKey {
  readonly key: string;
  readonly id: string;
}

export interface NotedRow extends SourceRow {
  /** The key of the row in the source. */
  readonly key: string;
  /** The record before the change; undefined if the row is new. */
  readonly known: KnownRow | undefined;
}

/** Excludes rows of a synchronization that died. They are removed before the differences are stored. */
const isPublished = `not exists (select 1 from pending_rows as pending where pending.data_set = source_rows.data_set
  and source_rows.record_id between pending.first_id and pending.last_id)`;

const batch = 1_000;
const removedAtOnce = 50;

/**
 * Compares the rows of a source with the records of its Data Set, found by key. Differences are noted and stored later.
 * Keys and notes are in temporary tables of the reading connection. Memory therefore stays bounded, and writers do not
 * wait for the comparison.
 */
export class SourceComparison {
  readonly #db: Db;
  readonly #dataSet: number | undefined;
  readonly #width: number;
  readonly #select: string;
  readonly #meet: Run;
  readonly #note: Run;
  #notes = 0;
  #added = 0;

  /** A Data Set still to be created has no number. A field still to be created has the number 0. */
  static async begin(db: Db, dataSet: number | undefined, fields: readonly number[]): Promise<SourceComparison> {
    await emptyTable(db, `met_keys (key ${engineOf(db).columnTypes.text} primary key, row integer)`);
    await emptyTable(db, 'noted_rows (number integer primary key, note text)');
    return new SourceComparison(db, dataSet, fields);
  }

  private constructor(db: Db, dataSet: number | undefined, fields: readonly number[]) {
    this.#db = db;
    this.#dataSet = dataSet;
    this.#width = fields.length;
    const values = fields.map((field, index) => `${field === 0 ? 'null' : `record.${dataColumn(field)}`} as v${index}`);
    this.#select = `select ${['id', 'title', ...values].join(', ')}
      from source_rows join ${dataTable(dataSet ?? 0)} as record on record.id = source_rows.record_id
      where source_rows.data_set = +? and source_rows.key = +? and ${isPublished}`;
    this.#meet = engineOf(db).statement('insert into met_keys (key, row) values (?, ?)');
    this.#note = engineOf(db).statement('insert into noted_rows (number, note) values (?, ?)');
  }

  /** Records the key of a row. Returns the number of an earlier row with the same key, if any. */
  async meet(keyInSource: string, row: number): Promise<number | undefined> {
    const key = engineOf(this.#db).sourceKey(keyInSource);
    const [earlier] = await runDirectly<{ row: number }>(this.#db, 'select row from met_keys where key = ?', [key]);
    if (!earlier) this.#meet([key, row]);
    return earlier?.row;
  }

  /** The record of a source key, if any. */
  async find(key: string): Promise<KnownRow | undefined> {
    if (this.#dataSet === undefined) return undefined;
    const parameters = [this.#dataSet, engineOf(this.#db).sourceKey(key)];
    const [row] = await runDirectly<Record<string, Value>>(this.#db, this.#select, parameters);
    if (!row) return undefined;
    const values = Array.from({ length: this.#width }, (_, index) => row[`v${index}`]!);
    return { id: String(row.id), title: String(row.title), values };
  }

  note(row: NotedRow): void {
    this.#notes += 1;
    if (!row.known) this.#added += 1;
    this.#note([this.#notes, JSON.stringify(row)]);
  }

  /** The noted rows, in order. */
  async *noted(): AsyncGenerator<NotedRow> {
    for (let last = 0; ; last += batch) {
      const rows = await runDirectly<{ note: string }>(
        this.#db,
        'select note from noted_rows where number > ? order by number limit ?',
        [last, batch],
      );
      for (const { note } of rows) yield JSON.parse(note) as NotedRow;
      if (rows.length < batch) return;
    }
  }

  /** The number of noted rows without a record. */
  get addedCount(): number {
    return this.#added;
  }

  /**
   * The records whose keys were not met, a few at a time. A stretch of keys may have none. Others may go on between any
   * two.
   */
  async *unmet(): AsyncGenerator<SourceKey[]> {
    const stretch = `select key, record_id as id from source_rows
      where data_set = +? and key > +? order by key limit ${batch}`;
    for (let last: string | undefined = ''; last !== undefined; ) {
      const rows: SourceKey[] = await runDirectly(this.#db, stretch, [this.#dataSet, last]);
      const unmet = await this.#unmetOf(rows);
      for (let start = 0; start === 0 || start < unmet.length; start += removedAtOnce)
        yield unmet.slice(start, start + removedAtOnce);
      last = rows[batch - 1]?.key;
    }
  }

  /** Each key is looked up by itself. A server would otherwise read all keys that were met. */
  async #unmetOf(rows: readonly SourceKey[]): Promise<SourceKey[]> {
    const some = 'select (select key from met_keys where key = asked.value) as key from json_each(+?) as asked';
    const found = await runDirectly<{ key: string | null }>(this.#db, some, [
      JSON.stringify(rows.map(({ key }) => key)),
    ]);
    const met = new Set(found.map(({ key }) => key));
    return rows.filter(({ key }) => !met.has(key));
  }
}

async function emptyTable(db: Db, definition: string): Promise<void> {
  const [name] = definition.split(' ', 1);
  await runDirectly(db, `create temp table if not exists ${definition}`, []);
  await runDirectly(db, `delete from ${name}`, []);
}

export interface SourceRowsOptions {
  /** The pending rows that records are added to. */
  readonly pending: PendingRows;
  /** The numbers of the source's fields. */
  readonly fields: readonly number[];
  /** The user on whose behalf the records change. */
  readonly by: string;
}

/** Applies a source's changes to the records of its Data Set. */
export class SourceRows {
  readonly #engine: Engine;
  readonly #pending: PendingRows;
  readonly #dataSet: number;
  readonly #at: number;
  readonly #by: string;
  readonly #insertRow: Run;
  readonly #updateRow: Run;
  readonly #keepVersion: ReturnType<typeof versionKeeper>;
  readonly #fields: readonly number[];
  readonly #enter: Run;
  readonly #comeFromSource: Run;
  readonly #assign: Run;
  readonly #forget: Run;

  constructor(tx: Db, { pending, fields, by }: SourceRowsOptions) {
    const { dataSet, at } = pending;
    this.#engine = engineOf(tx);
    this.#pending = pending;
    this.#dataSet = dataSet;
    this.#at = at;
    this.#by = by;
    const table = dataTable(dataSet);
    const columns = fields.map(dataColumn);
    const inserted = [...columns, 'id', 'title', 'created_at', 'created_by', 'version'];
    const assigned = [...columns, 'title', 'updated_at', 'updated_by'].map((column) => `${column} = ?`);
    this.#insertRow = engineOf(tx).statement(
      `insert into ${table} (${inserted.join(', ')}) values (${inserted.map(() => '?').join(', ')})`,
    );
    this.#fields = fields;
    this.#keepVersion = versionKeeper(tx, dataSet);
    this.#updateRow = engineOf(tx).statement(
      `update ${table} set ${assigned.join(', ')}, version = version + 1 where id = ?`,
    );
    this.#enter = engineOf(tx).statement('insert into records (id, data_set) values (?, ?)');
    this.#comeFromSource = engineOf(tx).statement(
      'update records set interface = null, agent = null where id = ? and interface is not null',
    );
    this.#assign = engineOf(tx).statement('insert into source_rows (data_set, key, record_id) values (?, ?, ?)');
    this.#forget = engineOf(tx).statement(
      'delete from source_rows where data_set = +? and key in (select value from json_each(+?))',
    );
  }

  /** Adds a pending record. */
  add(key: string, { title, values }: SourceRow): void {
    const id = this.#pending.nextId();
    this.#pending.note(values);
    this.#insertRow([...values, id, title, this.#at, this.#by, 1]);
    this.#enter([id, this.#dataSet]);
    this.#assign([this.#dataSet, this.#engine.sourceKey(key), id]);
  }

  /** Sets a record's source fields; its other values stay. */
  change(known: KnownRow, { title, values }: SourceRow): void {
    const { id } = known;
    this.#pending.note(values);
    this.#keepVersion(id, this.#replaced(known, { title, values }));
    this.#updateRow([...values, title, this.#at, this.#by, id]);
    this.#comeFromSource([id]);
  }

  #replaced(known: KnownRow, now: SourceRow): Replaced[] {
    const before = [known.title, ...known.values];
    const after = [now.title, ...now.values];
    return [0, ...this.#fields]
      .map((field, place) => ({ field, isList: false, before: before[place] ?? null, after: after[place] ?? null }))
      .filter((one) => one.before !== one.after);
  }

  /** Deletes the keys of rows that are gone. */
  forget(keys: readonly string[]): void {
    this.#forget([this.#dataSet, JSON.stringify(keys)]);
  }
}
