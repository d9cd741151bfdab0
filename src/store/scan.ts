import type { Dialect } from './dialect.ts';
import type { Statement } from './fragment.ts';
import type { Room } from './room.ts';

/** The user for whom heavy reads run, from one call to its answer. */
export interface Requester {
  readonly userId: string;
  readonly organizationId: string;
  /** Aborts when the caller has left. */
  readonly gone: () => AbortSignal;
  /** Time spent in heavy reads so far, in ms. */
  spentMs: number;
}

/** Rows that a statement scans in about 2 ms, a delay that other callers do not notice. */
export const lightRows = 5_000;

/** The estimated cost of a statement. */
export interface Effort {
  /** About how many rows it visits. */
  readonly rows: number;
  /**
   * Set if it asks for a bounded number of rows by one value for each column. With an index on these columns it visits
   * few.
   */
  readonly searchedBy?: readonly string[] | undefined;
  /** The work that the row values cause; by default little per row. */
  readonly work?: Work | undefined;
  /** Called if the statement runs in another process, because no index leads to its rows. */
  readonly onHeavy?: (() => void) | undefined;
  /** Stops after the row whose texts exceed the room; by default all rows are read. */
  readonly room?: Room | undefined;
}

/** The cost of a statement, computed from the lengths of values. */
export interface Work {
  readonly table: string;
  /** Every column of the table with texts or lists. */
  readonly columns: readonly string[];
  /** An upper bound of its time. */
  readonly nanoseconds: (sizes: Sizes) => number;
}

/** Scans a statement for one requester. */
export interface Scan {
  (statement: Statement, effort: Effort): Promise<ScannedRow[]>;
  /** The requester's subject in the queues. */
  readonly subject: string;
  /** The dialect of the tables. */
  readonly dialect: Dialect;
  readonly noteUse?: NoteUse | undefined;
}

/** The parts of a statement that an index could lead to. Fields are named by their keys. */
export interface IndexUse {
  /** The fields that it compares with values. */
  readonly values: readonly string[];
  /** Its order: `amount desc, title asc`. */
  readonly order?: string | undefined;
}

/** Notes a statement. The returned function notes that it was heavy. */
export type NoteUse = (dataSet: number, use: IndexUse) => () => void;

interface Scannable {
  readonly dialect: Dialect;
  scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]>;
}

export const scanFor = (requester: Requester, { scan, dialect }: Scannable, noteUse?: NoteUse): Scan =>
  Object.assign((statement: Statement, effort: Effort) => scan(statement, effort, requester), {
    subject: requester.userId,
    dialect,
    noteUse,
  });

/** Values in the order of the statement's columns. */
export type ScannedRow = readonly (string | number | null)[];

/** Lengths in a column of texts or lists, in bytes. */
interface Size {
  readonly bytes: number;
  readonly longest: number;
}

/** Sizes by column. */
export type Sizes = ReadonlyMap<string, Size>;
