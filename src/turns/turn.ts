import { setImmediate as untilRoundComes } from 'node:timers/promises';
import { TurnQueue } from './turn-queue.ts';

/** How long work may begin at once after the event loop has come round. */
const stretchMs = 12;

/**
 * Work gives way to new connections for at most this long, and then goes on for at least this long. Each round of the
 * event loop accepts one connection (libuv 1.52).
 */
const comingMs = 25;

/**
 * Decides who goes on in this thread. Work begins at once while the round of the event loop is young. Later it waits.
 * Each young round resumes waiting work one by one, as `TurnQueue` says.
 */
class Turns {
  readonly #waiting = new TurnQueue();
  #isRoundAwaited = false;
  #cameRound = 0;
  #rounds = 0;
  #hasConnectionCome = false;
  /** Whether work gives way to connections in this round, and since when it has or has not. */
  #givesWay = false;
  #givesWaySince = Number.NEGATIVE_INFINITY;

  /** Whether work for the subject may begin now; otherwise it waits for its turn to `begin`. */
  mayBegin(subject: string): boolean {
    if (!this.#isRoundAwaited) this.#cameRound = performance.now();
    this.#awaitRound();
    return this.#waiting.sizeOf(subject) === 0 && !this.#hasConnectionCome && this.mayGoOn();
  }

  /** Whether work that has had a turn may go on now. */
  mayGoOn(): boolean {
    return !this.#givesWay && !this.isLong();
  }

  /** Call it when a connection has come. Others may wait behind it, so the next rounds must be short. */
  connectionCame(): void {
    this.#hasConnectionCome = true;
    this.#awaitRound();
  }

  /** Whether the event loop has gone on for long without coming round. */
  isLong(): boolean {
    return performance.now() - this.#cameRound > stretchMs;
  }

  /** Waits for a turn to begin. It goes before all work that has begun, which may be long. */
  begin(subject: string): Promise<void> {
    this.#awaitRound();
    return new Promise((begin) => this.#waiting.addBeginning(subject, begin));
  }

  /** Lets everybody else go first. */
  pass(subject: string): Promise<void> {
    this.#awaitRound();
    return new Promise((goOn) => this.#waiting.add(subject, goOn));
  }

  /** The next round in which work goes on at all. */
  async nextRound(): Promise<void> {
    this.#awaitRound();
    do await untilRoundComes();
    while (this.#givesWay);
  }

  /** A number that changes with each round in which work goes on. */
  get round(): number {
    this.#awaitRound();
    return this.#rounds;
  }

  /** Whether work gives way to connections that come. */
  get givesWay(): boolean {
    return this.#givesWay;
  }

  /** Notes how long work for a subject has gone on without waiting here. */
  took(subject: string, milliseconds: number): void {
    this.#waiting.took(subject, milliseconds);
  }

  #awaitRound(): void {
    if (this.#isRoundAwaited) return;
    this.#isRoundAwaited = true;
    setImmediate(() => this.#comeRound());
  }

  #comeRound(): void {
    this.#isRoundAwaited = false;
    this.#rounds += 1;
    this.#cameRound = performance.now();
    this.#lookForConnections();
    if (this.#givesWay) this.#awaitRound();
    else if (this.#waiting.size > 0) this.#letNextGoOn();
  }

  #lookForConnections(): void {
    const isOver = this.#cameRound - this.#givesWaySince > comingMs;
    const givesWay = this.#hasConnectionCome && this.#givesWay !== isOver;
    if (givesWay !== this.#givesWay) this.#givesWaySince = this.#cameRound;
    this.#givesWay = givesWay;
    this.#hasConnectionCome = false;
  }

  #letNextGoOn(): void {
    const { waiting: goOn, took } = this.#waiting.next()!;
    const began = performance.now();
    this.#awaitRound();
    goOn();
    afterItsStep(() => {
      took(performance.now() - began);
      if (this.#waiting.size > 0 && !this.isLong()) this.#letNextGoOn();
    });
  }
}

/** Calls after all started work has gone on as far as it can in this round. Ticks run when no microtask is left. */
const afterItsStep = (call: () => void): void => queueMicrotask(() => process.nextTick(call));

/** The turns of this thread, which has one event loop. */
export const turns = new Turns();

interface TurnOptions {
  /**
   * The user for whom the work is done. Work without a subject resumes in the next round, because others may wait for
   * what it holds.
   */
  readonly subject?: string;
  /** Aborts when nobody waits for the work any more. */
  readonly gone?: AbortSignal;
}

/** How long a turn lasts. */
const turnMs = 4;

/** Long work in one thread. It goes on for its turn, then lets all others have theirs. */
export class Turn {
  /** The total time that work without a subject has waited for its next rounds. */
  static waitedMs = 0;
  readonly #subject: string | undefined;
  readonly #gone: AbortSignal | undefined;
  #since = performance.now();

  constructor({ subject, gone }: TurnOptions = {}) {
    this.#subject = subject;
    this.#gone = gone;
  }

  isOver(): boolean {
    return performance.now() - this.#since > turnMs;
  }

  /** Lets others go on. Throws when whoever asked for the work is gone. */
  async pass(): Promise<void> {
    const began = performance.now();
    await (this.#subject === undefined ? turns.nextRound() : turns.pass(this.#subject));
    this.#since = performance.now();
    if (this.#subject === undefined) Turn.waitedMs += this.#since - began;
    this.#gone?.throwIfAborted();
  }

  /** Lets others have theirs when it is over. */
  async yield(): Promise<void> {
    if (this.isOver()) await this.pass();
  }

  /** Does work to its end. Others have their turns at its yields. */
  async finish<Result>(work: Work<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      if (this.isOver()) await this.pass();
    }
  }
}

/** Reading the clock takes as long as a short item. */
const itemsBetweenLooks = 4;

/** Maps many items for somebody, in turns with all other work. */
export async function mapInTurns<Item, Made>(
  subject: string,
  items: readonly Item[],
  make: (item: Item) => Made,
): Promise<Made[]> {
  const turn = new Turn({ subject });
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item));
    if (made.length % itemsBetweenLooks === 0 && turn.isOver()) await turn.pass();
  }
  return made;
}

/** Long work, which says by a `yield` where others may go on. */
export type Work<Result> = Generator<void, Result, void>;

/** Does all of it without a pause. */
export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/**
 * Does work that is seldom long. It begins at once, and lets others go on when it turns out to be long. Work without a
 * subject resumes in the next round.
 */
export async function inTurnsIfLong<Result>(work: Work<Result>, subject?: string): Promise<Result> {
  const first = work.next();
  if (first.done) return first.value;
  return new Turn(subject === undefined ? {} : { subject }).finish(work);
}

/** Pieces of a stream for somebody. Each waits until others have had their turns, because the next ones may be many. */
export async function* piecesInTurns<Piece>(subject: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    if (!turns.mayBegin(subject)) await turns.pass(subject);
    yield piece;
  }
}

/** Does long work while others go on, one of a subject at a time. */
export const inTurns = <Result>(subject: string, work: Work<Result>): Promise<Result> =>
  oneAtATime(subject, () => finished(subject, work));

async function finished<Result>(subject: string, work: Work<Result>): Promise<Result> {
  if (!turns.mayBegin(subject)) await turns.begin(subject);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (turns.isLong()) await turns.pass(subject);
  }
}

/** The last long work of each subject, which the next one waits for. */
const lastOf = new Map<string, Promise<unknown>>();

/** Long works of one subject follow one another, so that few are in memory at once. */
export function oneAtATime<Result>(subject: string, work: () => Promise<Result>): Promise<Result> {
  const done = (lastOf.get(subject) ?? Promise.resolve()).then(work);
  const settled: Promise<unknown> = done
    .catch(() => {})
    .then(() => lastOf.get(subject) === settled && lastOf.delete(subject));
  lastOf.set(subject, settled);
  return done;
}

/** Whether the next long work of a subject would wait for another. */
export const wouldWait = (subject: string): boolean => lastOf.has(subject);
