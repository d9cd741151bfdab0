import { setTimeout as sleep } from 'node:timers/promises';
import { type Gone, goneOf, type LongWork, type SchemaChange, type Steps, type WriteScope } from '../database.ts';
import { runDirectly } from '../engine.ts';
import { leftWaiting } from '../refusals.ts';
import type { Db } from '../tables.ts';
import { Turn } from '../../turns/turn.ts';
import { Pool } from './pool.ts';
import { closing, codeOf, isKeptWaiting, isTooLong, mayRepeat, storageError } from './refusals.ts';
import type { Session } from './session.ts';
import { type FindOutcome, type Numbered, type Outcome, Transaction } from './transaction.ts';
import { WriteTurns } from './write-turns.ts';

/** The settings of connections that write. The lock of a gateway that is gone ends soon. */
export const writing = {
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '1s',
};

/** Transactions of this process at a time. */
const mostAtOnce = 8;

const mostAttempts = 4;
const betweenAttemptsMs = 20;

/** How long a transaction of long work lasts, in ms. */
const longestStretchMs = 100;

/** How long to ask whether a commit was made, in ms. */
const askedEveryMs = 100;
const askedForMs = 5_000;

/** Runs transactions, one of an organization after the other. */
export class Writer {
  readonly #pool: Pool;
  readonly #turns = new WriteTurns(mostAtOnce);
  readonly #idle: Transaction[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosing = false;

  constructor(location: string) {
    this.#pool = new Pool({
      location,
      // One more asks whether a commit was made whose connection ended.
      most: mostAtOnce + 1,
      settings: writing,
    });
  }

  /** `change` begins again from its start if the transaction met another one, or lost its connection. */
  run<Result>(scope: WriteScope, change: (tx: Db) => Promise<Result>): Promise<Result> {
    return this.#untilDone(this.#repeated(scope, change));
  }

  async runInStretches<Result>(scope: WriteScope, work: LongWork<Result>): Promise<Result> {
    const tx = new Transaction();
    const steps = work(tx.db);
    try {
      // Begun work goes on to its end.
      for (let gone = goneOf(scope); ; gone = undefined) {
        if (this.#isClosing) throw closing();
        const step = await this.#untilDone(this.#transaction(tx, scope, () => advance(tx, steps), gone));
        if (step.done) return step.value;
      }
    } catch (error) {
      throw storageError(error);
    } finally {
      await steps.return(undefined as never);
    }
  }

  /** Changes the schema. Returns whether it did: an index may have no room for a value, and it may be given up. */
  async alter({ statement, organizationId }: SchemaChange, givenUp: AbortSignal): Promise<boolean> {
    let hasRoom = true;
    const change = (tx: Db) =>
      this.#untilGivenUp(tx, givenUp, async () => {
        await runDirectly(tx, statement, []).catch((error: unknown) => {
          hasRoom = !isTooLong(error);
          throw error;
        });
      });
    try {
      const may = (error: unknown) => hasRoom && !givenUp.aborted && mayRepeat(error);
      await this.#untilDone(this.#repeated({ organizationId, userId: 'indexes' }, change, may));
      return true;
    } catch (error) {
      if (!hasRoom || givenUp.aborted) return false;
      throw error;
    }
  }

  /** Ends the statement of a transaction that runs when it is given up. */
  async #untilGivenUp(tx: Db, givenUp: AbortSignal, work: () => Promise<void>): Promise<void> {
    const [backend] = await runDirectly<{ id: number }>(tx, 'select pg_backend_pid() as id', []);
    if (givenUp.aborted) throw closing();
    await this.#untilAborted(givenUp, backend!.id, work);
  }

  /** A transaction that waits for a lock is given up when its caller leaves. */
  async #begin(tx: Transaction, session: Session, scope: WriteScope, gone: Gone | undefined): Promise<void> {
    if (!gone) return tx.begin(session, scope);
    const signal = gone();
    await this.#untilAborted(signal, session.processId, () => tx.begin(session, scope)).catch((error: unknown) => {
      throw signal.aborted ? leftWaiting() : error;
    });
    if (signal.aborted) throw leftWaiting();
  }

  /** Ends the statement that a connection runs when a signal aborts, or the next one. */
  async #untilAborted(signal: AbortSignal, backend: number, work: () => Promise<void>): Promise<void> {
    let cancelled: Promise<void> | undefined;
    const over = new AbortController();
    const cancel = async () => {
      while (!over.signal.aborted) {
        await this.#pool.with((other) => other.run('select pg_cancel_backend(?)', [backend])).catch(() => {});
        await sleep(betweenAttemptsMs, undefined, over).catch(() => {});
      }
    };
    const begin = () => void (cancelled = cancel());
    if (signal.aborted) begin();
    signal.addEventListener('abort', begin);
    try {
      await work();
    } finally {
      over.abort();
      signal.removeEventListener('abort', begin);
      await cancelled;
    }
  }

  /** Transactions that wait or run. */
  get queued(): number {
    return this.#turns.size;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    await this.#pool.close();
  }

  #untilDone<Result>(work: Promise<Result>): Promise<Result> {
    const done = work.finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  async #repeated<Result>(
    scope: WriteScope,
    change: (tx: Db) => Promise<Result>,
    may: (error: unknown) => boolean = mayRepeat,
  ): Promise<Result> {
    const tx = this.#idle.pop() ?? new Transaction();
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await this.#transaction(tx, scope, change, goneOf(scope));
        } catch (error) {
          if (attempt === mostAttempts || !may(error)) throw storageError(error);
        }
        await sleep(attempt * betweenAttemptsMs * (0.5 + Math.random()));
      }
    } finally {
      this.#idle.push(tx);
    }
  }

  #transaction<Result>(
    tx: Transaction,
    scope: WriteScope,
    change: (tx: Db) => Promise<Result>,
    gone: Gone | undefined,
  ): Promise<Result> {
    return this.#turns.take(scope, gone, async () => {
      const session = await this.#pool.session();
      let isUsable = false;
      try {
        await this.#begin(tx, session, scope, gone).catch((error: unknown) => {
          if (isKeptWaiting(error)) this.#turns.refuseWaiting(scope, error);
          throw error;
        });
        const result = await change(tx.db);
        await tx.commit(this.#outcomeOf);
        isUsable = true;
        return result;
      } catch (error) {
        isUsable = await tx.rollback();
        if (isUsable && tx.crowded !== undefined) isUsable = await dropIndexes(session, tx.crowded);
        throw error;
      } finally {
        tx.end();
        session.release(!isUsable);
      }
    });
  }

  readonly #outcomeOf: FindOutcome = (transaction) => {
    const deadline = AbortSignal.timeout(askedForMs);
    return before(deadline, this.#askOutcome(transaction, deadline));
  };

  async #askOutcome(transaction: Numbered, deadline: AbortSignal): Promise<Outcome> {
    while (!deadline.aborted) {
      await sleep(askedEveryMs);
      const outcome = await this.#pool
        .with((session) => before(deadline, outcomeIn(session, transaction)))
        .catch(() => undefined);
      if (outcome !== undefined) return outcome;
    }
    throw new Error('The database does not say whether the transaction was committed');
  }
}

