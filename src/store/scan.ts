import type { Room } from './room.ts';

/** On whose behalf heavy reads run, from one call to its answer. */
export interface Requester {
  readonly userId: string;
  readonly organizationId: string;
  /** Aborts when nobody waits for the answer any more. */
  readonly gone: () => AbortSignal;
  /** Milliseconds that heavy reads have taken so far. */
  spentMs: number;
}

/** What a statement may cost. */
export interface Effort {
  /** About how many rows there are to look at. */
  readonly rows: number;
  /** Columns of which a bounded number of rows is asked for by one value each: where an index leads to these, few are looked at. */
  readonly searchedBy?: readonly string[] | undefined;
  /** What the values of the rows make of it; by default it is little for each row. */
  readonly work?: Work | undefined;
  /** No rows are read behind the one with which the texts come to more; by default all are. */
  readonly room?: Room | undefined;
}

/** What a statement may need, told from how long the values are. */
export interface Work {
  readonly table: string;
  /** All of the table that hold texts or lists. */
  readonly columns: readonly string[];
  /** That it takes at most. */
  readonly nanoseconds: (sizes: Sizes) => number;
}

/** A statement scanned for one requester. */
export interface Scan {
  (statement: Statement, effort: Effort): Promise<ScannedRow[]>;
  /** For whom, where turns are taken. */
  readonly subject: string;
}

/** Where statements are scanned. */
interface Scannable {
  scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]>;
}

export const scanFor = (requester: Requester, { scan }: Scannable): Scan =>
  Object.assign((statement: Statement, effort: Effort) => scan(statement, effort, requester), {
    subject: requester.userId,
  });

/** The values of a row, in the order of the statement's columns. */
export type ScannedRow = readonly (string | number | null)[];

/** SQL with its values bound. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Of all values in a column of texts or lists. */
interface Size {
  readonly bytes: number;
  readonly longest: number;
}

/** By column. */
export type Sizes = ReadonlyMap<string, Size>;
