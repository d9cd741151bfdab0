import type { Database } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { graceMs, type IsReferenced } from '../blobs.ts';
import type { Bucket } from './bucket.ts';
import { type Objects, type Position, rowsOfPages, type StoredObject } from './objects.ts';

/**
 * Removes objects that nothing needs, by the table of objects alone. An object is first given up in a transaction, in
 * which no file row can appear. It is removed a grace period later: by then no request that could store it is under way.
 */
export class BucketSweep {
  readonly #database: Database;
  readonly #bucket: Bucket;
  readonly #objects: Objects;
  readonly #isReferenced: IsReferenced;
  readonly #before = new Date(Date.now() - graceMs).toISOString();

  constructor(database: Database, bucket: Bucket, objects: Objects, isReferenced: IsReferenced) {
    this.#database = database;
    this.#bucket = bucket;
    this.#objects = objects;
    this.#isReferenced = isReferenced;
  }

  /** Returns the number of objects removed. */
  async run(): Promise<number> {
    const removed = await this.#removeGone();
    await this.#giveUpOutdated();
    return removed;
  }

  async #removeGone(): Promise<number> {
    let removed = 0;
    const page = (after: Position) => this.#database.read((db) => this.#objects.gonePage(db, this.#before, after));
    for await (const rows of rowsOfPages(page)) {
      const gone: StoredObject[] = [];
      for (const row of rows) {
        if (await this.#isNeeded(row)) continue;
        await this.#bucket.delete(row.object);
        gone.push(row);
      }
      await this.#database.write('background', async (tx) => {
        for (const row of gone) await this.#objects.remove(tx, row);
      });
      removed += gone.length;
    }
    return removed;
  }

  /** Whether a file relies on an object that was given up, as after a process that slept between two steps. */
  #isNeeded(row: StoredObject): Promise<boolean> {
    if (row.stored_at === null) return Promise.resolve(false);
    return this.#database.write('background', async (tx) => {
      if (!(await this.#isReferenced(row.sha256, tx)) || (await this.#objects.live(tx, row.sha256))) return false;
      await this.#objects.takeBack(tx, row);
      return true;
    });
  }

  async #giveUpOutdated(): Promise<void> {
    const page = (after: Position) => this.#database.read((db) => this.#objects.outdatedPage(db, this.#before, after));
    for await (const rows of rowsOfPages(page)) {
      const unneeded: StoredObject[] = [];
      for (const row of rows) if (row.stored_at === null || !(await this.#isReferenced(row.sha256))) unneeded.push(row);
      if (unneeded.length === 0) continue;
      await this.#database.write('background', async (tx) => {
        for (const row of unneeded) await this.#giveUp(tx, row);
      });
    }
  }

  /** Looks again, because an upload may have relied on the object meanwhile. */
  async #giveUp(tx: Db, row: StoredObject): Promise<void> {
    const isNeeded = row.stored_at !== null && (await this.#isReferenced(row.sha256, tx));
    if (!isNeeded) await this.#objects.giveUp(tx, row, this.#before);
  }
}