/** No transaction has such a number yet. */
const isOfFuture = (error: unknown) => codeOf(error) === '22023';

/** Undefined if the transaction is under way, or the server a standby. */
async function outcomeIn(session: Session, { number, life }: Numbered): Promise<Outcome | undefined> {
  const asked = session.run<{ status: string | null }>(
    'select pg_xact_status(cast(? as xid8)) as status where not pg_is_in_recovery()',
    [number],
  );
  try {
    const status = (await asked).rows[0]?.status;
    if (status === 'aborted') return status;
    if (status !== 'committed') return undefined;
    return life === (await session.life()) ? status : 'unknown';
  } catch (error) {
    if (isOfFuture(error)) return 'aborted';
    throw error;
  }
}

/** A connection whose packets are lost answers nothing and does not end. */
const before = <Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, refuse) => {
      const end = () => refuse(new Error('The database does not answer'));
      if (deadline.aborted) end();
      else deadline.addEventListener('abort', end, { once: true });
    }),
  ]);

/** Drops the indexes that the service makes again, if their values have room. Returns whether the server answered. */
async function dropIndexes(session: Session, table: string): Promise<boolean> {
  try {
    const { rows } = await session.run<{ name: string }>(
      'select indexname as name from pg_indexes where schemaname = current_schema and starts_with(indexname, ?)',
      [`${table}_of_views_`],
    );
    for (const { name } of rows) await session.run(`drop index if exists ${name}`, []);
    return true;
  } catch {
    return false;
  }
}

/** Continues long work until its transaction has lasted long enough. */
async function advance<Result>(tx: Transaction, steps: Steps<Result>): Promise<IteratorResult<void, Result>> {
  const began = performance.now();
  const turn = new Turn();
  for (;;) {
    const step = await steps.next();
    if (step.done || performance.now() - began > longestStretchMs) return step;
    await tx.caughtUp();
    await turn.yield();
  }
}
