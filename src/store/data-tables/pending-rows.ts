import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { dataTable, deleteRows, longestTextOf, type StoredValue } from './data-tables.ts';
import type { Database, Steps } from '../database.ts';
import type { Db, Tables } from '../tables.ts';
import { runDirectly } from '../sqlite/driver.ts';
import { newIdBlock } from '../ids.ts';

/** Whoever adds rows renews their claim far more often, unless their process is dead. */
export const longestClaimMs = 15_000;

const betweenAttemptsMs = 250;

const deletedAtOnce = 100;
const lookedAtAtOnce = 1_000;

type Entry = Tables['pending_rows'];

/**
 * Rows that are added to one Data Set in several transactions, and that nobody sees before they are published. At one time one
 * process adds rows to a Data Set. Rows whose process died are taken back by whoever finds its claim at an end.
 */
export class PendingRows {
  readonly dataSet: number;
  /** When each of them is made. */
  readonly at: number;
  /** How many characters the longest of the texts has that were added, or changed beside them. */
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

  /** Says that so many rows are to come. Rows that a dead process left are taken back first. */
  async *begin(tx: Db, rowCount: number): Steps<void> {
    const other = entryOf(tx, this.dataSet);
    if (other && isClaimed(other)) throw new RowsArePending();
    if (other) yield* takeBack(tx, other);
    runDirectly(
      tx,
      `insert into pending_rows (data_set, claim, claimed_until, first_id, last_id, created_at, row_count)
        values (?, ?, ?, ?, ?, ?, ?)`,
      [this.dataSet, this.#claim, endOfClaim(), this.#block.first, this.#block.last, this.at, rowCount],
    );
  }

  /** Called in every transaction before it adds rows: who was taken for dead may add no more. */
  renew(tx: Db): void {
    const renewed = runDirectly(
      tx,
      'update pending_rows set claimed_until = ? where data_set = ? and claim = ? returning claim',
      [endOfClaim(), this.dataSet, this.#claim],
    );
    if (renewed.length === 0) throw lapsed();
  }

  /** Values that are added, or changed beside those: who reads them is told how long their texts may be. */
  note(values: readonly StoredValue[]): void {
    this.longestText = Math.max(this.longestText, longestTextOf(values));
  }

  /** From this transaction on everybody sees them. */
  publish(tx: Db): void {
    this.renew(tx);
    runDirectly(tx, 'delete from pending_rows where data_set = ?', [this.dataSet]);
  }

  /** Takes back what was added, if anything was. */
  discard(database: Database): Promise<void> {
    return database.writeInStretches('background', (tx) => takeBackClaimed(tx, this.dataSet, this.#claim));
  }
}

/** Refused for as long as another import adds rows to the Data Set. */
class RowsArePending extends WorkspaceError {
  constructor() {
    super(
      'unavailable',
      'Another import adds rows to this Data Set at the moment; nothing was stored. Try again when it has ended.',
    );
  }
}

/** Waits while other rows are pending, at least as long as the claim of a dead process lasts. */
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

const endOfClaim = (): number => Date.now() + longestClaimMs;

/** One that lasts longer than any was made before the clock was put back. */
const isClaimed = ({ claimed_until: until }: Entry): boolean =>
  until >= Date.now() && until <= Date.now() + 2 * longestClaimMs;

const entryOf = (db: Db, dataSet: number): Entry | undefined =>
  runDirectly<Entry>(db, 'select * from pending_rows where data_set = ?', [dataSet])[0];

/** Takes back rows that a process left when it died. */
export async function discardAbandonedRows(database: Database): Promise<void> {
  const entries = await database.read((db) => db.selectFrom('pending_rows').selectAll().execute());
  for (const { data_set, claim } of entries.filter((entry) => !isClaimed(entry)))
    await database.writeInStretches('background', (tx) => takeBackClaimed(tx, data_set, claim));
}

/** Unless they were published or taken back since. */
async function* takeBackClaimed(tx: Db, dataSet: number, claim: string): Steps<void> {
  const entry = entryOf(tx, dataSet);
  if (entry?.claim === claim) yield* takeBack(tx, entry);
}

/** A few at a time, in any number of transactions; nobody sees them meanwhile. Several processes may do so at once. */
async function* takeBack(tx: Db, entry: Entry): Steps<void> {
  const isThere = () => entryOf(tx, entry.data_set)?.claim === entry.claim;
  for (let key: string | undefined = ''; isThere() && (key = forgetSourceRows(tx, entry, key)) !== undefined; ) yield;
  while (isThere() && deleteSomeRows(tx, entry)) yield;
  if (!isThere()) return;
  if (!isInCatalogue(tx, entry)) runDirectly(tx, `drop table ${dataTable(entry.data_set)}`, []);
  runDirectly(tx, 'delete from pending_rows where data_set = ?', [entry.data_set]);
}

/** Looks at the next keys of a source behind this one, and forgets those of pending rows. Returns the last that it looked at. */
function forgetSourceRows(tx: Db, { data_set, first_id, last_id }: Entry, behind: string): string | undefined {
  const next = `select key, record_id as id from source_rows where data_set = +? and key > +? order by key limit ${lookedAtAtOnce}`;
  const rows = runDirectly<{ key: string; id: string }>(tx, next, [data_set, behind]);
  const keys = rows.filter(({ id }) => id >= first_id && id <= last_id).map(({ key }) => key);
  const forget = 'delete from source_rows where data_set = +? and key in (select value from json_each(+?))';
  runDirectly(tx, forget, [data_set, JSON.stringify(keys)]);
  return rows.at(-1)?.key;
}

function deleteSomeRows(tx: Db, { data_set, first_id, last_id }: Entry): boolean {
  const some = `select id from ${dataTable(data_set)} where id between ? and ? limit ${deletedAtOnce}`;
  const found = runDirectly<{ id: string }>(tx, some, [first_id, last_id]);
  const ids = JSON.stringify(found.map(({ id }) => id));
  deleteRows(tx, data_set, ids);
  runDirectly(tx, 'delete from records where id in (select value from json_each(+?))', [ids]);
  return found.length > 0;
}

const isInCatalogue = (tx: Db, { data_set }: Entry): boolean =>
  runDirectly(tx, 'select 1 from data_sets where number = ?', [data_set]).length > 0;
