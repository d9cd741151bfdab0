import type { Dialect } from './dialect.ts';
import type { Statement } from './fragment.ts';
import type { Effort, Requester, ScannedRow } from './scan.ts';
import type { Db } from './tables.ts';
import type { TextIndex } from './text-index.ts';

/** The party that writes: a user, the service itself, or its background work. */
export type WriteScope = WritingUser | 'service' | 'background';

interface WritingUser {
  readonly organizationId: string;
  readonly userId: string;
  /** Aborts when the caller has left. A write that still waits for its turn or a lock is given up then. */
  readonly gone?: Gone;
}

export type Gone = () => AbortSignal;

export const goneOf = (scope: WriteScope): Gone | undefined => (typeof scope === 'string' ? undefined : scope.gone);

export interface SchemaChange {
  readonly statement: string;
  /** About how many rows it visits. */
  readonly rows: number;
  /** Only its users may have to wait. */
  readonly organizationId: string;
}

/** Work in steps. Between two of them a transaction may commit and another begin. */
export type LongWork<Result> = (tx: Db) => Steps<Result>;

export type Steps<Result> = AsyncGenerator<void, Result, void>;

/**
 * The workspace's database. Readers never wait for writers, and several processes may have the same one open. All access
 * goes through `read` and `write`.
 */
export interface Database {
  /** The dialect of the Data Sets' tables. */
  readonly dialect: Dialect;
  readonly texts: TextIndex;
  read<Result>(query: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Runs one statement that finds rows by their keys, such as the caller of a request. The statement must begin before
   * anything is awaited. After a commit it costs much less than `read`.
   */
  lookUp<Result>(statement: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Several reads that see one moment. They may keep notes in temporary tables, which last until `use` has ended. It may
   * change what was read.
   */
  readAtOneMoment<Read, Result>(
    query: (db: Db) => Promise<Read>,
    use: (read: Read) => Promise<Result>,
  ): Promise<Result>;
  /**
   * One transaction, durable when the promise resolves. `change` may await only the database. Scopes take turns by the
   * time they need.
   */
  write<Result>(scope: WriteScope, change: (tx: Db) => Promise<Result>): Promise<Result>;
  /** Splits long work into transactions. At any `yield` one may commit, and other scopes have their turn. */
  writeInStretches<Result>(scope: WriteScope, work: LongWork<Result>): Promise<Result>;
  /**
   * Runs one read that may visit many rows. Heavy reads run in another process and are refused after the query's time
   * limit. Users take turns there.
   */
  scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]>;
  /** Opens a file made by `writeTable`, to be scanned by the same rules and in the same turns. */
  openTable(path: string): Promise<TableFile>;
  /**
   * Runs a module's function on a task in a process of its own. It shares the turns and the time limit of heavy scans.
   */
  elsewhere(module: URL, task: unknown, requester: Requester): Promise<string>;
  /**
   * Runs one change of a Data Set's schema. In a file, one that visits many rows runs in another process. It is aborted
   * there if others wait to write. `givenUp` aborts it too. Returns whether the change was made.
   */
  alter(change: SchemaChange, givenUp: AbortSignal): Promise<boolean>;
  /** The file that holds the database, unless a server does. */
  readonly file?: DatabaseFile;
  /** Where gateways of several folders share their signing keys, sealed. A file has none. */
  readonly sharedKeys?: SharedText;
  /**
   * A number that is another one after every commit, by whichever process. An engine that would have to ask for it gives
   * another one each time.
   */
  dataVersion(): number;
  /** Transactions that wait or run. */
  writerQueue(): number;
  /** Throws `unavailable` while an opened file is not at its path. Writes fail then too. */
  checkPlace(): void;
  /** Waits for open transactions, then closes. */
  close(): Promise<void>;
}

/** A text of the installation. */
export interface SharedText {
  read(): Promise<string | undefined>;
  /** Puts another text in its place. Returns false if it was not `current` any more. */
  replace(current: string | undefined, next: string): Promise<boolean>;
}

/** A database in a file of its own. */
export interface FileDatabase extends Database {
  readonly file: DatabaseFile;
}

/** Backups and checks of a data folder use it. */
export interface DatabaseFile {
  /** Writes a snapshot to a new file. Writers continue, but this process's event loop is blocked meanwhile. */
  copyTo(path: string): Promise<void>;
  /** Every problem that the engine finds in the file; empty if it is sound. */
  integrityProblems(): string[];
  /**
   * A sentence if the full-text index does not match the texts, else nothing. Takes about as long as building the
   * index.
   */
  textIndexProblems(): string[];
  /**
   * Merges the parts of the full-text index, in another process. Steps that keep writers waiting are shortened, and the
   * rest is left.
   */
  mergeTextIndex(): Promise<void>;
}

/** A database file of one table, opened for reading. */
export interface TableFile {
  readonly dialect: Dialect;
  scan: Database['scan'];
  close(): void;
}
