import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Database as Connection } from 'better-sqlite3';
import { alterElsewhere } from './altering.ts';
import type { Place } from './place.ts';

const MiB = 1024 * 1024;
/** The file keeps so many bytes when its pages have been moved, and they are moved when it has grown by twice as many. */
const lastingBytes = 4 * MiB;
const longBytes = 2 * lastingBytes;
/** SQLite's own: after so many pages a commit moves the log into the database. */
const pagesMovedByCommit = 1_000;

/**
 * The log that transactions are written to before their pages move into the database. To sync it to the disk and to move pages
 * would hold up the event loop, so both are done beside it, and no commit does them.
 */
export class WriteAheadLog {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #place: Place;
  #file: FileHandle | undefined;
  #lastSync: Promise<void> = Promise.resolve();
  /** One that is not begun yet. */
  #nextSync: Promise<void> | undefined;
  #moving: Promise<void> | undefined;
  #sizeWhenMoved = 0;

  constructor(connection: Connection, path: string, place: Place) {
    this.#connection = connection;
    this.#path = path;
    this.#place = place;
    connection.pragma(`journal_size_limit = ${lastingBytes}`);
    connection.pragma('synchronous = NORMAL');
    connection.pragma('wal_autocheckpoint = 0');
  }

  /** What has been committed is on the disk when the promise resolves. Those who commit while it is synced are synced together. */
  synced(): Promise<void> {
    const begin = () => {
      this.#nextSync = undefined;
      return this.#sync();
    };
    this.#nextSync ??= this.#lastSync = this.#lastSync.then(begin, begin);
    return this.#nextSync;
  }

  /** Waits for pages under way, which the next process would otherwise have to move. */
  async close(): Promise<void> {
    await this.#lastSync.catch(() => {});
    await this.#file?.close();
    await this.#moving;
  }

  /** Since pages were last moved. When all have been, the file is written anew from its beginning, and cut. */
  #hasGrownLong(): boolean {
    const size = this.#size;
    if (size < this.#sizeWhenMoved) this.#sizeWhenMoved = 0;
    return size - this.#sizeWhenMoved > longBytes;
  }

  get #size(): number {
    return statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;
  }

  get #log(): string {
    return `${this.#path}-wal`;
  }

  async #sync(): Promise<void> {
    this.#file ??= await this.#opened();
    await this.#file?.datasync();
    if (this.#hasGrownLong()) this.#startMoving();
  }

  /** SQLite keeps no lock on this file, which closing it would end. While nothing was written, it is not there. */
  async #opened(): Promise<FileHandle | undefined> {
    try {
      return await open(this.#log, 'r+');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #startMoving(): void {
    if (this.#moving) return;
    this.#sizeWhenMoved = this.#size;
    this.#moving = this.#move();
  }

  /** Where that fails, commits do it until it is done again. */
  async #move(): Promise<void> {
    try {
      this.#place.check();
      await alterElsewhere(this.#path, 'pragma wal_checkpoint(passive)');
      this.#place.follow();
      this.#connection.pragma('wal_autocheckpoint = 0');
    } catch {
      this.#connection.pragma(`wal_autocheckpoint = ${pagesMovedByCommit}`);
    }
    this.#moving = undefined;
  }
}
