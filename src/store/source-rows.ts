import { dataColumn, dataTable } from './data-tables.ts';
import type { Db } from './database.ts';
import { directRun, runDirectly } from './driver.ts';
import { newIds } from './ids.ts';

type Value = string | number | null;

/** What a source says of a record; the values in the order of the columns that they go into. */
export interface SourceRow {
  readonly title: string;
  readonly values: readonly Value[];
}

export interface KnownRow extends SourceRow {
  readonly id: string;
}

export interface SourceRowsOptions {
  /** The number of the Data Set. */
  readonly dataSet: number;
  /** The numbers of the fields that the source fills. */
  readonly columns: readonly number[];
  /** When and on whose behalf the records change. */
  readonly at: number;
  readonly by: string;
}

/**
 * The records of a connected Data Set during one synchronisation, within its transaction, each found by the key that its row
 * has in the source. Which keys have been met is kept in a temporary table, so that memory does not grow with the source.
 */
export class SourceRows {
  readonly #tx: Db;
  readonly #dataSet: number;
  readonly #columns: readonly string[];
  readonly #select: string;
  readonly #insertRow: (parameters: readonly unknown[]) => void;
  readonly #updateRow: (parameters: readonly unknown[]) => void;
  readonly #enter: (parameters: readonly unknown[]) => void;
  readonly #assign: (parameters: readonly unknown[]) => void;
  readonly #meet: (parameters: readonly unknown[]) => void;
  readonly #ids = newIds('rec');
  readonly #at: number;
  readonly #by: string;

  constructor(tx: Db, { dataSet, columns, at, by }: SourceRowsOptions) {
    this.#tx = tx;
    this.#dataSet = dataSet;
    this.#columns = columns.map(dataColumn);
    this.#at = at;
    this.#by = by;
    runDirectly(tx, 'create temp table if not exists met_keys (key text primary key, row integer) without rowid', []);
    runDirectly(tx, 'delete from met_keys', []);
    const table = dataTable(dataSet);
    const inserted = [...this.#columns, 'id', 'title', 'created_at', 'created_by', 'version'];
    const assigned = [...this.#columns, 'title', 'updated_at', 'updated_by'].map((column) => `${column} = ?`);
    this.#select = `select ${['id', 'title', ...this.#columns].map((column) => `record.${column}`).join(', ')}
      from source_rows join ${table} as record on record.id = source_rows.record_id
      where source_rows.data_set = +? and source_rows.key = +?`;
    this.#insertRow = directRun(
      tx,
      `insert into ${table} (${inserted.join(', ')}) values (${inserted.map(() => '?').join(', ')})`,
    );
    this.#updateRow = directRun(tx, `update ${table} set ${assigned.join(', ')}, version = version + 1 where id = ?`);
    this.#enter = directRun(tx, 'insert into records (id, data_set) values (?, ?)');
    this.#assign = directRun(tx, 'insert into source_rows (data_set, key, record_id) values (?, ?, ?)');
    this.#meet = directRun(tx, 'insert into met_keys (key, row) values (?, ?)');
  }

  /** Notes that a row has this key. Returns the number of an earlier row that has it too, if there is one. */
  meet(key: string, row: number): number | undefined {
    const [earlier] = runDirectly<{ row: number }>(this.#tx, 'select row from met_keys where key = ?', [key]);
    if (!earlier) this.#meet([key, row]);
    return earlier?.row;
  }

  find(key: string): KnownRow | undefined {
    const [row] = runDirectly<Record<string, Value>>(this.#tx, this.#select, [this.#dataSet, key]);
    return row && { id: String(row.id), title: String(row.title), values: this.#columns.map((column) => row[column]!) };
  }

  /** Adds a record and returns its ID. */
  add(key: string, { title, values }: SourceRow): string {
    const id = this.#ids.next().value;
    this.#insertRow([...values, id, title, this.#at, this.#by, 1]);
    this.#enter([id, this.#dataSet]);
    this.#assign([this.#dataSet, key, id]);
    return id;
  }

  /** Makes a record what the source says now; its other values stay. */
  change(id: string, { title, values }: SourceRow): void {
    this.#updateRow([...values, title, this.#at, this.#by, id]);
  }

  /** Forgets the keys that were not met, and returns the records that had them. */
  forgetUnmet(): string[] {
    const rows = runDirectly<{ record_id: string }>(
      this.#tx,
      'delete from source_rows where data_set = ? and key not in (select key from met_keys) returning record_id',
      [this.#dataSet],
    );
    return rows.map(({ record_id }) => record_id);
  }
}
