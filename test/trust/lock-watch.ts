import pg from 'pg';

const everyMs = 100;

/** Looks again and again at how long transactions that write have been open in a database. */
export class LockWatch {
  oldestMs = 0;
  /** The last statement of the oldest one, and what it waited for. */
  of = '';
  readonly #client: pg.Client;
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  private constructor(client: pg.Client) {
    this.#client = client;
    this.#timer = setInterval(() => void this.#look(), everyMs);
  }

  static async on(address: string): Promise<LockWatch> {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    return new LockWatch(client);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#client.end();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { rows } = await this.#client.query<{ ms: number; of: string }>(oldest);
    const ms = Math.round(rows[0]?.ms ?? 0);
    if (ms > this.oldestMs) [this.oldestMs, this.of] = [ms, rows[0]!.of];
    this.#isLooking = false;
  }
}

/** A transaction has a number as soon as it writes or locks a row. */
const oldest = `select (extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms,
    concat_ws(', ', state, wait_event_type, wait_event, left(query, 200)) as of
  from pg_stat_activity where datname = current_database() and backend_xid is not null
  order by xact_start limit 1`;
