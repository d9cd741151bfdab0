import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../refusals.ts';
import { Pool } from './pool.ts';
import { codeOf, isLost } from './refusals.ts';
import type { Session } from './session.ts';
import { connectionFault } from './start-refusals.ts';

/** How far in time a standby may be behind when it is asked, in ms. Then the primary runs the query. */
const mostBehindMs = 50;
const askedEveryMs = 5;

/** Limits of a connection and of the first answer on it, in ms. A standby may be in another building, not farther. */
const connectMs = 500;
const answerMs = 250;

/** How long a standby is left alone, in ms: one that was behind, and one that failed. */
const restMs = 1_000;
const longRestMs = 10_000;

/** A connection is kept for the next query, which may come much later. */
const idleMs = 600_000;

/** A server that runs queries. */
export interface QueryServer {
  readonly queries: Pool;
  /** Short statements beside them, which may cancel them. */
  readonly beside: Pool;
}

/** The end of the primary's log. */
interface Position {
  readonly flushed: string;
  readonly timeline: number;
  readonly system: string;
}

/** A server's own view of a position of the primary. */
interface Progress {
  readonly is_of_primary: 0 | 1;
  readonly is_standby: 0 | 1;
  readonly is_on_timeline: 0 | 1;
  readonly has_all: 0 | 1;
}

/** A commit was flushed up to here before it was acknowledged. */
const askPosition = `
  select cast(pg_current_wal_flush_lsn() as text) as flushed, cast(system_identifier as text) as system,
    cast(cast('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) as bit(32)) as integer) as timeline
  from pg_control_system()`;

/** After a failover, a standby of the former primary may have what the new one lost. So its timeline counts, too. */
const askProgress = `
  select pg_is_in_recovery() as is_standby, cast(system_identifier as text) = ? as is_of_primary,
    greatest(checkpoint.timeline_id, min_recovery_end_timeline) = cast(? as integer) as is_on_timeline,
    coalesce(pg_last_wal_replay_lsn() >= cast(? as pg_lsn), false) as has_all
  from pg_control_system(), pg_control_checkpoint() as checkpoint, pg_control_recovery()`;

export interface ReplicasOptions {
  /** The address of the primary. */
  readonly location: string;
  /** Its standbys, as `HOST` or `HOST:PORT`. Their users and databases are those of the primary. */
  readonly hosts: readonly string[];
  readonly most: number;
  readonly settings: Readonly<Record<string, string | number>>;
  /** Called when a standby cannot be used any more. */
  readonly onError: (error: unknown) => void;
}

/** The standbys of a primary. */
export class Replicas {
  readonly #standbys: readonly Standby[];
  #next = 0;

  constructor(options: ReplicasOptions) {
    this.#standbys = options.hosts.map((host) => new Standby(host, options));
  }

