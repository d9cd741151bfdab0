import type { Effort, Requester, ScannedRow, Statement } from './scan.ts';
import type { Db } from './tables.ts';

/** On whose behalf something is written: a user's, that of the service itself, or that of its work in the background. */
export type WriteScope = { readonly organizationId: string; readonly userId: string } | 'service' | 'background';

/** Work in steps, between which a transaction may end and another begin. */
export type LongWork<Result> = (tx: Db) => Steps<Result>;

export type Steps<Result> = AsyncGenerator<void, Result, void>;

/**
 * The workspace's database: one writing connection, one reading connection beside it that never waits for a writer.
 * Several processes may have the same file open. All access goes through `read` and `write`.
 */
export interface Database {
  read<Result>(query: (db: Db) => Promise<Result>): Promise<Result>;
  /** One transaction: all or nothing, on disk when the promise resolves. Only the database may be awaited inside. Scopes take turns by the time that they need. */
  write<Result>(scope: WriteScope, change: (tx: Db) => Promise<Result>): Promise<Result>;
  /** What is too much for one transaction: wherever it yields, one may end and others have their turn before the next. */
  writeInStretches<Result>(scope: WriteScope, work: LongWork<Result>): Promise<Result>;
  /**
   * One reading statement that may look at many rows: then it runs outside this thread, and is refused when it takes longer
   * than a query may. Users take turns there.
   */
  scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]>;
  /** Opens a database file beside this one, made by `writeTable`, to scan it by the same rules and in the same turns. */
  openTable(path: string): Promise<TableFile>;
  /** What the function of a module makes of a task, in a process of its own: in turn with heavy scans, and as long as these may take. */
  elsewhere(module: URL, task: unknown, requester: Requester): Promise<string>;
  /**
   * One change of the schema that looks at about so many `rows`. Over many it runs outside this thread, and is given up when
   * others wait to write, or when it is told. Returns whether it was made.
   */
  alter(statement: string, rows: number, givenUp: AbortSignal): Promise<boolean>;
  /** Writes a copy of one moment to a new file. Writers go on; the event loop of this process stands still meanwhile. */
  copyTo(path: string): Promise<void>;
  /** Transactions that wait for their turn or run. */
  writerQueue(): number;
  /** Fails with `unavailable` while the file that was opened is not at its path: then nothing is written either. */
  checkPlace(): void;
  /** Everything the engine finds wrong with the file; nothing when it is sound. */
  integrityProblems(): string[];
  /** Whether the full-text index is that of the texts as they are, told in a sentence when it is not. Takes about as long as making it. */
  textIndexProblems(): string[];
  /** Waits for transactions under way. */
  close(): Promise<void>;
}

/** A database file of one table, open to be read. */
export interface TableFile {
  scan: Database['scan'];
  close(): void;
}
