import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from './pool.ts';
import { unavailable } from '../refusals.ts';
import { startRefusal, unfit } from './start-refusals.ts';

/** How long a query waits until a standby has what the primary has, in ms. */
const mostBehindMs = 50;
const askedEveryMs = 5;

/** A standby that was behind or away is asked again after this time, in ms. */
const restsMs = 1_000;

/** A server that runs queries. */
export interface QueryServer {
  readonly queries: Pool;
  /** Short statements beside them, which may cancel them. */
  readonly beside: Pool;
}

interface Position {
  readonly place: string;
  readonly timeline: number;
  readonly system: string;
}

/** A standby's own view of a position of the primary. */
interface Reached {
  readonly is_standby: 0 | 1;
  readonly is_of_primary: 0 | 1;
  readonly is_on_timeline: 0 | 1;
  readonly has_all: 0 | 1;
}

/** A commit was written up to here before it was acknowledged. */
const newest = `
  select cast(pg_current_wal_lsn() as text) as place, cast(system_identifier as text) as system,
    cast(cast('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as bit(32)) as integer) as timeline
  from pg_control_system()`;

/** After a failover, a standby of the former primary may have what the new one lost. So its timeline counts, too. */
const reached = `
  select pg_is_in_recovery() as is_standby, cast(system_identifier as text) = ? as is_of_primary,
    greatest(made.timeline_id, min_recovery_end_timeline) = cast(? as integer) as is_on_timeline,
    coalesce(pg_last_wal_replay_lsn() >= cast(? as pg_lsn), false) as has_all
  from pg_control_system(), pg_control_checkpoint() as made, pg_control_recovery()`;

export interface ReplicasOptions {
  /** The address of the primary. */
  readonly location: string;
  /** Its standbys, each a host that may have a port. They have its users and databases. */
  readonly hosts: readonly string[];
  readonly most: number;
  readonly settings: Readonly<Record<string, string | number>>;
  /** Called when a standby can be used no longer. */
  readonly onError: (error: unknown) => void;
}

/** Standbys of a primary, which read what was committed before they are asked, or nothing. */
export class Replicas {
  readonly #standbys: readonly Standby[];
  #next = 0;

  constructor(options: ReplicasOptions) {
    this.#standbys = options.hosts.map((host) => new Standby(host, options));
  }

  /** Throws `unavailable` if one that answers is not a standby of this primary. */
  async refuseUnfit(primary: Pool): Promise<void> {
    if (this.#standbys.length === 0) return;
    const position = await positionOf(primary);
    await Promise.all(this.#standbys.map((standby) => standby.refuseUnfit(position)));
  }

  /** A standby that has all that the primary has committed. Undefined if none has it in time. */
  async caughtUp(primary: Pool): Promise<QueryServer | undefined> {
    const rested = this.#standbys.filter((standby) => standby.isRested);
    if (rested.length === 0) return undefined;
    const standby = rested[this.#next++ % rested.length]!;
    const position = await positionOf(primary).catch(() => undefined);
    return position && (await standby.reaches(position)) ? standby : undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#standbys.map((standby) => standby.close()));
  }
}

const positionOf = (primary: Pool): Promise<Position> =>
  primary.with(async (session) => (await session.run<Position>(newest, [])).rows[0]!);

class Standby implements QueryServer {
  readonly queries: Pool;
  readonly beside: Pool;
  readonly #host: string;
  readonly #location: string;
  readonly #onError: ReplicasOptions['onError'];
  #restsUntil = 0;
  #isInUse = true;

  constructor(host: string, { location, most, settings, onError }: ReplicasOptions) {
    this.#host = host;
    this.#location = addressOf(host, location);
    this.#onError = onError;
    this.queries = new Pool({ location: this.#location, most, settings });
    this.beside = new Pool({ location: this.#location, most: 2, settings });
  }

  get isRested(): boolean {
    return performance.now() >= this.#restsUntil;
  }

  async refuseUnfit(position: Position): Promise<void> {
    try {
      const reason = unfitness(await this.#ask(position));
      if (reason !== undefined) throw unfit(`replica ${this.#host} ${reason}`);
    } catch (error) {
      const refusal = startRefusal(error, this.#location);
      if (refusal === error) throw error;
      this.#leave(refusal);
    }
  }

  /** Whether it reads all up to this position within a moment. */
  async reaches(position: Position): Promise<boolean> {
    const until = performance.now() + mostBehindMs;
    const hasAll = this.#catchesUp(position, until).catch((error: unknown) => this.#leave(error));
    const isThere = await Promise.race([hasAll, sleep(mostBehindMs, false)]);
    if (isThere) this.#isInUse = true;
    else this.#rest();
    return isThere;
  }

  async close(): Promise<void> {
    await Promise.all([this.queries.close(), this.beside.close()]);
  }

  async #catchesUp(position: Position, until: number): Promise<boolean> {
    for (;;) {
      const answer = await this.#ask(position);
      const reason = unfitness(answer);
      if (reason !== undefined) throw unavailable(`It ${reason}.`);
      if (answer.has_all && answer.is_on_timeline) return true;
      if (performance.now() > until) return false;
      await sleep(askedEveryMs);
    }
  }

  async #ask({ system, timeline, place }: Position): Promise<Reached> {
    const { rows } = await this.beside.with((session) => session.run<Reached>(reached, [system, timeline, place]));
    return rows[0]!;
  }

  #rest(): void {
    this.#restsUntil = performance.now() + restsMs;
  }

  /** Told once, until it is used again. */
  #leave(error: unknown): false {
    this.#rest();
    if (this.#isInUse) this.#onError(unusedFor(this.#host, startRefusal(error, this.#location)));
    this.#isInUse = false;
    return false;
  }
}

/** Why a server is not a standby of the primary. */
function unfitness({ is_standby, is_of_primary }: Reached): string | undefined {
  if (!is_standby) return 'is not a standby';
  return is_of_primary ? undefined : 'is a standby of another server';
}

const unusedFor = (host: string, reason: unknown) =>
  unavailable(`The replica ${host} is not used, and the primary runs its queries. ${(reason as Error).message}`);

/** The address of a standby. It differs from that of the primary by its host and port. */
function addressOf(host: string, primary: string): string {
  const address = new URL(primary);
  address.searchParams.delete('host');
  address.searchParams.delete('port');
  address.port = '';
  address.host = host;
  return address.href;
}
