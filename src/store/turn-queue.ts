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

/**
 * Those who wait for a turn. A user counts alone. All strangers count as one, and share its time among their networks: there is
 * no end of networks, and each new one would go before a user who has had any time at all.
 */
export class TurnQueue {
  readonly #all = new TimedQueue<GoOn | undefined>();
  readonly #strangers = new TimedQueue<GoOn>();

  get size(): number {
    return this.#all.size;
  }

  /** How many wait whom one of the subject may not overtake. */
  sizeOf(subject: string): number {
    return this.#all.sizeOf(areStrangers(subject) ? strangers : subject);
  }

  add(subject: string, goOn: GoOn): void {
    if (!areStrangers(subject)) return this.#all.add(subject, goOn);
    this.#all.add(strangers, undefined);
    this.#strangers.add(subject, goOn);
  }

  /** It goes on before all of its subject that were not put first. */
  addFirst(subject: string, goOn: GoOn): void {
    if (!areStrangers(subject)) return this.#all.addFirst(subject, goOn);
    this.#all.add(strangers, undefined);
    this.#strangers.addFirst(subject, goOn);
  }

  next(): Next | undefined {
    const next = this.#all.next();
    if (!next) return undefined;
    const { subject, waiting } = next;
    return waiting ? { subject, waiting } : this.#strangers.next();
  }

  /** Notes how long a subject has gone on. */
  took(subject: string, milliseconds: number): void {
    if (areStrangers(subject)) this.#strangers.took(subject, milliseconds);
    this.#all.took(areStrangers(subject) ? strangers : subject, milliseconds);
  }
}
