import type { Database } from '../database.ts';
import type { Db } from '../tables.ts';
import { Connection } from './connection.ts';
import { kyselyOn } from './driver.ts';
import { Pool } from './pool.ts';
import { storageError } from './refusals.ts';
import type { Answer, Session } from './session.ts';

const mostAtOnce = 8;

/** Short reads, each on any free connection. */
export class Reader {
  readonly #pool: Pool;
  readonly #reads: Db;
  readonly #lookUps: Db;

  constructor(location: string) {
    this.#pool = new Pool({ location, most: mostAtOnce, settings: { default_transaction_read_only: 'on' } });
    const pairs = new Pairs(this.#pool);
    this.#reads = kyselyOn(new AnyConnection(pairs, 'read'));
    this.#lookUps = kyselyOn(new AnyConnection(pairs, 'lookUp'));
  }

  readonly read: Database['read'] = (query) => reading(this.#reads, query);

  /** Shares the connection of a read that begins at the same moment, which waits for the same caller. */
  readonly lookUp: Database['lookUp'] = (statement) => reading(this.#lookUps, statement);

  /**
   * The transaction ends before `use`: a table that it has read takes no new columns. The connection ends afterwards,
   * because it may hold temporary tables.
   */
  readonly readAtOneMoment: Database['readAtOneMoment'] = async (query, use) => {
    const session = await this.#pool.session();
    try {
      await session.run('begin isolation level repeatable read read write', []);
      const read = await query(kyselyOn(new OneConnection(session)));
      await session.run('commit', []);
      return await use(read);
    } catch (error) {
      throw storageError(error);
    } finally {
      session.release(true);
    }
  };

  close(): Promise<void> {
    return this.#pool.close();
  }
}

async function reading<Result>(db: Db, query: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await query(db);
  } catch (error) {
    throw storageError(error);
  }
}

type Kind = 'read' | 'lookUp';

/**
 * A request asks who its caller is while its read begins. Both statements come in one turn of the event loop and share a
 * connection. They take one packet, and one process of the server answers them.
 */
class Pairs {
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

class AnyConnection extends Connection {
  readonly #pairs: Pairs;
  readonly #kind: Kind;

  constructor(pairs: Pairs, kind: Kind) {
    super();
    this.#pairs = pairs;
    this.#kind = kind;
  }

  protected answer<Row>(sql: string, parameters: readonly unknown[]): Promise<Answer<Row>> {
    return this.#pairs.take(this.#kind).use((session) => session.run<Row>(sql, parameters));
  }

  protected send(): never {
    throw new Error('A read writes nothing');
  }
}

/** Writes go to temporary tables. The next awaited statement reports a failed write. */
export class OneConnection extends Connection {
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }

  protected answer<Row>(sql: string, parameters: readonly unknown[]): Promise<Answer<Row>> {
    return this.#session.run<Row>(sql, parameters);
  }

  protected send(sql: string, parameters: readonly unknown[]): void {
    this.answer(sql, parameters).catch(() => {});
  }
}
