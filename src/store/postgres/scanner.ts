import type { Statement } from '../fragment.ts';
import { givenUp, overran, ReadTurns } from '../read-turns.ts';
import { type BareRow, Filling, type Room } from '../room.ts';
import { type Effort, lightRows, type Requester, type ScannedRow } from '../scan.ts';
import { Pool } from './pool.ts';
import { codeOf, storageError } from './refusals.ts';
import { type QueryServer, Replicas } from './replicas.ts';
import type { Session } from './session.ts';

/** Heavy statements at a time. They share the server's processors with all others. */
const mostHeavy = 4;
const mostLight = 4;

/** The time limit of a statement that was estimated as light, in ms. Beyond it, it starts again as a heavy one. */
const lightMs = 250;

/** The rows asked for at once where their texts may not have room. */
const rowsAtOnce = 100;

/** A server has lost its connection if it is silent for this time, in ms, beyond what it was given. */
const graceMs = 1_000;

/** The server ended the statement: its time was over, or the caller has left. */
const ended = '57014';

interface ScannerOptions {
  readonly location: string;
  /** The time limit of a query. */
  readonly seconds: number;
  /** Standbys, as `HOST` or `HOST:PORT`. */
  readonly replicas: readonly string[];
  readonly onError: (error: unknown) => void;
}

/**
 * Runs light reads of Data Sets at once. Heavy ones take turns, and end at the time limit of their caller. The primary
 * runs them, unless there is a replica that has all that was committed before.
 */
export class Scanner {
  readonly #light: Pool;
  readonly #primary: QueryServer;
  readonly #replicas: Replicas;
  readonly #turns = new ReadTurns(mostHeavy);
  readonly #seconds: number;

  constructor({ location, seconds, replicas, onError }: ScannerOptions) {
    const settings = { default_transaction_read_only: 'on', cursor_tuple_fraction: 1 };
    this.#light = new Pool({ location, most: mostLight, settings: { ...settings, statement_timeout: lightMs } });
    this.#primary = { queries: new Pool({ location, most: mostHeavy, settings }), beside: this.#light };
    this.#replicas = new Replicas({ location, hosts: replicas, most: mostHeavy, settings, onError });
    this.#seconds = seconds;
  }

  /** Throws `unavailable` if a replica that answers is of another server. */
  refuseForeignReplicas(): Promise<void> {
    return this.#replicas.refuseForeign(this.#primary.queries);
  }

  async scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]> {
    try {
      return (await this.#scanIfLight(statement, effort)) ?? (await this.#scanByTurn(statement, effort, requester));
    } catch (error) {
      throw storageError(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#light.close(), this.#primary.queries.close(), this.#replicas.close()]);
  }

  /** Undefined if the statement is heavy. */
  async #scanIfLight(statement: Statement, { rows, searchedBy, room }: Effort): Promise<ScannedRow[] | undefined> {
    if (rows > lightRows && searchedBy === undefined) return undefined;
    try {
      return await this.#light.with((session) => rowsOf(session, statement, room));
    } catch (error) {
      if (codeOf(error) === ended) return undefined;
      throw error;
    }
  }

  async #scanByTurn(statement: Statement, { room, onHeavy }: Effort, requester: Requester): Promise<ScannedRow[]> {
    onHeavy?.();
    return this.#turns.take(requester, async () => {
      const until = performance.now() + this.#seconds * 1_000 - requester.spentMs;
      const scanAt = async (session: Session, { beside }: QueryServer) => {
        const leftMs = Math.ceil(until - performance.now());
        if (leftMs <= 0) throw overran(this.#seconds);
        await session.run(`set statement_timeout = ${leftMs}`, []);
        return cancelledWith(requester.gone(), session, beside, () => rowsOf(session, statement, room));
      };
      try {
        const mostMs = until - performance.now() + graceMs;
        const rows = await this.#replicas.run(this.#primary.queries, scanAt, mostMs);
        return rows ?? (await this.#primary.queries.with((session) => scanAt(session, this.#primary)));
      } catch (error) {
        if (codeOf(error) !== ended) throw error;
        throw requester.gone().aborted ? givenUp() : overran(this.#seconds);
      }
    });
  }
}

/** Cancels what a session runs when its caller leaves. */
async function cancelledWith<Result>(
  gone: AbortSignal,
  session: Session,
  beside: Pool,
  run: () => Promise<Result>,
): Promise<Result> {
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = beside
      .with((other) => other.run('select pg_cancel_backend(?)', [session.processId]), graceMs)
      .catch(() => {});
  };
  gone.addEventListener('abort', cancel);
  try {
    if (gone.aborted) throw givenUp();
    return await run();
  } finally {
    gone.removeEventListener('abort', cancel);
    await cancelled;
  }
}

async function rowsOf(session: Session, { sql, parameters }: Statement, room?: Room): Promise<ScannedRow[]> {
  if (!room || (await isShort(session, room))) return session.rows<ScannedRow>(sql, parameters);
  await session.run('begin', []);
  await session.rows(`declare fitting no scroll cursor for ${sql}`, parameters);
  const rows = await fitting(room, () => session.rows<BareRow>(`fetch ${rowsAtOnce} from fitting`, []));
  await session.run('commit', []);
  return rows;
}

/** Looked up now, because texts may have grown since the statement was planned. */
async function isShort(session: Session, { unlessShort }: Room): Promise<boolean> {
  if (!unlessShort) return false;
  const [row] = await session.rows<ScannedRow>(unlessShort.longest, []);
  return row !== undefined && Number(row[0]) <= unlessShort.characters;
}

/** Stops one row after the row that fills the room; the extra row shows that more exist. */
async function fitting(room: Room, next: () => Promise<BareRow[]>): Promise<BareRow[]> {
  const rows: BareRow[] = [];
  const filling = new Filling(room);
  let isFull = room.bytes < 0;
  for (let some = await next(); some.length > 0; some = some.length < rowsAtOnce ? [] : await next())
    for (const row of some) {
      rows.push(row);
      if (isFull) return rows;
      isFull = filling.add(row);
    }
  return rows;
}
