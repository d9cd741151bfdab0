import type { Db } from '../tables.ts';

export type Value = string | number | Uint8Array | null;

export type Row = Readonly<Record<string, Value>>;

/** A column that both engines have. */
export interface MovedColumn {
  readonly name: string;
  readonly kind: 'text' | 'json' | 'number' | 'bytes';
}

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly MovedColumn[];
  /** The columns of its primary key, by which its rows are read in order. */
  readonly key: readonly string[];
  /** The column that the database numbers, if it does. */
  readonly numbered?: string | undefined;
  /** The condition of the rows that are copied, if not all are. */
  readonly only?: { readonly where: string; readonly parameters: readonly Value[] };
}

export interface MovedField {
  /** `f<number>`. */
  readonly name: string;
  readonly storage: 'text' | 'real' | 'integer';
}

/** The table of a Data Set, whether the Data Set is in the catalogue yet or not. */
export interface MovedDataSet {
  readonly number: number;
  readonly fields: readonly MovedField[];
}

/** A database that is moved, or moved to, over the only connection that changes it. */
export interface Side {
  readonly db: Db;
  dataSets(): Promise<MovedDataSet[]>;
  /** The highest number that a numbered column ever had. */
  lastNumber(table: string, column: string): Promise<number>;
}

export interface TargetSide extends Side {
  /** Whether a text may hold the character NUL. */
  readonly holdsNul: boolean;
  /** The next number will be higher. */
  setLastNumber(table: string, column: string, last: number): Promise<void>;
  /** Removes all rows, and the tables of Data Sets. */
  empty(): Promise<void>;
}
