import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Tinypool } from 'tinypool';
import { type ErrorCode, WorkspaceError } from '../../../../schemas/errors.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { Requester, ScannedRow } from '../../scan.ts';
import { FairQueue } from '../../../turns/fair-queue.ts';
import { ReaderChannel } from './reader-channel.ts';
import type { ReaderTask } from './reader-process.ts';
import { mostReaders, ReaderShares } from './reader-shares.ts';
import { storageError } from '../refusals.ts';

const readerProcess = new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url);

const idleMs = 5_000;

interface Where {
  readonly filename: string;
  readonly channel?: ReaderChannel;
}

interface Waiting {
  readonly requester: Requester;
  readonly begin: () => void;
}

/**
 * Runs heavy reads in processes of their own, because only killing its process stops SQLite. Processes start on demand,
 * end after some idle seconds, and never outlive this one. Users and organizations have shares, so that one cannot
 * block the others.
 */
export class Readers {
  readonly #seconds: number;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #shares = new ReaderShares();
  #pool: Promise<Tinypool> | undefined;
  #closed = false;

  /** Takes the time limit for the queries of one call. */
  constructor(seconds: number) {
    this.#seconds = seconds;
  }

  async read(task: ReaderTask, parameters: readonly unknown[], requester: Requester): Promise<ScannedRow[]> {
    const channel = new ReaderChannel(parameters);
    try {
      const count = await this.elsewhere(readerProcess, task, requester, channel);
      return channel.takeRows(Number(count));
    } finally {
      channel.close();
    }
  }

  /** Runs a module's function on a task; the module must watch its parent (`orphans.ts`). */
  async elsewhere(module: URL, task: unknown, requester: Requester, channel?: ReaderChannel): Promise<string> {
    await this.#turn(requester);
    const began = performance.now();
    try {
      return await this.#answer(requester, task, { filename: module.href, ...(channel && { channel }) });
    } finally {
      requester.spentMs += performance.now() - began;
      this.#shares.end(requester);
      this.#beginNext();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#pool)?.destroy();
  }

  /**
   * Starts at most as many tasks as there are processes. Tinypool's own queue stalls if a process ahead of it is
   * stopped.
   */
  async #turn(requester: Requester): Promise<void> {
    const { userId } = requester;
    const gone = requester.gone();
    if (gone.aborted) throw givenUp();
    if (this.#shares.mayBegin(requester)) return this.#shares.begin(requester);
    if (this.#waiting.sizeOf(userId) >= limits.waitingQueriesEach) throw tooManyOfOne();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { requester, begin: resolve };
    const leave = () => this.#waiting.remove(userId, waiting) && reject(givenUp());
    this.#waiting.add(userId, waiting);
    gone.addEventListener('abort', leave);
    return promise.finally(() => gone.removeEventListener('abort', leave));
  }

  #beginNext(): void {
    const next = this.#waiting.next(({ requester }) => this.#shares.mayBegin(requester));
    if (!next) return;
    this.#shares.begin(next.requester);
    next.begin();
  }

  async #answer({ gone, spentMs }: Requester, task: unknown, where: Where): Promise<string> {
    const leftMs = this.#seconds * 1_000 - spentMs;
    if (leftMs <= 0) throw overran(this.#seconds);
    const pool = await this.#startedPool();
    if (this.#closed) throw ended();
    const overrun = new AbortController();
    const timer = setTimeout(() => overrun.abort(), leftMs);
    const signal = AbortSignal.any([overrun.signal, gone()]);
    try {
      const answer = pool.run(task, { ...where, signal });
      letOthersGoFirst(pool);
      return (await answer) as string;
    } catch (error) {
      if (overrun.signal.aborted) throw overran(this.#seconds);
      throw gone().aborted ? givenUp() : failure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A pool that could not start is tried again with the next heavy read. */
  #startedPool(): Promise<Tinypool> {
    return (this.#pool ??= startPool().catch((error: unknown) => {
      this.#pool = undefined;
      throw error;
    }));
  }
}

/** Imports Tinypool with the first heavy read, because most starts have none. */
async function startPool(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    runtime: 'child_process',
    minThreads: 0,
    maxThreads: mostReaders,
    idleTimeout: idleMs,
    execArgv: [],
    env: {},
  });
  // If a process ends before it gets its task, the caller would otherwise wait for ever.
  pool.on('error', () => pool.cancelPendingTasks());
  return pool;
}

/** Lowers the readers' priority, so that this process answers first. A new process's threads inherit it. */
function letOthersGoFirst({ threads }: Tinypool): void {
  for (const { threadId } of threads) {
    try {
      setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The process has ended.
    }
  }
}

/** Errors thrown by a reader arrive as plain objects. `Error` instances are Tinypool's own, about the process. */
function failure(error: unknown): unknown {
  if (error instanceof Error) return ended();
  const { name, message, code } = error as { name: string; message: string; code: string };
  if (name === 'WorkspaceError') return new WorkspaceError(code as ErrorCode, message);
  return storageError(name === 'SqliteError' ? new SQLite.SqliteError(message, code) : new Error(message));
}

/** `invalid_request`, not retryable: the same query would run as long again. */
const overran = (seconds: number) =>
  new WorkspaceError(
    'invalid_request',
    `The query ran longer than ${seconds} s and was stopped. Filter more narrowly, leave out conditions on text, group by fewer fields, or search for rarer words.`,
  );

const tooManyOfOne = () =>
  new WorkspaceError('unavailable', 'Too many queries of yours are waiting for their turn; try again in a moment.');

const givenUp = () =>
  new WorkspaceError('unavailable', 'The query was given up, since nobody waits for its answer any more.');

const ended = () =>
  new WorkspaceError('unavailable', 'The query was cut off before it was done; try again in a moment.');
