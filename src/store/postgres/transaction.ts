import { setImmediate as untilSent } from 'node:timers/promises';
import type { WriteScope } from '../database.ts';
import type { Db } from '../tables.ts';
import { Connection } from './connection.ts';
import { kyselyOn } from './driver.ts';
import { inDoubt, isLost, isTooLong } from './refusals.ts';
import type { Answer, Session } from './session.ts';

/** The advisory lock of the installation. Users share it; what concerns everybody takes it alone. */
export const installation = 7_205_301;

/** Statements under way. Long work waits for the first of them, so that they do not pile up in memory. */
const mostUnderWay = 500;

/** Asks anew whether a commit was made, as long as the server says that it is under way. */
export type FindOutcome = (transaction: Numbered) => Promise<Outcome>;

export type Outcome = 'committed' | 'aborted' | 'unknown';

export interface Numbered {
  readonly number: string;
  /** The life of the server in which it has this number. */
  readonly life: string;
}

/**
 * One transaction at a time. Statements without an answer are sent and not awaited. The first failure is that of every
 * later statement, and of the commit.
 */
export class Transaction extends Connection {
  readonly db: Db = kyselyOn(this);
  #session: Session | undefined;
  #underWay = new Set<Promise<unknown>>();
  #failure: { readonly error: unknown; readonly sql: string } | undefined;
  #number = '';
  #life = Promise.resolve('');

  /** Begins when those before it, by its scope, have ended. Users of one organization wait for one another. */
  async begin(session: Session, scope: WriteScope): Promise<void> {
    this.#session = session;
    this.#failure = undefined;
    this.#life = session.life();
    this.#life.catch(() => {});
    this.send('begin', []);
    const lock = typeof scope === 'string' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared';
    const locked = this.run<{ number: string }>(
      `select cast(pg_current_xact_id() as text) as number from ${lock}(${installation})`,
      [],
    );
    if (typeof scope !== 'string')
      this.send('select 1 from organizations where id = ? for no key update', [scope.organizationId]);
    this.#number = (await locked)[0]!.number;
    await this.settled();
  }

  /**
   * Throws the first failure. Statements under way are not awaited, because the server commits nothing after one that
   * failed. If the connection ended meanwhile, asks another one whether it was committed.
   */
  async commit(outcomeOf: FindOutcome): Promise<void> {
    await untilSent();
    if (this.#failure) throw this.#failure.error;
    try {
      const { command } = await this.#session!.run('commit', []);
      if (command === 'COMMIT') return;
      await this.settled();
      throw new Error(`The database answered a commit with ${command}`);
    } catch (error) {
      if (!isLost(error)) throw error;
      const outcome = await this.#outcome(outcomeOf).catch(() => 'unknown' as const);
      if (outcome === 'unknown') throw inDoubt();
      if (outcome === 'aborted') throw error;
    }
  }

  async #outcome(outcomeOf: FindOutcome): Promise<Outcome> {
    return outcomeOf({ number: this.#number, life: await this.#life });
  }

  /** Returns whether the connection may be used again. */
  async rollback(): Promise<boolean> {
    await Promise.allSettled(this.#underWay);
    return this.#session!.run('rollback', []).then(
      () => true,
      () => false,
    );
  }

  /** The table of a Data Set of which an index had no room for a value. */
  get crowded(): string | undefined {
    return this.#failure && isTooLong(this.#failure.error)
      ? /^\s*(?:insert into|update) (data_\d+)\b/.exec(this.#failure.sql)?.[1]
      : undefined;
  }

  /** Waits for all that was sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.#failure) throw this.#failure.error;
  }

  /** Waits if much was sent. */
  async caughtUp(): Promise<void> {
    if (this.#underWay.size > mostUnderWay) await this.settled();
  }

  protected async answer<Row>(sql: string, parameters: readonly unknown[]): Promise<Answer<Row>> {
    if (!this.#session) throw new Error('The transaction has ended');
    if (this.#failure) throw this.#failure.error;
    const answer = this.#session.run<Row>(sql, parameters);
    const noted: Promise<unknown> = answer.then(
      () => this.#underWay.delete(noted),
      (error: unknown) => {
        this.#failure ??= { error, sql };
        this.#underWay.delete(noted);
      },
    );
    this.#underWay.add(noted);
    return answer.catch(async () => {
      await noted;
      throw this.#failure!.error;
    });
  }

  protected send(sql: string, parameters: readonly unknown[]): void {
    this.answer(sql, parameters).catch(() => {});
  }

  end(): void {
    this.#session = undefined;
  }
}
