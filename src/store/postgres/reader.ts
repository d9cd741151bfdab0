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
  readonly #db: Db;

  constructor(location: string) {
    this.#pool = new Pool({ location, most: mostAtOnce, settings: { default_transaction_read_only: 'on' } });
    this.#db = kyselyOn(new AnyConnection(this.#pool));
  }

  readonly read: Database['read'] = async (query) => {
    try {
      return await query(this.#db);
    } catch (error) {
      throw storageError(error);
    }
  };

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

class AnyConnection extends Connection {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super();
    this.#pool = pool;
  }

  protected async answer<Row>(sql: string, parameters: readonly unknown[]): Promise<Answer<Row>> {
    const session = await this.#pool.session();
    try {
      return await session.run<Row>(sql, parameters);
    } finally {
      session.release();
    }
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
