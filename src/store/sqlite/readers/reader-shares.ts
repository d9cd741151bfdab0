import { availableParallelism } from 'node:os';

/** Reader processes at once. They share the processors; at least three, so that nobody has all. */
export const mostReaders = Math.max(3, availableParallelism());

/** The most readers of one organization. One is always left to the others. */
export const mostReadersOfOrganization = mostReaders - 1;

/** The most readers of one user. One is left to others of the organization. */
export const mostReadersOfUser = mostReaders - 2;

interface Requester {
  readonly userId: string;
  readonly organizationId: string;
}

/** The requesters that read now. */
export class ReaderShares {
  readonly #running: Requester[] = [];

  mayBegin({ userId, organizationId }: Requester): boolean {
    const ofOrganization = this.#running.filter((one) => one.organizationId === organizationId);
    const ofUser = ofOrganization.filter((one) => one.userId === userId);
    return (
      this.#running.length < mostReaders &&
      ofOrganization.length < mostReadersOfOrganization &&
      ofUser.length < mostReadersOfUser
    );
  }

  begin(requester: Requester): void {
    this.#running.push(requester);
  }

  end(requester: Requester): void {
    this.#running.splice(this.#running.indexOf(requester), 1);
  }
}
