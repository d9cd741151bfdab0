import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Database as Connection } from 'better-sqlite3';
import type { LogTask } from './checkpoint-thread.ts';
import type { CheckpointedFile } from './checkpointed-file.ts';
import type { Place } from './place.ts';
import { Thread } from '../../../turns/thread.ts';

const MiB = 1024 * 1024;
/** The bytes of a page and its frame header. */
const frameBytes = 4_096 + 24;
/** Frames are checkpointed when they exceed this size. */
const longBytes = 8 * MiB;
/** The file keeps this length, because syncing an overwritten file is faster than a growing one. */
const lastingBytes = 2 * longBytes;
/** Truncating a longer file takes up to a second for each GiB. The thread does it in steps. */
const mostCutBytes = 4 * lastingBytes;
/** The most checkpoints run beside writers before the last one. */
const mostPasses = 8;
/** Retries frames that readers still need, and the last frames of a file that is too long. */
const againAfterMs = 1_000;
/** The interval between checks. A log grows by a few MiB meanwhile. */
const lookEveryMs = 50;
const checkpointThread = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url);
/** SQLite's default: a commit checkpoints after this many pages. */
const pagesMovedByCommit = 1_000;

/** Whether a commit syncs the log while it holds the lock of the database. */
const [syncedAtOnce, syncedLater] = ['FULL', 'NORMAL'];

interface LogOptions {
  readonly connection: Connection;
  readonly path: string;
  readonly place: Place;
  readonly checkpointed: CheckpointedFile;
  /** Whether several callers share this process. A commit must then not block the event loop on the disk. */
  readonly isShared: boolean;
}

type Alone = (work: () => Promise<void>) => Promise<void>;

/**
 * The write-ahead log of the database. In a process of one caller, each commit syncs the log and checkpoints it, as in
 * SQLite. Stretches of long work are synced after they commit, because other processes wait for the lock meanwhile. In a
 * shared process that would block the event loop, so threads do both. Commits wait for threads only while the last
 * frames are checkpointed.
 */
export class WriteAheadLog {
  readonly #connection: Connection;
  readonly #path: string;
  readonly #place: Place;
  readonly #checkpointed: CheckpointedFile;
  readonly #isShared: boolean;
  #file: FileHandle | undefined;
  #lastSync: Promise<void> = Promise.resolve();
  /** A sync that has not begun. */
  #nextSync: Promise<void> | undefined;
  /** A thread, because starting a process takes longer the more memory this one has. */
  readonly #thread = new Thread(checkpointThread);
  #moving: Promise<void> | undefined;
  #movedMs = 0;
  #lookedMs = 0;
  #isCutByCommits: boolean | undefined;
  #isClosing = false;
  /** The delay after the last checkpoint before the next, in ms. */
  #pauseMs = 0;

  constructor({ connection, path, place, checkpointed, isShared }: LogOptions) {
    this.#connection = connection;
    this.#path = path;
    this.#place = place;
    this.#checkpointed = checkpointed;
    this.#isShared = isShared;
    this.#letCommitsCut(true);
    connection.pragma(`synchronous = ${isShared ? syncedLater : syncedAtOnce}`);
    connection.pragma(`wal_autocheckpoint = ${isShared ? 0 : pagesMovedByCommit}`);
  }

  /**
   * Resolves when all committed transactions are on disk. Commits made during a sync share the next one. `alone` waits
   * until nobody writes, and blocks writers meanwhile.
   */
  async synced(isStretch: boolean, alone: Alone): Promise<void> {
    if (!this.#isShared && !isStretch) return;
    await (this.#nextSync ??= this.#lastSync = this.#nextAfter(this.#lastSync));
    if (this.#isShared && this.#isToBeMoved()) this.#moving = this.#move(alone);
  }

  /** Sets how the next transaction commits. Call it before the transaction begins. */
  letNextCommit(isStretch: boolean): void {
    if (!this.#isShared) this.#connection.pragma(`synchronous = ${isStretch ? syncedLater : syncedAtOnce}`);
  }

  /** Waits for the checkpoint under way, which the next process would otherwise have to repeat. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#lastSync.catch(() => {});
    await this.#file?.close();
    await this.#moving;
    await this.#thread.close();
  }

  /** Whether to checkpoint now. After a full checkpoint the next commit restarts the log and truncates it. */
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

  /** Sets whether the commit that restarts the log truncates it. */
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

  /** SQLite holds no locks on this file, so closing it is safe. It does not exist before the first write. */
  async #opened(): Promise<FileHandle | undefined> {
    try {
      return await open(this.#log, 'r+');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /**
   * Checkpoints most frames beside writers, and the last ones alone. Otherwise new frames always arrive, and the log
   * never restarts. On an error, commits checkpoint until it succeeds again.
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

  /** Repeats until few frames are left, which must be moved while nobody writes. */
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

  /** Returns whether any frame was moved; readers may need them all. */
  async #moveOnce(): Promise<boolean> {
    const before = this.#checkpointed.movedFrames;
    await this.#tend({ path: this.#path });
    return this.#checkpointed.movedFrames !== before;
  }

  get #isToBeCut(): boolean {
    return !this.#isClosing && this.#size > mostCutBytes && this.#unmovedBytes <= longBytes;
  }

  /** Returns whether the log became shorter. It may not have restarted yet, or another process may hold the lock. */
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
