import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Tinypool } from 'tinypool';
import { type ErrorCode, WorkspaceError } from '../../../../schemas/errors.ts';
import { givenUp, overran, ReadTurns } from '../../read-turns.ts';
import type { Requester, ScannedRow } from '../../scan.ts';
import { ReaderChannel } from './reader-channel.ts';
import type { ReaderTask } from './reader-process.ts';
import { mostReaders } from './reader-shares.ts';
import { storageError } from '../refusals.ts';

const readerProcess = new URL(`./reader-process${extname(import.meta.url)}`, import.meta.url);

const idleMs = 5_000;

interface Where {
  readonly filename: string;
  readonly channel?: ReaderChannel;
}

/**
 * Runs heavy reads in processes of their own, because only killing its process stops SQLite. Processes start on demand,
 * end after some idle seconds, and never outlive this one. Users and organizations have shares, so that one cannot
 * block the others. Not more tasks start than there are processes: Tinypool's own queue stalls if a process ahead of it
 * is stopped.
 */
export class Readers {
  readonly #seconds: number;
  readonly #turns = new ReadTurns(mostReaders);
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
  elsewhere(module: URL, task: unknown, requester: Requester, channel?: ReaderChannel): Promise<string> {
    const where = { filename: module.href, ...(channel && { channel }) };
    return this.#turns.take(requester, () => this.#answer(requester, task, where));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#pool)?.destroy();
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

const ended = () =>
  new WorkspaceError('unavailable', 'The query was cut off before it was done; try again in a moment.');
