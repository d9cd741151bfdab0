import { FairQueue } from '../store/fair-queue.ts';

/** So long may work begin at once after the event loop has come round. */
const stretchMs = 5;

/**
 * Who may go on in this thread: work begins at once while the event loop is young. Later it waits, and each time the loop comes
 * round one waiting work goes on, subjects in turn. So nobody waits behind many works of another.
 */
class Turns {
  readonly #waiting = new FairQueue<() => void>();
  #isRoundAwaited = false;
  #cameRound = 0;

  /** Whether the subject may begin now; otherwise it must `pass` first. */
  mayBegin(subject: string): boolean {
    if (!this.#isRoundAwaited) this.#cameRound = performance.now();
    this.#awaitRound();
    return this.#waiting.sizeOf(subject) === 0 && !this.isLong();
  }

  /** Whether the event loop has gone on for long without coming round. */
  isLong(): boolean {
    return performance.now() - this.#cameRound > stretchMs;
  }

  /** Lets everybody else go first. */
  pass(subject: string): Promise<void> {
    this.#awaitRound();
    return new Promise((goOn) => this.#waiting.add(subject, goOn));
  }

  #awaitRound(): void {
    if (this.#isRoundAwaited) return;
    this.#isRoundAwaited = true;
    setImmediate(() => this.#comeRound());
  }

  #comeRound(): void {
    this.#isRoundAwaited = false;
    this.#cameRound = performance.now();
    this.#waiting.next()?.();
    if (this.#waiting.size > 0) this.#awaitRound();
  }
}

/** Those of this thread: there is one event loop. */
export const turns = new Turns();

/** Long work, which says by a `yield` where others may go on. */
export type Work<Result> = Generator<void, Result, void>;

/** Does long work while others go on, one of a subject at a time. */
export const inTurns = <Result>(subject: string, work: Work<Result>): Promise<Result> =>
  oneAtATime(subject, () => finished(subject, work));

async function finished<Result>(subject: string, work: Work<Result>): Promise<Result> {
  if (!turns.mayBegin(subject)) await turns.pass(subject);
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
