import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Tinypool } from 'tinypool';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { ScannedRow } from './database.ts';
import { FairQueue } from './fair-queue.ts';
import type { ReaderTask } from './reader-process.ts';
import { storageError } from './refusals.ts';

const readerProcess = new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url);

const idleMs = 5_000;
const mostProcesses = Math.max(1, availableParallelism() - 1);

/**
 * Heavy reads in processes of their own, so that one that takes too long can be stopped: SQLite ends with its process only.
 * They start when they are needed, end when they have been idle for some seconds, and do not outlive this one.
 */
export class Readers {
  readonly #seconds: number;
  readonly #waiting = new FairQueue<() => void>();
  #running = 0;
  #pool: Promise<Tinypool> | undefined;
  #closed = false;

  /** How long one query may run. */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  async read(task: ReaderTask, subject: string): Promise<ScannedRow[]> {
    return JSON.parse(await this.elsewhere(readerProcess, task, subject)) as ScannedRow[];
  }

  /** What the function of a module makes of a task; it must watch its parent (`orphans.ts`). */
  async elsewhere(module: URL, task: unknown, subject: string): Promise<string> {
    await this.#turn(subject);
    try {
      return await this.#answer(module, task);
    } finally {
      this.#endTurn();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#pool)?.destroy();
  }

  /** As many at once as there are processes: Tinypool's own queue stands still when a process in front of it is stopped. */
  async #turn(subject: string): Promise<void> {
    if (this.#running < mostProcesses) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= limits.waitingQueries) throw tooManyWaiting();
    if (this.#waiting.sizeOf(subject) >= limits.waitingQueriesEach) throw tooManyOfOne();
    await new Promise<void>((begin) => this.#waiting.add(subject, begin));
  }

  #endTurn(): void {
    const next = this.#waiting.next();
    if (next) next();
    else this.#running -= 1;
  }

  async #answer(module: URL, task: unknown): Promise<string> {
    const pool = await this.#startedPool();
    if (this.#closed) throw ended();
    const overrun = new AbortController();
    const timer = setTimeout(() => overrun.abort(), this.#seconds * 1_000);
    try {
      return (await pool.run(task, { filename: module.href, signal: overrun.signal })) as string;
    } catch (error) {
      throw overrun.signal.aborted ? overran(this.#seconds) : failure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** One that could not be started is tried again with the next heavy read. */
  #startedPool(): Promise<Tinypool> {
    return (this.#pool ??= startPool().catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    }));
  }
}

/** Loaded with the first heavy read, for most starts have none. */
async function startPool(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: mostProcesses,
    idleTimeout: idleMs,
    execArgv: [],
    env: {},
  });
  // A process that ends before it had its task: whoever waits for it would wait for ever.
  pool.on('error', () => pool.cancelPendingTasks());
  return pool;
}

/** What a reader throws arrives as a plain object; errors of this side are Tinypool's, about the process itself. */
function failure(error: unknown): unknown {
  if (error instanceof Error) return ended();
  const { name, message, code } = error as { name: string; message: string; code: string };
  return storageError(name === 'SqliteError' ? new SQLite.SqliteError(message, code) : new Error(message));
}

/** The same query would run as long again: it is the request that must change. */
const overran = (seconds: number) =>
  new WorkspaceError(
    'invalid_request',
    `The query ran longer than ${seconds} s and was stopped; ask for less: filter more narrowly, leave out conditions on text, group by fewer fields, or search for rarer words.`,
  );

const tooManyWaiting = () =>
  new WorkspaceError('unavailable', 'Too many queries are waiting for their turn; try again in a moment.');

const tooManyOfOne = () =>
  new WorkspaceError('unavailable', 'Too many queries of yours are waiting for their turn; try again in a moment.');

const ended = () =>
  new WorkspaceError('unavailable', 'The query was cut off before it was done; try again in a moment.');
