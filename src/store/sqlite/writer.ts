import { setTimeout as sleep } from 'node:timers/promises';
import type { Database as Connection, Statement } from 'better-sqlite3';
import { patiently } from './connections.ts';
import { type Gone, goneOf, type LongWork, type Steps, type WriteScope } from '../database.ts';
import { leftWaiting } from '../refusals.ts';
import type { Db } from '../tables.ts';
import { kyselyOn } from './driver.ts';
import type { Place } from './log/place.ts';
import { closing, storageError } from './refusals.ts';
import { untilTurn } from '../../turns/leaving.ts';
import { TimedQueue } from '../../turns/timed-queue.ts';
import { Turn, turns } from '../../turns/turn.ts';
import type { WriteAheadLog } from './log/write-ahead-log.ts';
import { SchemaPace } from './schema-changes/schema-pace.ts';
import type { SchemaVersion } from './schema-changes/schema-version.ts';

/** The longest transaction of long work, in ms: usually, and if others wait or nobody waits for the work. */
const longestStretchMs = 100;
const wantedStretchMs = 25;

/** How long transactions may follow one another within a round of the event loop, in ms. */
const roundMs = 4;

/** How long writers wait for a change that gives way, in ms. */
const givesWayAfterMs = 200;

/**
 * Nobody waits for background writes. They run when nobody else has written for some ms, because a client often sends
 * the next write at once. They wait this long at most.
 */
const quietMs = 20;
const backgroundEveryMs = 250;

/** The gap in ms that lets other processes lock the database; they try at least this often. */
const lockGapMs = 6;

interface Holder {
  readonly subject: string;
  readonly gone?: Gone | undefined;
  /** Called when a writer of another subject waits. */
  readonly giveWay?: () => void;
}

interface Writing {
  readonly scope: WriteScope;
  readonly came: number;
  readonly gone: Gone | undefined;
  /** Whether it is a transaction of long work. */
  readonly isStretch: boolean;
}

interface WriterOptions {
  readonly connection: Connection;
  readonly log: WriteAheadLog;
  readonly place: Place;
  readonly schema: SchemaVersion;
}

interface Waiting {
  readonly holder: Holder;
  readonly since: number;
  readonly begin: () => void;
}

/**
 * Runs one transaction at a time; the scope with the least time used comes first. SQLite's lock decides between
 * processes. Waiting for it never blocks the event loop.
 */
export class Writer {
  readonly #connection: Connection;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #tx: Db;
  readonly #log: WriteAheadLog;
  readonly #place: Place;
  readonly #schema: SchemaVersion;
  readonly #pace = new SchemaPace();
  readonly #waiting = new TimedQueue<Waiting>();
  readonly #inBackground: Waiting[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #holder: Holder | undefined;
  #isNextAwaited = false;
  #roundBegan = Number.NEGATIVE_INFINITY;
  /** When a transaction ended last that was not of the background. */
  #lastAsked = Number.NEGATIVE_INFINITY;
  #quiet: NodeJS.Timeout | undefined;
  /** Long works of users. Background writes do not start between their transactions before they are due. */
  #longWorks = 0;
  #isClosing = false;
  /** Since when another process has held the lock. */
  #lockedSince: number | undefined;

  constructor({ connection, log, place, schema }: WriterOptions) {
    this.#connection = connection;
    this.#place = place;
    this.#log = log;
    this.#schema = schema;
    this.#begin = connection.prepare('BEGIN IMMEDIATE');
    this.#commit = connection.prepare('COMMIT');
    this.#tx = kyselyOn(connection);
  }

  /** Others may write while this commit is synced. */
  run<Result>(scope: WriteScope, change: (tx: Db) => Promise<Result>): Promise<Result> {
    return this.#run({ scope, gone: goneOf(scope), isStretch: false }, change);
  }

