import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Database as Connection } from 'better-sqlite3';
import { alterElsewhere } from './altering.ts';
import type { Place } from './place.ts';

const MiB = 1024 * 1024;
/** A transaction of less time has written less than is worth looking for. */
const shortMs = 5;
/** What a transaction writes to the log before it is committed is what finds no room in the page cache. */
const longBytes = 4 * MiB;
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
  #sizeWhenMoved = 0;
  /** Works under way of which no commit may move pages. */
  #stretches = 0;

  constructor(connection: Connection, path: string, place: Place) {
    this.#connection = connection;
    this.#path = path;
    this.#place = place;
    connection.pragma(`journal_size_limit = ${lastingBytes}`);
  }

  /** Whether a transaction that began then has written much to it, though it is not committed; pages of others that wait to be moved may count. */
  isLongSince(began: number): boolean {
    return performance.now() - began > shortMs && this.#hasGrownLong();
  }

  /** Syncs what is written already and has the commit move no page; they are moved by a process of their own. */
  async commitLong(commit: () => void): Promise<void> {
    await this.#sync();
    this.#stretches += 1;
    this.#chooseMover();
    try {
      commit();
      this.#startMoving();
    } finally {
      this.#stretches -= 1;
      this.#chooseMover();
    }
  }

  /** While transactions follow one another, no commit moves pages: a process of their own does, whenever there are many. */
  async duringStretches<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#stretches += 1;
    this.#chooseMover();
    try {
      return await work();
    } finally {
      this.#stretches -= 1;
      if (this.#hasGrownLong()) this.#startMoving();
      this.#chooseMover();
    }
  }

  /** One of these transactions: its commit does not wait for the disk, and is synced before others write. */
  async syncedBeside<Result>(transaction: () => Promise<Result>): Promise<Result> {
    this.#connection.pragma('synchronous = NORMAL');
    try {
      const result = await transaction();
      await this.#sync();
      if (this.#hasGrownLong()) this.#startMoving();
      return result;
    } finally {
      this.#connection.pragma('synchronous = FULL');
    }
  }

  /** Waits for pages under way, which the next process would otherwise have to move. */
  async close(): Promise<void> {
    await this.#moving;
  }

  /** Since pages were last moved. When all have been, the file is written anew from its beginning, and cut. */
  #hasGrownLong(): boolean {
    const size = this.#size;
    if (size < this.#sizeWhenMoved) this.#sizeWhenMoved = 0;
    return size - this.#sizeWhenMoved > lastingBytes + longBytes;
  }

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

  #startMoving(): void {
    if (this.#moving) return;
    this.#sizeWhenMoved = this.#size;
    this.#moving = this.#move();
  }

  /** Where that fails, the next commit does it. */
  async #move(): Promise<void> {
    try {
      this.#place.check();
      await alterElsewhere(this.#path, 'pragma wal_checkpoint(passive)');
      this.#place.follow();
    } catch {}
    this.#moving = undefined;
    this.#chooseMover();
  }

  #chooseMover(): void {
    const isMovedElsewhere = this.#stretches > 0 || this.#moving !== undefined;
    this.#connection.pragma(`wal_autocheckpoint = ${isMovedElsewhere ? 0 : pagesMovedByCommit}`);
  }
}
