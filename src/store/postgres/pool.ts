import pg from 'pg';
import { Session, types } from './session.ts';

/** Where the tables are. Nothing else of the database is read or changed. */
export const schema = 'workspace';

/** Backends grow with each table that they touch, so they end after a while. */
const longestLifeSeconds = 1_800;
const usualConnectMs = 10_000;
const usualIdleMs = 10_000;

interface PoolOptions {
  readonly location: string;
  readonly most: number;
  /** Settings of each connection. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** How long a connection may take. */
  readonly connectMs?: number;
  /** How long an unused connection is kept. */
  readonly idleMs?: number;
}

/**
 * A rule of access has many conditions. The server compiles a statement of several such rules for seconds, and then
 * runs it in milliseconds.
 */
const settingsOfAll = { search_path: schema, timezone: 'UTC', jit: 'off' };

/** Connections to one database, made when they are needed. */
export class Pool {
  readonly #pool: pg.Pool;
  readonly #sessions = new WeakMap<pg.PoolClient, Session>();

  constructor({ location, most, settings = {}, connectMs = usualConnectMs, idleMs = usualIdleMs }: PoolOptions) {
    const all = { ...settingsOfAll, ...settings };
    this.#pool = new pg.Pool({
      connectionString: location,
      max: most,
      pipeline: true,
      types,
      maxLifetimeSeconds: longestLifeSeconds,
      connectionTimeoutMillis: connectMs,
      idleTimeoutMillis: idleMs,
      application_name: 'workspace-mcp',
      options: Object.entries(all)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    });
    // A connection that ends while nobody uses it is replaced. One in use fails its statements.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async session(): Promise<Session> {
    const client = await this.#pool.connect();
    let session = this.#sessions.get(client);
    if (!session) this.#sessions.set(client, (session = new Session(client)));
    return session;
  }

  /** Uses a connection. It ends if `use` fails in a way that leaves it in doubt, or takes longer than `mostMs`. */
  async with<Result>(use: (session: Session) => Promise<Result>, mostMs?: number): Promise<Result> {
    const session = await this.session();
    const stop = mostMs === undefined ? () => {} : session.cutIn(mostMs);
    let isDone = false;
    try {
      const result = await use(session);
      isDone = true;
      return result;
    } finally {
      stop();
      session.release(!isDone);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
