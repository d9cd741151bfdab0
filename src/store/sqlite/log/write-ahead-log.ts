import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import type { LogTask } from './checkpoint-thread.ts';
import type { CheckpointedFile } from './checkpointed-file.ts';
import type { Place } from './place.ts';
import { Thread } from '../../../turns/thread.ts';

const MiB = 1024 * 1024;
/** A page and its header. */
const frameBytes = 4_096 + 24;
/** Pages are moved when they have come to so many bytes. */
const longBytes = 8 * MiB;
/** The file keeps this length then: one that grows takes longer to sync than one that is written over. */
const lastingBytes = 2 * longBytes;
/** Cutting a longer file takes up to a second for each GiB. The thread does that, a little at a time. */
const mostCutBytes = 4 * lastingBytes;
/** How often pages that came meanwhile are moved before the last ones are. */
const mostPasses = 8;
/** Pages that somebody still reads are tried again after this time, as are the last ones of a file that is longer than it should be. */
const againAfterMs = 1_000;
/** A log grows by a few MiB meanwhile. */
const lookEveryMs = 50;
const checkpointThread = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);
/** SQLite's own: after so many pages a commit moves the log into the database. */
const pagesMovedByCommit = 1_000;

interface LogOptions {
  readonly connection: Connection;
  readonly path: string;
  readonly place: Place;
  readonly checkpointed: CheckpointedFile;
  /** Whether several callers share this process, so that none may hold up the event loop until the disk has a commit. */
  readonly isShared: boolean;
}

type Alone = (work: () => Promise<void>) => Promise<void>;

/**
 * The log that transactions are written to before their pages move into the database. In a process of one caller each commit syncs the
 * log to the disk and moves its pages when they are many, as SQLite does. In a shared process that would hold up the event loop, so
 * threads do both: commits wait for them only while the last pages are moved.
 */
export class WriteAheadLog {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #place: Place;
  readonly #checkpointed: CheckpointedFile;
  readonly #isShared: boolean;
  #file: FileHandle | undefined;
  #lastSync: Promise<void> = Promise.resolve();
  /** One that is not begun yet. */
  #nextSync: Promise<void> | undefined;
  /** No process: to start one takes the longer, the more memory this one has. */
  readonly #thread = new Thread(checkpointThread);
  #moving: Promise<void> | undefined;
  #movedMs = 0;
  #lookedMs = 0;
  #isCutByCommits: boolean | undefined;
  #isClosing = false;
  /** How long nothing is moved after the last time. */
  #pauseMs = 0;

  constructor({ connection, path, place, checkpointed, isShared }: LogOptions) {
    this.#connection = connection;
    this.#path = path;
    this.#place = place;
    this.#checkpointed = checkpointed;
    this.#isShared = isShared;
    this.#letCommitsCut(true);
    connection.pragma(`synchronous = ${isShared ? 'NORMAL' : 'FULL'}`);
    connection.pragma(`wal_autocheckpoint = ${isShared ? 0 : pagesMovedByCommit}`);
  }

  /**
   * What has been committed is on the disk when the promise resolves. Those who commit while it is synced are synced together.
   * `alone` waits until nobody writes, and lets nobody write meanwhile.
   */
  async synced(alone: Alone): Promise<void> {
    if (!this.#isShared) return;
    await (this.#nextSync ??= this.#lastSync = this.#nextAfter(this.#lastSync));
    if (this.#isToBeMoved()) this.#moving = this.#move(alone);
  }

  /** Waits for pages under way, which the next process would otherwise have to move. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#lastSync.catch(() => {});
    await this.#file?.close();
    await this.#moving;
    await this.#thread.close();
  }

  /** When all pages have been moved, the next commit writes the file anew from its beginning, and cuts it. */
  #isToBeMoved(): boolean {
    const now = performance.now();
    if (now - this.#lookedMs < lookEveryMs) return false;
    this.#lookedMs = now;
    const size = this.#size;
    this.#letCommitsCut(size <= mostCutBytes);
    if (this.#moving || now - this.#movedMs < this.#pauseMs || size <= longBytes) return false;
    const bytes = this.#unmovedBytes;
    return bytes > longBytes || (bytes > 0 && size > lastingBytes && now - this.#movedMs > againAfterMs);
  }

  /** Whether the commit that begins the file anew cuts it. */
  #letCommitsCut(isShort: boolean): void {
    if (this.#isCutByCommits === isShort) return;
    this.#connection.pragma(`journal_size_limit = ${isShort ? lastingBytes : -1}`);
    this.#isCutByCommits = isShort;
  }

  get #size(): number {
    return statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;
  }

  get #log(): string {
    return `${this.#path}-wal`;
  }

  async #nextAfter(last: Promise<void>): Promise<void> {
    await last.catch(() => {});
    this.#nextSync = undefined;
    this.#file ??= await this.#opened();
    await this.#file?.datasync();
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

  /**
   * Moves most pages while others write, and the last ones while nobody does: otherwise some always came meanwhile, and the log never
   * began anew. Where that fails, commits move them until it succeeds again.
   */
  async #move(alone: Alone): Promise<void> {
    try {
      const hasMoved = await this.#moveMost();
      if (hasMoved) await alone(async () => void (await this.#moveOnce()));
      while (this.#isToBeCut && (await this.#cutSome(alone)));
      this.#pauseMs = hasMoved ? 0 : againAfterMs;
      this.#connection.pragma('wal_autocheckpoint = 0');
    } catch {
      this.#connection.pragma(`wal_autocheckpoint = ${pagesMovedByCommit}`);
    }
    this.#movedMs = performance.now();
    this.#moving = undefined;
  }

  /** Until few are left, which must be moved while nobody writes. */
  async #moveMost(): Promise<boolean> {
    const hasMoved = await this.#moveOnce();
    for (let passes = 1; passes < mostPasses && this.#unmovedBytes > longBytes; passes += 1) {
      if (!(await this.#moveOnce())) break;
    }
    return hasMoved;
  }

  get #unmovedBytes(): number {
    return this.#checkpointed.unmovedFrames * frameBytes;
  }

  /** Whether it moved any: somebody may read them all. */
  async #moveOnce(): Promise<boolean> {
    const before = this.#checkpointed.movedFrames;
    await this.#tend({ path: this.#path });
    return this.#checkpointed.movedFrames !== before;
  }

  get #isToBeCut(): boolean {
    return !this.#isClosing && this.#size > mostCutBytes && this.#unmovedBytes <= longBytes;
  }

  /** Whether it could: the log may not have begun anew yet, or another process may write to it. */
  async #cutSome(alone: Alone): Promise<boolean> {
    const before = this.#size;
    await alone(() => this.#tend({ path: this.#path, lastingBytes }));
    return this.#size < before;
  }

  async #tend(task: LogTask): Promise<void> {
    this.#place.check();
    await this.#thread.run(task);
    this.#place.follow();
  }
}
