import { availableParallelism } from 'node:os';

/** Processes that read at once. They share the processors; there are more than one where these are few, so that nobody has all. */
export const mostReaders = Math.max(3, availableParallelism());

/** Of these, for one organisation: one is always left to the others. */
export const mostReadersOfOrganization = mostReaders - 1;

/** And for one user: one is left to the others of the organisation. */
export const mostReadersOfUser = mostReaders - 2;

interface Requester {
  readonly userId: string;
  readonly organizationId: string;
}

/** Who reads at this moment. */
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
