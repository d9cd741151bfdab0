import { FairQueue } from './fair-queue.ts';
import { TimedQueue } from './timed-queue.ts';

type GoOn = () => void;

interface Waiting {
  readonly subject: string;
  readonly waiting: GoOn;
}

interface Next extends Waiting {
  readonly took: (milliseconds: number) => void;
}

const strangers = 'strangers';

/** The subject of those in a network who have not said who they are. */
export const strangersIn = (network: string): string => `${strangers} in ${network}`;

const areStrangers = (subject: string): boolean => subject.startsWith(strangers);

const classOf = (subject: string): string => (areStrangers(subject) ? strangers : subject);

/**
 * Users who wait for a turn each count alone. All strangers' networks count as one, and take turns. Otherwise each new
 * network would go before any user who has had time.
 */
class SubjectQueue {
  readonly #all = new TimedQueue<GoOn | undefined>();
  readonly #strangers = new FairQueue<Waiting>();

  get size(): number {
    return this.#all.size;
  }

  /** How many wait whom one of the subject may not overtake: strangers overtake nobody. */
  sizeOf(subject: string): number {
    return areStrangers(subject) ? this.#all.size : this.#all.sizeOf(subject);
  }

  add(subject: string, waiting: GoOn): void {
    if (!areStrangers(subject)) return this.#all.add(subject, waiting);
    this.#all.add(strangers, undefined);
    this.#strangers.add(subject, { subject, waiting });
  }

  next(): Waiting | undefined {
    const next = this.#all.next();
    if (!next) return undefined;
    const { subject, waiting } = next;
    return waiting ? { subject, waiting } : this.#strangers.next();
  }

  took(subject: string, milliseconds: number): void {
    this.#all.took(classOf(subject), milliseconds);
  }
}

/** After this time of beginnings, work that has begun goes on. */
const mostInFrontMs = 8;

/**
 * Work that waits for a turn. Work that has yet to begin goes before work that goes on, until a bound. The time of each
 * counts by itself. So a short request waits neither for others' long work nor for its own user's.
 */
export class TurnQueue {
  readonly #beginning = new SubjectQueue();
  readonly #goingOn = new SubjectQueue();
  /** How long beginnings have taken since work has gone on. */
  #inFrontMs = 0;

  get size(): number {
    return this.#beginning.size + this.#goingOn.size;
  }

  /** How many wait whose subject may not begin work at once. */
  sizeOf(subject: string): number {
    return this.#beginning.sizeOf(subject) + this.#goingOn.sizeOf(subject);
  }

  add(subject: string, goOn: GoOn): void {
    this.#goingOn.add(subject, goOn);
  }

  addBeginning(subject: string, begin: GoOn): void {
    this.#beginning.add(subject, begin);
  }

  /** The next, and where its time is to be noted. */
  next(): Next | undefined {
    return this.#isTurnOfBeginning() ? this.#nextBeginning() : this.#nextGoingOn();
  }

  #isTurnOfBeginning(): boolean {
    return this.#beginning.size > 0 && (this.#goingOn.size === 0 || this.#inFrontMs < mostInFrontMs);
  }

  #nextBeginning(): Next | undefined {
    const next = this.#beginning.next();
    const took = (milliseconds: number) => {
      this.#inFrontMs += milliseconds;
      this.#beginning.took(next!.subject, milliseconds);
    };
    return next && { ...next, took };
  }

  #nextGoingOn(): Next | undefined {
    this.#inFrontMs = 0;
    const next = this.#goingOn.next();
    return next && { ...next, took: (milliseconds) => this.#goingOn.took(next.subject, milliseconds) };
  }

  /** Notes how long a subject has gone on without waiting here. It counts for both, since it held up both. */
  took(subject: string, milliseconds: number): void {
    this.#beginning.took(subject, milliseconds);
    this.#goingOn.took(subject, milliseconds);
  }
}
