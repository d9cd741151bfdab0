import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import { sharedTime } from '../../store/shared-time.ts';
import type { Database } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { Background } from '../../turns/background.ts';
import type { Answerer } from '../../answer/answerer.ts';
import {
  type Asker,
  type Claim,
  type ClaimedQuery,
  claimNext,
  endClaimed,
  giveBackClaims,
  hopelessClaims,
  isWorkLeft,
  openQueries,
  type Outcome,
  renewClaims,
} from './leases-sql.ts';

/** How often a process looks for what others have stored or left behind, and renews its claims. */
const lookEveryMs = 2_000;

export interface WorkerOptions {
  readonly database: Database;
  /** The workspace as who asked may read it now; what it does is given up when the signal aborts. */
  readonly workspaceOf: (asker: Asker, gone: AbortSignal) => Workspace;
  /** Called with the first question, because an answerer takes time to load. */
  readonly loadAnswerer: () => Promise<Answerer>;
  /** In the transaction in which a query comes to its terminal status. */
  readonly onEnd: (tx: Db, queryId: string, outcome: Outcome) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface Running {
  readonly claim: Claim;
  readonly stop: AbortController;
  readonly end: Promise<void>;
}

/**
 * Answers session queries, several at once. Processes on one data folder share the work. Each query is claimed by one
 * process, which renews the claim while it works. A query whose process has died is started again.
 */
export class AnswerWorker {
  readonly #options: WorkerOptions;
  /** By the tokens of their claims. */
  readonly #running = new Map<string, Running>();
  readonly #beginning: Background;
  #timer: NodeJS.Timeout | undefined;
  #answerer: Promise<Answerer> | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#beginning = new Background(() => this.#beginNext(), options.onError);
  }

  /** Begins what is queued, and looks for more from now on. Never keeps the process alive. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
    this.wake();
  }

  /** Starts queued queries up to the limit. A stopped worker leaves them to other processes. */
  wake(): void {
    if (this.#timer) this.#beginning.wake();
  }

  /** How many questions are not answered yet. */
  queued(): Promise<number> {
    return this.#options.database.read(openQueries);
  }

  /** Stops work on a query that has come to its end otherwise. */
  stop(queryId: string): void {
    for (const { claim, stop } of this.#running.values()) if (claim.queryId === queryId) stop.abort();
  }

  /** Leaves what is not answered yet to whoever comes next. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#beginning.close();
    const left = [...this.#running.values()];
    for (const { stop } of left) stop.abort();
    await Promise.all(left.map(({ end }) => end));
    if (left.length === 0) return;
    const claims = left.map(({ claim }) => claim);
    await this.#options.database.write('service', (tx) => giveBackClaims(tx, claims)).catch(this.#options.onError);
  }

  #look(): void {
    void this.#renew().catch(this.#options.onError);
    this.wake();
  }

  /** Work on what is not this worker's any more stops. */
  async #renew(): Promise<void> {
    const running = [...this.#running.values()];
    if (running.length === 0) return;
    const claims = running.map(({ claim }) => claim);
    const held = await this.#options.database.write('service', (tx) => renewClaims(tx, claims));
    for (const { claim, stop } of running) if (!held.has(claim.token)) stop.abort();
  }

  async #beginNext(): Promise<boolean> {
    if (this.#running.size >= limits.questionsAtOnce) return false;
    if (!(await this.#options.database.read(isWorkLeft))) return false;
    // A claim counts as an attempt, so it waits for the engine. The question tells of a failure.
    await this.#loadedAnswerer().catch(() => {});
    const claimed = await this.#options.database.write('service', (tx) => this.#claim(tx));
    if (claimed) this.#begin(claimed);
    return true;
  }

  async #claim(tx: Db): Promise<ClaimedQuery | undefined> {
    const now = await sharedTime(tx);
    for (const claim of await hopelessClaims(tx, now)) await this.#end(tx, claim, failedWith(neverAnswered));
    return claimNext(tx, now);
  }

  #begin(query: ClaimedQuery): void {
    const stop = new AbortController();
    const end = this.#answer(query, stop.signal)
      .catch(this.#options.onError)
      .finally(() => {
        this.#running.delete(query.token);
        this.wake();
      });
    this.#running.set(query.token, { claim: query, stop, end });
  }

  async #answer(query: ClaimedQuery, stopped: AbortSignal): Promise<void> {
    const outcome = await this.#outcomeOf(query, stopped);
    if (outcome) await this.#options.database.write(query.asker, (tx) => this.#end(tx, query, outcome));
  }

  /** Undefined when this worker no longer holds the query. */
  async #outcomeOf({ question, asker }: ClaimedQuery, stopped: AbortSignal): Promise<Outcome | undefined> {
    const overrun = AbortSignal.timeout(limits.questionSeconds * 1_000);
    const signal = AbortSignal.any([stopped, overrun]);
    try {
      const answerer = await this.#loadedAnswerer();
      const answer = await untilAborted(answerer(question, this.#options.workspaceOf(asker, signal), signal), signal);
      return { status: 'completed', answer };
    } catch (error) {
      if (stopped.aborted) return undefined;
      if (overrun.aborted) return failedWith(tookTooLong);
      if (error instanceof WorkspaceError) return failedWith(error);
      this.#options.onError(error);
      return failedWith(defect);
    }
  }

  /** One that could not be loaded is tried again with the next question. */
  #loadedAnswerer(): Promise<Answerer> {
    return (this.#answerer ??= this.#options.loadAnswerer().catch((error: unknown) => {
      this.#answerer = undefined;
      throw error;
    }));
  }

  async #end(tx: Db, claim: Claim, outcome: Outcome): Promise<void> {
    if (await endClaimed(tx, claim, outcome)) await this.#options.onEnd(tx, claim.queryId, outcome);
  }
}

/** Rejects when the signal aborts, whatever the work does about it. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new Error('The work was given up.'));
    if (signal.aborted) refuse();
    else signal.addEventListener('abort', refuse, { once: true });
  });
  return Promise.race([work, aborted]);
}

const failedWith = ({ code, message }: WorkspaceError): Outcome => ({
  status: 'failed',
  error: { code, detail: message },
});

const tookTooLong = new WorkspaceError(
  'invalid_request',
  `The question took longer than ${limits.questionSeconds} s and was given up; ask for less, or about one channel.`,
);

const neverAnswered = new WorkspaceError(
  'internal',
  `The server ended ${limits.questionAttempts} times while it worked on the question, and gave up. Ask for less, or tell the operator.`,
);

const defect = new WorkspaceError(
  'internal',
  'The server failed on this question; its log has the details. Ask it in other words, or tell the operator.',
);
