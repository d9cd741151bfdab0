import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Database as Connection } from 'better-sqlite3';
import { alterElsewhere } from './altering.ts';
import type { Place } from './place.ts';

const MiB = 1024 * 1024;
/** A transaction of less time has written less than is worth looking for. */
const shortMs = 5;
/** What a transaction writes to the log before it is committed is what finds no room in the page cache. */
const longBytes = 8 * MiB;
const lastingBytes = 4 * MiB;
/** SQLite's own: after so many pages a commit moves the log into the database. */
const pagesMovedByCommit = 1_000;

/**
 * The log that transactions are written to before their pages move into the database. Of a large one, syncing it to disk and
 * moving its pages would hold up the event loop, so both are done beside it.
 */
export class WriteAheadLog {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #place: Place;
  #moving: Promise<void> | undefined;

  constructor(connection: Connection, path: string, place: Place) {
    this.#connection = connection;
    this.#path = path;
    this.#place = place;
    connection.pragma(`journal_size_limit = ${lastingBytes}`);
  }

  /** Whether a transaction that began then has written much to it, though it is not committed; pages of others that wait to be moved may count. */
  isLongSince(began: number): boolean {
    return performance.now() - began > shortMs && this.#size > lastingBytes + longBytes;
  }

  /** Syncs what is written already and has the commit move no page; they are moved by a process of their own. */
  async commitLong(commit: () => void): Promise<void> {
    await this.#sync();
    this.#connection.pragma('wal_autocheckpoint = 0');
    try {
      commit();
    } catch (error) {
      if (!this.#moving) this.#moveByCommits();
      throw error;
    }
    this.#moving ??= this.#move();
  }

  /** Waits for pages under way, which the next process would otherwise have to move. */
  async close(): Promise<void> {
    await this.#moving;
  }

  /** When its pages have been moved the file is written anew from its beginning, and cut. */
  get #size(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }

  get #file(): string {
    return `${this.#path}-wal`;
  }

  /** SQLite keeps no lock on this file, which closing it would end. */
  async #sync(): Promise<void> {
    const file = await open(this.#file, 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Where that fails, the next commit does it. */
  async #move(): Promise<void> {
    try {
      this.#place.check();
      await alterElsewhere(this.#path, 'pragma wal_checkpoint(passive)');
    } catch {}
    this.#moveByCommits();
    this.#moving = undefined;
  }

  #moveByCommits(): void {
    this.#connection.pragma(`wal_autocheckpoint = ${pagesMovedByCommit}`);
  }
}