  /** Throws `unavailable` if one that answers belongs to another primary. */
  async refuseForeign(primary: Pool): Promise<void> {
    if (this.#standbys.length === 0) return;
    const position = await positionOf(primary);
    await Promise.all(this.#standbys.map((standby) => standby.refuseForeign(position)));
  }

  /**
   * Runs a query on a standby that has all that the primary has committed before. Undefined if none has it in time, or
   * ends the query because of what it replays.
   */
  async run<Result>(
    primary: Pool,
    query: (session: Session, standby: QueryServer) => Promise<Result>,
    mostMs: number,
  ): Promise<Result | undefined> {
    const rested = this.#standbys.filter((standby) => standby.isRested);
    if (rested.length === 0) return undefined;
    const standby = rested[this.#next++ % rested.length]!;
    return standby.run(await positionOf(primary), (session) => query(session, standby), mostMs);
  }

  async close(): Promise<void> {
    await Promise.all(this.#standbys.map((standby) => standby.close()));
  }
}

const positionOf = (primary: Pool): Promise<Position> =>
  primary.with((session) => asked<Position>(session, askPosition, []));

/** The query before on this connection may have left it less time. */
async function asked<Row>(session: Session, statement: string, values: readonly unknown[]): Promise<Row> {
  const [, { rows }] = await Promise.all([
    session.run(`set statement_timeout = ${answerMs}`, []),
    session.run<Row>(statement, values),
  ]);
  return rows[0]!;
}

class Standby implements QueryServer {
  readonly queries: Pool;
  readonly beside: Pool;
  readonly #host: string;
  readonly #location: string;
  readonly #onError: ReplicasOptions['onError'];
  #restsUntil = 0;
  #isUsed = true;

  constructor(host: string, { location, most, settings, onError }: ReplicasOptions) {
    this.#host = host;
    this.#location = addressOf(host, location);
    this.#onError = onError;
    const options = { location: this.#location, settings, connectMs, idleMs };
    this.queries = new Pool({ ...options, most });
    this.beside = new Pool({ ...options, most: 1 });
  }

  get isRested(): boolean {
    return performance.now() >= this.#restsUntil;
  }

  async refuseForeign(position: Position): Promise<void> {
    try {
      const { is_of_primary } = await this.queries.with((session) => progressOf(session, position), answerMs);
      if (is_of_primary) return;
    } catch (error) {
      return this.#leave(faultOf(error, this.#location));
    }
    throw unavailable(
      `The replica ${this.#host} is of another server than the database; name a standby of that one, or leave it out.`,
    );
  }

  async run<Result>(
    position: Position,
    query: (session: Session) => Promise<Result>,
    mostMs: number,
  ): Promise<Result | undefined> {
    try {
      return await this.queries.with(async (session) => {
        if (await this.#catchesUp(session, position)) return query(session);
        this.#rest(restMs);
        return undefined;
      }, mostMs);
    } catch (error) {
      if (isLost(error)) this.#leave(faultOf(error, this.#location));
      else if (!isInTheWay(error)) throw error;
      return undefined;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.queries.close(), this.beside.close()]);
  }

  /** Asked on the connection of the query, because a name may lead to several servers. */
  async #catchesUp(session: Session, position: Position): Promise<boolean> {
    const stop = session.cutIn(answerMs);
    try {
      let progress = await progressOf(session, position);
      if (!progress.is_standby || !progress.is_of_primary) {
        this.#leave('It is not a standby of the primary');
        return false;
      }
      const until = performance.now() + mostBehindMs;
      while (!hasCaughtUp(progress) && performance.now() < until) {
        await sleep(askedEveryMs);
        progress = await progressOf(session, position);
      }
      this.#isUsed ||= hasCaughtUp(progress);
      return hasCaughtUp(progress);
    } finally {
      stop();
    }
  }

  #rest(ms: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, performance.now() + ms);
  }

  /** Told once, until it is used again. */
  #leave(fault: string): void {
    this.#rest(longRestMs);
    const told = `The replica ${this.#host} is not used, and the primary runs its queries. ${fault}.`;
    if (this.#isUsed) this.#onError(unavailable(told));
    this.#isUsed = false;
  }
}

const progressOf = (session: Session, { system, timeline, flushed }: Position): Promise<Progress> =>
  asked(session, askProgress, [system, timeline, flushed]);

/** The standby ended a query that stood in the way of what it replays. */
const isInTheWay = (error: unknown): boolean => codeOf(error) === '40001';

const hasCaughtUp = ({ has_all, is_on_timeline }: Progress): boolean => has_all === 1 && is_on_timeline === 1;

const faultOf = (error: unknown, location: string): string =>
  (error instanceof Error && connectionFault(error, location)) || `It ended the connection (${String(error)})`;

/** The address of a standby. It differs from that of the primary by its host and port. */
function addressOf(host: string, primary: string): string {
  const address = new URL(primary);
  address.searchParams.delete('host');
  address.searchParams.delete('port');
  address.port = '';
  address.host = host;
  return address.href;
}
