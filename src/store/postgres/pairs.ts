import type { Pool } from './pool.ts';
import type { Session } from './session.ts';

export type Kind = 'read' | 'lookUp';

/**
 * A request asks who its caller is while its read begins. Both statements come in one turn of the event loop, and share a
 * connection: sent together they take one packet, and one process of the server answers them.
 */
export class Pairs {
  readonly #pool: Pool;
  /** Taken in this turn, and open to a statement of the other kind. */
  #single: { readonly shared: Shared; readonly kind: Kind } | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The connection on which a statement of this kind runs. */
  take(kind: Kind): Shared {
    const single = this.#single;
    if (single && single.kind !== kind) {
      this.#single = undefined;
      return single.shared;
    }
    const taken = { shared: new Shared(this.#pool.session()), kind };
    this.#single = taken;
    process.nextTick(() => {
      if (this.#single === taken) this.#single = undefined;
    });
    return taken.shared;
  }
}

/** A connection that is free again after the last of its users. */
class Shared {
  readonly #session: Promise<Session>;
  #users = 0;

  constructor(session: Promise<Session>) {
    this.#session = session;
  }

  async use<Result>(run: (session: Session) => Promise<Result>): Promise<Result> {
    this.#users += 1;
    const session = await this.#session;
    try {
      return await run(session);
    } finally {
      this.#users -= 1;
      if (this.#users === 0) session.release();
    }
  }
}