  #run<Result>(asked: Omit<Writing, 'came'>, change: (tx: Db) => Promise<Result>): Promise<Result> {
    const { scope, gone, isStretch } = asked;
    const written = this.#pace.write(subjectOf(scope), () => {
      const holder = { subject: subjectOf(scope), gone };
      const came = performance.now();
      return this.#turn(holder, () => this.#transaction({ ...asked, came }, change));
    });
    return this.#untilDone(
      written.then(async (result) => {
        await this.#synced(isStretch);
        return result;
      }),
    );
  }

  async #synced(isStretch: boolean): Promise<void> {
    try {
      await this.#log.synced(isStretch, (work) => this.#turn({ subject: 'log' }, work));
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Each transaction waits for its own turn. All are on disk when the promise resolves. Begun work goes on to its end. */
  async runInStretches<Result>(scope: WriteScope, work: LongWork<Result>): Promise<Result> {
    const steps = work(this.#tx);
    const longWorks = scope === 'background' ? 0 : 1;
    this.#longWorks += longWorks;
    try {
      for (let gone = goneOf(scope); ; gone = undefined) {
        if (this.#isClosing) throw closing();
        const step = await this.#run({ scope, gone, isStretch: true }, () => this.#advance(scope, steps));
        if (step.done) return step.value;
        await sleep(lockGapMs);
      }
    } finally {
      this.#longWorks -= longWorks;
      if (!this.#holder) this.#beginNext();
      await steps.return(undefined as never);
    }
  }

  /**
   * Holds the turn for work that writes without this connection. Aborts it if a writer of another scope waits too long.
   */
  async runGivingWay(scope: WriteScope, use: (wanted: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#isClosing) throw closing();
    const wanted = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const giveWay = () => void (timer ??= setTimeout(() => wanted.abort(), givesWayAfterMs));
    try {
      await this.#turn({ subject: subjectOf(scope), giveWay }, () => use(wanted.signal));
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Runs one statement between two transactions. Returns nothing while a transaction is open. Its own commits empty no
   * cache of this connection. A mapped one maps the file again after each.
   */
  lookUp<Result>(statement: (db: Db) => Promise<Result>): Promise<Result> | undefined {
    if (this.#holder && this.#connection.inTransaction) return undefined;
    return statement(this.#tx).catch((error: unknown) => {
      throw storageError(error);
    });
  }

  /** Transactions that wait or run. */
  get queued(): number {
    return this.#waiting.size + this.#inBackground.length + (this.#holder ? 1 : 0);
  }

  /** Waits for open transactions. Long work ends between two of its own. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#pace.close();
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    await this.#log.close();
  }

  #turn<Result>(holder: Holder, use: () => Promise<Result>): Promise<Result> {
    return this.#untilDone(this.#take(holder).then(() => this.#held(holder, use)));
  }

  async #held<Result>({ subject }: Holder, use: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    try {
      return await use();
    } finally {
      this.#waiting.took(subject, performance.now() - began);
      if (subject !== 'background') this.#lastAsked = performance.now();
      this.#beginNext();
    }
  }

  #untilDone<Result>(work: Promise<Result>): Promise<Result> {
    const done = work.finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  async #take(holder: Holder): Promise<void> {
    if (holder.subject !== this.#holder?.subject) this.#holder?.giveWay?.();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const waiting = { holder, since: performance.now(), begin };
    if (holder.subject === 'background') this.#inBackground.push(waiting);
    else this.#waiting.add(holder.subject, waiting);
    if (!this.#holder) this.#beginNext();
    if (this.#holder === holder) await begun;
    else {
      const leave = () => this.#waiting.remove(holder.subject, waiting);
      await untilTurn(begun, holder.gone?.(), { leave, refusal: leftWaiting });
    }
    if (this.#waiting.size > 0) holder.giveWay?.();
  }

  /** Begins the next transaction. Not all that wait run in one round of the event loop. */
  #beginNext(): void {
    this.#holder = undefined;
    if (this.#isNextAwaited) return;
    if (performance.now() - this.#roundBegan < roundMs) return this.#beginFirst();
    if (turns.mayBegin('writer')) return this.#beginRound();
    this.#isNextAwaited = true;
    void turns.nextRound().then(() => {
      this.#isNextAwaited = false;
      this.#beginRound();
    });
  }

  #beginRound(): void {
    this.#roundBegan = performance.now();
    this.#beginFirst();
  }

  #beginFirst(): void {
    const next = this.#isTurnOfBackground() ? this.#inBackground.shift() : this.#waiting.next()?.waiting;
    this.#holder = next?.holder;
    if (next) next.begin();
    else if (this.#inBackground.length > 0) this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (!this.#holder) this.#beginNext();
    }, quietMs);
  }

  #isTurnOfBackground(): boolean {
    const [first] = this.#inBackground;
    if (!first) return false;
    const now = performance.now();
    const isWanted = this.#waiting.size > 0 || this.#longWorks > 0 || now - this.#lastAsked < quietMs;
    return !isWanted || now - first.since > backgroundEveryMs;
  }

  /** Continues long work until its transaction has lasted long enough. */
  async #advance<Result>(scope: WriteScope, steps: Steps<Result>): Promise<IteratorResult<void, Result>> {
    const began = performance.now();
    const turn = new Turn();
    for (;;) {
      const step = await steps.next();
      const isShort = scope === 'background' || this.#waiting.size > 0;
      const longest = isShort ? wantedStretchMs : longestStretchMs;
      if (step.done || performance.now() - began > longest) return step;
      await turn.yield();
    }
  }

  async #transaction<Result>(writing: Writing, change: (tx: Db) => Promise<Result>): Promise<Result> {
    const { scope, isStretch } = writing;
    this.#log.letNextCommit(isStretch);
    await this.#lock(writing);
    const [began, waitedMs] = [performance.now(), Turn.waitedMs];
    let schema: number | undefined;
    let isSchemaChanged = false;
    try {
      schema = this.#schema.current;
      const result = await change(this.#tx);
      this.#place.check();
      isSchemaChanged = this.#schema.current !== schema;
      this.#commit.run();
      this.#place.follow();
      return result;
    } catch (error) {
      isSchemaChanged = this.#connection.inTransaction && this.#schema.last !== schema;
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw storageError(error);
    } finally {
      if (isSchemaChanged) this.#rereadSchema(scope);
      turns.took(subjectOf(scope), Math.max(0, performance.now() - began - (Turn.waitedMs - waitedMs)));
    }
  }

  #rereadSchema(scope: WriteScope): void {
    const began = performance.now();
    this.#schema.reread();
    if (typeof scope !== 'string') this.#pace.changed(scope.userId, performance.now() - began);
  }

  /** Writers that wait for one another share the wait for the lock. Each fails after `patienceMs` at most. */
  async #lock({ came, gone }: Pick<Writing, 'came' | 'gone'>): Promise<void> {
    const since = this.#lockedSince ?? performance.now();
    let isAgain = false;
    const begin = () => {
      if (isAgain && gone?.().aborted) throw leftWaiting();
      isAgain = true;
      this.#begin.run();
    };
    try {
      await patiently(begin, Math.max(came, since));
      this.#lockedSince = undefined;
    } catch (error) {
      this.#lockedSince = since;
      throw error;
    }
  }
}

const subjectOf = (scope: WriteScope): string => (typeof scope === 'string' ? scope : scope.userId);
