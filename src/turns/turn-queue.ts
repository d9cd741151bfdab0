import { FairQueue } from './fair-queue.ts';
import { TimedQueue } from './timed-queue.ts';

type GoOn = () => void;

interface Next {
  readonly subject: string;
  readonly waiting: GoOn;
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
export class TurnQueue {
  readonly #all = new TimedQueue<GoOn | undefined>();
  readonly #strangers = new FairQueue<Next>();

  get size(): number {
    return this.#all.size;
  }

  /** How many wait whom one of the subject may not overtake: strangers overtake nobody. */
  sizeOf(subject: string): number {
    return areStrangers(subject) ? this.#all.size : this.#all.sizeOf(subject);
  }

  add(subject: string, goOn: GoOn): void {
    if (areStrangers(subject)) this.#addStranger(subject, goOn);
    else this.#all.add(subject, goOn);
  }

  /** It goes on before all of its user that were not put first. */
  addFirst(subject: string, goOn: GoOn): void {
    if (areStrangers(subject)) this.#addStranger(subject, goOn);
    else this.#all.addFirst(subject, goOn);
  }

  #addStranger(subject: string, waiting: GoOn): void {
    this.#all.add(strangers, undefined);
    this.#strangers.add(subject, { subject, waiting });
  }

  next(): Next | undefined {
    const next = this.#all.next();
    if (!next) return undefined;
    const { subject, waiting } = next;
    return waiting ? { subject, waiting } : this.#strangers.next();
  }

  /** Notes how long a subject has gone on. */
  took(subject: string, milliseconds: number): void {
    this.#all.took(classOf(subject), milliseconds);
  }
}
