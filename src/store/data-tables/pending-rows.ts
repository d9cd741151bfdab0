import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { dataTable, deleteRows, longestTextOf, type StoredValue } from './data-tables.ts';
import type { Database, Steps } from '../database.ts';
import type { Db, Tables } from '../tables.ts';
import { runDirectly } from '../engine.ts';
import { newIdBlock } from '../ids.ts';
import { sharedTime } from '../shared-time.ts';

/** The lease of an import in ms. Live processes renew it far more often. */
export const longestClaimMs = 15_000;

const betweenAttemptsMs = 250;

const deletedAtOnce = 100;
const lookedAtAtOnce = 1_000;

type Entry = Tables['pending_rows'];

/**
 * Rows that are added to a Data Set in several transactions and stay invisible until published. One process at a time
 * adds rows to a Data Set. Any process may remove the rows of a dead one once its lease has expired.
 */
export class PendingRows {
  readonly dataSet: number;
  /** The creation time of every row. */
  readonly at: number;
  /** The longest text added or changed, in UTF-16 code units. */
  longestText = 0;
  readonly #claim = randomUUID();
  readonly #block = newIdBlock('rec');

  constructor(dataSet: number, at = Date.now()) {
    this.dataSet = dataSet;
    this.at = at;
  }

  get firstId(): string {
    return this.#block.first;
  }

  nextId(): string {
    return this.#block.ids.next().value;
  }

  /** Registers `rowCount` rows to come. Rows that a dead process left are removed first. Throws `RowsArePending`. */
  async *begin(tx: Db, rowCount: number): Steps<void> {
    // Another process may begin while this one removes such rows, because it does so too.
    for (let other = await entryOf(tx, this.dataSet); other; other = await entryOf(tx, this.dataSet)) {
      if (isClaimedAt(await sharedTime(tx))(other)) throw new RowsArePending();
      yield* takeBack(tx, other);
    }
    await runDirectly(
      tx,
      `insert into pending_rows (data_set, claim, claimed_until, first_id, last_id, created_at, row_count)
        values (?, ?, ?, ?, ?, ?, ?)`,
      [this.dataSet, this.#claim, await endOfClaim(tx), this.#block.first, this.#block.last, this.at, rowCount],
    );
  }

  /** Renews the lease. Call it in every transaction before adding rows: a process taken for dead may add no more. */
  async renew(tx: Db): Promise<void> {
    const renewed = await runDirectly(
      tx,
      'update pending_rows set claimed_until = ? where data_set = ? and claim = ? returning claim',
      [await endOfClaim(tx), this.dataSet, this.#claim],
    );
    if (renewed.length === 0) throw lapsed();
  }

  /** Records the longest text among added or changed values. Readers plan with that length. */
  note(values: readonly StoredValue[]): void {
    this.longestText = Math.max(this.longestText, longestTextOf(values));
  }

  /** Makes the rows visible when the transaction commits. */
  async publish(tx: Db): Promise<void> {
    await this.renew(tx);
    await runDirectly(tx, 'delete from pending_rows where data_set = ?', [this.dataSet]);
  }

  /** Removes the added rows, if any. */
  discard(database: Database): Promise<void> {
    return database.writeInStretches('background', (tx) => takeBackClaimed(tx, this.dataSet, this.#claim));
  }
}

/** Thrown while another import adds rows to the Data Set. */
class RowsArePending extends WorkspaceError {
  constructor() {
    super(
      'unavailable',
      'Another import adds rows to this Data Set at the moment; nothing was stored. Try again when it has ended.',
    );
  }
}

/** Retries while other rows are pending. It waits at least as long as the lease of a dead process. */
export async function untilRowsMayBeAdded<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + longestClaimMs + 2 * betweenAttemptsMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RowsArePending) || performance.now() > deadline) throw error;
    }
    await sleep(betweenAttemptsMs);
  }
}

const lapsed = () =>
  new WorkspaceError('unavailable', 'The import was held up for too long, and nothing of it was stored. Try again.');

const endOfClaim = async (tx: Db): Promise<number> => (await sharedTime(tx)) + longestClaimMs;

/** A lease counts only if its end is plausible. An end too far ahead stems from a clock that was set back. */
const isClaimedAt =
  (now: number) =>
  ({ claimed_until: until }: Entry): boolean =>
    until >= now && until <= now + 2 * longestClaimMs;

async function entryOf(db: Db, dataSet: number): Promise<Entry | undefined> {
  const [entry] = await runDirectly<Entry>(db, 'select * from pending_rows where data_set = ?', [dataSet]);
  return entry;
}

/** Removes the rows of dead processes. */
export async function discardAbandonedRows(database: Database): Promise<void> {
  const abandoned = await database.read(async (db) => {
    const isClaimed = isClaimedAt(await sharedTime(db));
    const entries = await db.selectFrom('pending_rows').selectAll().execute();
    return entries.filter((entry) => !isClaimed(entry));
  });
  for (const { data_set, claim } of abandoned)
    await database.writeInStretches('background', (tx) => takeBackClaimed(tx, data_set, claim));
}

/** Does nothing if the rows were published or removed since. */
async function* takeBackClaimed(tx: Db, dataSet: number, claim: string): Steps<void> {
  const entry = await entryOf(tx, dataSet);
  if (entry?.claim === claim) yield* takeBack(tx, entry);
}

/**
 * Removes a few rows at a time, in any number of transactions. The rows stay invisible. Several processes may do this
 * at once.
 */
async function* takeBack(tx: Db, entry: Entry): Steps<void> {
  const isThere = async () => (await entryOf(tx, entry.data_set))?.claim === entry.claim;
  let key: string | undefined = '';
  while ((await isThere()) && (key = await forgetSourceRows(tx, entry, key)) !== undefined) yield;
  while ((await isThere()) && (await deleteSomeRows(tx, entry))) yield;
  if (!(await isThere())) return;
  if (!(await isInCatalogue(tx, entry))) await runDirectly(tx, `drop table ${dataTable(entry.data_set)}`, []);
  await runDirectly(tx, 'delete from pending_rows where data_set = ?', [entry.data_set]);
}

/** Visits the next source keys after `behind`, and deletes those of pending rows. Returns the last key visited. */
async function forgetSourceRows(
  tx: Db,
  { data_set, first_id, last_id }: Entry,
  behind: string,
): Promise<string | undefined> {
  const next = `select key, record_id as id from source_rows where data_set = +? and key > +? order by key limit ${lookedAtAtOnce}`;
  const rows = await runDirectly<{ key: string; id: string }>(tx, next, [data_set, behind]);
  const keys = rows.filter(({ id }) => id >= first_id && id <= last_id).map(({ key }) => key);
  const forget = 'delete from source_rows where data_set = +? and key in (select value from json_each(+?))';
  await runDirectly(tx, forget, [data_set, JSON.stringify(keys)]);
  return rows.at(-1)?.key;
}

async function deleteSomeRows(tx: Db, { data_set, first_id, last_id }: Entry): Promise<boolean> {
  const some = `select id from ${dataTable(data_set)} where id between ? and ? limit ${deletedAtOnce}`;
  const found = await runDirectly<{ id: string }>(tx, some, [first_id, last_id]);
  const ids = JSON.stringify(found.map(({ id }) => id));
  await deleteRows(tx, data_set, ids);
  await runDirectly(tx, 'delete from records where id in (select value from json_each(+?))', [ids]);
  return found.length > 0;
}

const isInCatalogue = async (tx: Db, { data_set }: Entry): Promise<boolean> =>
  (await runDirectly(tx, 'select 1 from data_sets where number = ?', [data_set])).length > 0;
