import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { FairQueue } from '../turns/fair-queue.ts';
import type { Requester } from './scan.ts';

interface Waiting {
  readonly requester: Requester;
  readonly begin: () => void;
}

/**
 * Heavy reads by turns, so that nobody has all. At least three run at once. An organization leaves one of them to the
 * others. A user leaves one more to others of the organization.
 */
export class ReadTurns {
  readonly #most: number;
  readonly #waiting = new FairQueue<Waiting>();
  readonly #running: Requester[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** The time of the read is noted as spent by the requester. */
  async take<Result>(requester: Requester, read: () => Promise<Result>): Promise<Result> {
    await this.#turn(requester);
    const began = performance.now();
    try {
      return await read();
    } finally {
      requester.spentMs += performance.now() - began;
      this.#running.splice(this.#running.indexOf(requester), 1);
      this.#beginNext();
    }
  }

  async #turn(requester: Requester): Promise<void> {
    const { userId } = requester;
    const gone = requester.gone();
    if (gone.aborted) throw givenUp();
    if (this.#mayBegin(requester)) return void this.#running.push(requester);
    if (this.#waiting.sizeOf(userId) >= limits.waitingQueriesEach) throw tooManyOfOne();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { requester, begin: resolve };
    const leave = () => this.#waiting.remove(userId, waiting) && reject(givenUp());
    this.#waiting.add(userId, waiting);
    gone.addEventListener('abort', leave);
    return promise.finally(() => gone.removeEventListener('abort', leave));
  }

  #beginNext(): void {
    const next = this.#waiting.next(({ requester }) => this.#mayBegin(requester));
    if (!next) return;
    this.#running.push(next.requester);
    next.begin();
  }

  #mayBegin({ userId, organizationId }: Requester): boolean {
    const ofOrganization = this.#running.filter((one) => one.organizationId === organizationId);
    const ofUser = ofOrganization.filter((one) => one.userId === userId);
    return (
      this.#running.length < this.#most && ofOrganization.length < this.#most - 1 && ofUser.length < this.#most - 2
    );
  }
}

/** `invalid_request`, not retryable: the same query would run as long again. */
export const overran = (seconds: number) =>
  new WorkspaceError(
    'invalid_request',
    `The query ran longer than ${seconds} s and was stopped. Filter more narrowly, leave out conditions on text, group by fewer fields, or search for rarer words.`,
  );

export const givenUp = () =>
  new WorkspaceError(
    'unavailable',
    'The query was cancelled because its client disconnected. Send it again if you need the answer.',
  );

const tooManyOfOne = () =>
  new WorkspaceError('unavailable', 'Too many queries of yours are waiting for their turn; try again in a moment.');
