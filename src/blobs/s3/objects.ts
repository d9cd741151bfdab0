import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db, Tables } from '../../store/tables.ts';

/** A row of the table of objects. */
export type StoredObject = Selectable<Tables['blobs']>;

interface Blob {
  readonly sha256: string;
  readonly size: number;
}

/**
 * The rows that say which object of one bucket holds which blob. A row is written before its object is put, so every
 * object is known. An object is live once it is stored and until it is gone.
 */
export class Objects {
  readonly #bucket: string;
  readonly #workspace: string;

  constructor(bucket: string, workspaceId: string) {
    this.#bucket = bucket;
    this.#workspace = workspaceId;
  }

  /** A live object of the blob. */
  live(db: Db, sha256: string): Promise<Pick<StoredObject, 'object' | 'size'> | undefined> {
    return this.#live(db)
      .select(['object', 'size'])
      .where('sha256', '=', sha256)
      .orderBy('object')
      .limit(1)
      .executeTakeFirst();
  }

  /** Whether any blob has a live object. */
  async areAny(db: Db): Promise<boolean> {
    return (await this.#live(db).select('object').limit(1).executeTakeFirst()) !== undefined;
  }

  /** Lets an upload rely on an object that is live. False if there is none. */
  async renew(tx: Db, sha256: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('blobs')
      .set({ kept_at: now() })
      .where('sha256', '=', sha256)
      .where('bucket', '=', this.#bucket)
      .where('stored_at', 'is not', null)
      .where('gone_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Notes an object that will be put, under a name that was never used. */
  async begin(tx: Db, { sha256, size }: Blob): Promise<string> {
    const object = `${this.#workspace}/${sha256}/${randomBytes(12).toString('base64url')}`;
    await tx.insertInto('blobs').values({ sha256, bucket: this.#bucket, object, size, kept_at: now() }).execute();
    return object;
  }

  /** The bucket has the object, which takes the place of others. False if a sweep has given it up meanwhile. */
  async confirm(tx: Db, { sha256 }: Blob, object: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('blobs')
      .set({ kept_at: now(), stored_at: now() })
      .where('sha256', '=', sha256)
      .where('object', '=', object)
      .where('gone_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx
      .updateTable('blobs')
      .set({ gone_at: now() })
      .where('sha256', '=', sha256)
      .where('bucket', '=', this.#bucket)
      .where('object', '!=', object)
      .where('stored_at', 'is not', null)
      .where('gone_at', 'is', null)
      .execute();
    return true;
  }

  /**
   * No upload may rely on the object from now on, unless one did since `before`. A later sweep removes it, also if a late
   * request still stores it.
   */
  async giveUp(tx: Db, { sha256, object }: Position, before?: string): Promise<void> {
    await tx
      .updateTable('blobs')
      .set({ gone_at: now() })
      .where('sha256', '=', sha256)
      .where('object', '=', object)
      .where('gone_at', 'is', null)
      .$if(before !== undefined, (rows) => rows.where('kept_at', '<', before!))
      .execute();
  }

  /** A blob that is needed after all has its object back. */
  async takeBack(tx: Db, { sha256, object }: Position): Promise<void> {
    await tx
      .updateTable('blobs')
      .set({ kept_at: now(), gone_at: null })
      .where('sha256', '=', sha256)
      .where('object', '=', object)
      .execute();
  }

  async remove(tx: Db, { sha256, object }: Position): Promise<void> {
    await tx.deleteFrom('blobs').where('sha256', '=', sha256).where('object', '=', object).execute();
  }

  /** Live objects after one, by blob; a page at a time. */
  livePage(db: Db, after: Position): Promise<StoredObject[]> {
    return afterIn(this.#live(db).selectAll(), after).execute();
  }

  /** Objects on which no upload relied since a moment, and that are not gone. */
  outdatedPage(db: Db, before: string, after: Position): Promise<StoredObject[]> {
    const rows = this.#rows(db).selectAll().where('gone_at', 'is', null).where('kept_at', '<', before);
    return afterIn(rows, after).execute();
  }

  /** Objects that were gone before a moment. */
  gonePage(db: Db, before: string, after: Position): Promise<StoredObject[]> {
    return afterIn(this.#rows(db).selectAll().where('gone_at', '<', before), after).execute();
  }

  #rows(db: Db) {
    return db.selectFrom('blobs').where('bucket', '=', this.#bucket);
  }

  #live(db: Db) {
    return this.#rows(db).where('stored_at', 'is not', null).where('gone_at', 'is', null);
  }
}

const pageSize = 200;

/** Where a page begins: behind this row. */
export type Position = Pick<StoredObject, 'sha256' | 'object'>;

type Rows = ReturnType<ReturnType<typeof rowsOf>['selectAll']>;
const rowsOf = (db: Db) => db.selectFrom('blobs');

const afterIn = (rows: Rows, { sha256, object }: Position): Rows =>
  rows
    .where(({ eb, refTuple, tuple }) => eb(refTuple('sha256', 'object'), '>', tuple(sha256, object)))
    .orderBy('sha256')
    .orderBy('object')
    .limit(pageSize);

/** Every row of pages that are read one by one, each after the last row of the one before. */
export async function* rowsOfPages(
  page: (after: Position) => Promise<StoredObject[]>,
): AsyncGenerator<StoredObject[], void> {
  let after: Position = { sha256: '', object: '' };
  for (;;) {
    const rows = await page(after);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!;
  }
}

const now = () => new Date().toISOString();
