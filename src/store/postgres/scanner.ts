import type { Statement } from '../fragment.ts';
import { givenUp, overran, ReadTurns } from '../read-turns.ts';
import { type BareRow, Filling, type Room } from '../room.ts';
import { type Effort, lightRows, type Requester, type ScannedRow } from '../scan.ts';
import { Pool } from './pool.ts';
import { codeOf, storageError } from './refusals.ts';
import type { Session } from './session.ts';

/** Heavy statements at a time. They share the server's processors with all others. */
const mostHeavy = 4;
const mostLight = 4;

/** The time limit of a statement that was estimated as light, in ms. Beyond it, it starts again as a heavy one. */
const lightMs = 250;

/** The rows asked for at once where their texts may not have room. */
const rowsAtOnce = 100;

/** The server ended the statement: its time was over, or the caller has left. */
const ended = '57014';

/** Runs light reads of Data Sets at once. Heavy ones take turns, and end at the time limit of their caller. */
export class Scanner {
  readonly #light: Pool;
  readonly #heavy: Pool;
  readonly #turns = new ReadTurns(mostHeavy);
  readonly #seconds: number;

  constructor(location: string, seconds: number) {
    const settings = { default_transaction_read_only: 'on', cursor_tuple_fraction: 1 };
    this.#light = new Pool({ location, most: mostLight, settings: { ...settings, statement_timeout: lightMs } });
    this.#heavy = new Pool({ location, most: mostHeavy, settings });
    this.#seconds = seconds;
  }

  async scan(statement: Statement, effort: Effort, requester: Requester): Promise<ScannedRow[]> {
    try {
      return (await this.#scanIfLight(statement, effort)) ?? (await this.#scanByTurn(statement, effort, requester));
    } catch (error) {
      throw storageError(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#light.close(), this.#heavy.close()]);
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
      const leftMs = Math.ceil(this.#seconds * 1_000 - requester.spentMs);
      if (leftMs <= 0) throw overran(this.#seconds);
      try {
        return await this.#heavy.with((session) => this.#limited(session, leftMs, requester, statement, room));
      } catch (error) {
        if (codeOf(error) !== ended) throw error;
        throw requester.gone().aborted ? givenUp() : overran(this.#seconds);
      }
    });
  }

  async #limited(session: Session, ms: number, { gone }: Requester, statement: Statement, room: Room | undefined) {
    const signal = gone();
    let cancelled: Promise<unknown> | undefined;
    const cancel = () => {
      cancelled = this.#light
        .with((other) => other.run('select pg_cancel_backend(?)', [session.processId]))
        .catch(() => {});
    };
    await session.run(`set statement_timeout = ${ms}`, []);
    signal.addEventListener('abort', cancel);
    try {
      if (signal.aborted) throw givenUp();
      return await rowsOf(session, statement, room);
    } finally {
      signal.removeEventListener('abort', cancel);
      await cancelled;
    }
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
