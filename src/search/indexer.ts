import { sql } from 'kysely';
import { wholeCharacters } from '../../schemas/window.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { DataRow } from '../store/data-tables/data-tables.ts';
import type { Database, Steps } from '../store/database.ts';
import type { Db, IndexedType } from '../store/tables.ts';
import { newId } from '../store/ids.ts';
import { eachOf, prepared, preparedInsert } from '../store/prepared.ts';
import { rowsFrom } from '../store/data-tables/published-rows.ts';
import { meetWords } from '../text/terms.ts';
import { Turn } from '../turns/turn.ts';
import { BegunTexts } from './begun-texts.ts';
import { fileText, pendingDocuments } from './file-texts.ts';
import { homeOfChannel, homeOfResource } from './homes.ts';
import { passagesOf } from './passages.ts';
import { recordText, textFields, textOfRecord } from './records.ts';

/**
 * A text of at most this many bytes is searchable with the commit that stores it. The rest of a longer text follows.
 */
const inlineBytes = 64 * 1024;
/** The indexer reads this much of a text at once. It writes a piece of it before other writers may have their turn. */
const batchBytes = 128 * 1024;
const pieceBytes = 32 * 1024;
const batchPassages = 200;
/** Others have their turn after this many passages. Removing a passage takes as long as adding it. */
const passagesAtOnce = 20;
const passagesMovedAtOnce = 500;
const batchRecords = 50;
const recordBatches = 10;

export interface Indexed {
  readonly type: IndexedType;
  readonly id: string;
  /** Which state of the resource the text is; passages of other states are invisible and go away. */
  readonly versionId: string;
  readonly title: string;
  /** Where it is known already. */
  readonly home?: number;
}

/** Whether the commit that stores a new text makes all of it searchable. The indexer then need not be woken. */
export const isIndexedAtOnce = (text: Uint8Array): boolean => text.byteLength <= inlineBytes;

/** Makes the text of a new resource searchable, in the transaction that stores it. Without `text`, the indexer reads it from the blob later. */
export async function indexText(tx: Db, resource: Indexed, text?: Uint8Array): Promise<void> {
  const done = await addFirstPassages(tx, resource, text);
  if (done !== text?.byteLength) await enqueue(tx, resource, done);
}

/**
 * Makes the text of a new version searchable. Searches stop finding passages of older versions; most are removed later.
 */
export async function reindexText(tx: Db, resource: Indexed, text: Uint8Array): Promise<void> {
  await dequeue(tx, resource.id);
  const isClear = await removeStalePassages(tx, resource, passagesAtOnce);
  const done = await addFirstPassages(tx, resource, text);
  if (done < text.byteLength || !isClear) await enqueue(tx, resource, done);
}

/** A resource that is gone, or whose text is to be indexed anew, is not found any more. */
export const forgetText = (tx: Db, id: string): Promise<void> => forgetTexts(tx, [id]);

/** The same of many, in as many statements as of one. Many passages become those of nothing at once, and go when the indexer is woken. */
export async function forgetTexts(tx: Db, resourceIds: readonly string[]): Promise<void> {
  const ids = JSON.stringify(resourceIds);
  await dequeueEach(tx, { ids });
  const some = await somePassages(tx, { ids });
  if (some.length <= passagesAtOnce) return void (await deletePassages(tx, { ids }));
  const goneId = newId('gone');
  const turn = new Turn();
  while ((await movePassages(tx, { ids, goneId })).length === passagesMovedAtOnce) await turn.yield();
  await enqueue(tx, { type: some[0]!.type, id: goneId, versionId: noVersion }, 0);
}

/** In the queue of a text of which all passages are stale. */
const noVersion = '';

const somePassages = prepared((db, by: { ids: string }) =>
  db
    .selectFrom('passages')
    .select('resource_type as type')
    .where('resource_id', 'in', eachOf(by.ids))
    .limit(sql.lit(passagesAtOnce + 1)),
);

const movePassages = prepared((db, by: { ids: string; goneId: string }) =>
  db
    .updateTable('passages')
    .set({ resource_id: by.goneId })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('passages')
        .select('id')
        .where('resource_id', 'in', eachOf(by.ids))
        .limit(sql.lit(passagesMovedAtOnce)),
    )
    .returning('id'),
);

const dequeueEach = prepared((db, by: { ids: string }) =>
  db.deleteFrom('index_queue').where('resource_id', 'in', eachOf(by.ids)),
);

const deletePassages = prepared((db, by: { ids: string }) =>
  db.deleteFrom('passages').where('resource_id', 'in', eachOf(by.ids)),
);

/**
 * Makes records of a Data Set searchable in the background, when many are added or changed at once. It covers the
 * records from `firstRecordId` on whose passages are out of date. Until then they are found by their old text. A caller
 * that must avoid this removes their text first.
 */
export async function indexRecordsLater(tx: Db, dataSetId: string, firstRecordId = ''): Promise<void> {
  const queued = await queuedRecords(tx, dataSetId);
  const from = queued !== undefined && queued < firstRecordId ? queued : firstRecordId;
  await enqueue(tx, { type: 'data_set', id: dataSetId, versionId: from }, 0);
}

/**
 * Adds the passages of the part of a text that is indexed at once. A text without passages gets an empty one. Returns
 * the length of that part in bytes.
 */
async function addFirstPassages(tx: Db, resource: Indexed, text: Uint8Array = new Uint8Array()): Promise<number> {
  const first = isIndexedAtOnce(text) ? text : wholeWords(text.subarray(0, inlineBytes));
  const hasPassages = await addPassages(tx, resource, passagesOf(Buffer.from(first).toString()));
  if (!hasPassages) await addPassages(tx, resource, ['']);
  return first.byteLength;
}

/** Writes what `indexText` left over, batch by batch, in the background; several processes may do so at once. */
export class Indexer {
  readonly #database: Database;
  readonly #blobs: Blobs;
  readonly #onError: (error: unknown) => void;
  readonly #begun = new BegunTexts();
  #running: Promise<void> | undefined;
  #closed = false;
  #again = false;

  constructor(database: Database, blobs: Blobs, onError: (error: unknown) => void) {
    this.#database = database;
    this.#blobs = blobs;
    this.#onError = onError;
  }

  /** Starts the work; work that is under way looks once more before it ends. */
  wake(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#running ??= this.#work()
      .catch((error: unknown) => {
        this.#again = false;
        this.#onError(error);
      })
      .finally(() => {
        this.#running = undefined;
        if (this.#again) this.wake();
      });
  }

  /** How many texts search does not know whole yet. */
  queued(): Promise<number> {
    return this.#database.read(async (db) => (await queueLength(db)) + (await pendingDocuments(db)));
  }

  /** Resolves when no work is under way. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Ends after the batch under way; the rest is found by whoever opens the folder next. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      const next = await this.#database.read(nextQueued);
      if (!next) continue;
      this.#again = true;
      await this.#indexNext(next);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** A text whose bytes are gone is given up, so that it keeps no other from being found. Any other fault is tried again later. */
  async #indexNext(next: Queued): Promise<void> {
    if (next.resource_type === 'data_set') return this.#indexRecords(next.resource_id);
    const stale = { id: next.resource_id, versionId: next.version_id };
    if (await this.#database.read((db) => hasStalePassages(db, stale)))
      return this.#database.write('background', (tx) => clearAway(tx, next));
    const bytes = await this.#textOf(next).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      this.#onError(error);
      return undefined;
    });
    if (bytes) await this.#database.writeInStretches('background', (tx) => indexBatch(tx, next, bytes));
    else await this.#database.write('background', (tx) => dequeue(tx, next.resource_id));
  }

  /** Each batch by itself is right, whatever others write in between. */
  #indexRecords(dataSetId: string): Promise<void> {
    return this.#database.writeInStretches('background', async function* (tx) {
      for (let batch = 0; batch < recordBatches && (await indexRecords(tx, dataSetId)); batch += 1) yield;
    });
  }

  /** The next stretch of the text; what is left of it when it is shorter than a batch. */
  async #textOf({ resource_type, resource_id, version_id, next_offset }: Queued): Promise<Uint8Array> {
    if (resource_type === 'artifact') return this.#database.read((db) => artifactText(db, version_id, next_offset));
    if (resource_type === 'record') return this.#recordText(resource_id, version_id, next_offset);
    if (resource_type === 'post') return this.#database.read((db) => postText(db, resource_id, next_offset));
    return this.#fileText(resource_id, next_offset);
  }

  /**
   * A large record is read once, not again for every stretch. A record that is indexed anew begins among its first
   * bytes.
   */
  async #recordText(id: string, versionId: string, start: number): Promise<Uint8Array> {
    const begun = this.#begun.take(id, versionId, start, batchBytes);
    const known = start > inlineBytes ? begun : undefined;
    const text = known ?? Buffer.from(await this.#database.read((db) => textOfRecord(db, id)));
    const end = start + batchBytes;
    if (end < text.byteLength) this.#begun.keep(id, { versionId, start, text });
    return text.subarray(start, end);
  }

  async #fileText(fileId: string, start: number): Promise<Uint8Array> {
    const { blob } = await this.#database.read((db) => fileText(db, fileId));
    if (!blob || start >= blob.size) return new Uint8Array();
    const end = Math.min(blob.size, start + batchBytes) - 1;
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.#blobs.open(blob.sha256, { start, end })) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

type Queued = NonNullable<Awaited<ReturnType<typeof nextQueued>>>;

async function nextQueued(db: Db) {
  return db.selectFrom('index_queue').selectAll().orderBy('queued_at').limit(1).executeTakeFirst();
}

async function queueLength(db: Db): Promise<number> {
  const query = db.selectFrom('index_queue').select((eb) => eb.fn.countAll<number>().as('length'));
  return (await query.executeTakeFirstOrThrow()).length;
}

/** Removes stale passages before the text is indexed further. The queue may hold a later version by now. */
async function clearAway(tx: Db, queued: Queued): Promise<void> {
  if (!(await isStillQueued(tx, queued))) return;
  const { resource_id: id, version_id: versionId } = queued;
  const isAll = await removeStalePassages(tx, { id, versionId });
  if (isAll && versionId === noVersion) await dequeue(tx, id);
}

/** The next stretch of a text, a piece in each step; what another process has done meanwhile is dropped. */
async function* indexBatch(tx: Db, queued: Queued, bytes: Uint8Array): Steps<void> {
  const isLast = bytes.byteLength < batchBytes;
  const stretch = isLast ? bytes : wholeWords(bytes);
  for (let done = 0; ; yield) {
    const rest = stretch.subarray(done);
    const piece = rest.byteLength <= pieceBytes ? rest : wholeWords(rest.subarray(0, pieceBytes));
    const next = { ...queued, next_offset: queued.next_offset + done };
    if (!(await isStillQueued(tx, next))) return;
    const resource = await indexedResource(tx, queued);
    if (!resource) return dequeue(tx, queued.resource_id);
    const hasPassages = await addPassages(tx, resource, passagesOf(Buffer.from(piece).toString()));
    if (queued.next_offset === 0 && hasPassages) await removeEmptyPassage(tx, resource);
    done += piece.byteLength;
    const isDone = done === stretch.byteLength;
    if (isDone && isLast) return dequeue(tx, resource.id);
    await enqueue(tx, resource, queued.next_offset + done);
    if (isDone) return;
  }
}

/** The next records of a Data Set, as they stand in this transaction. Returns whether there are more. */
async function indexRecords(tx: Db, dataSetId: string): Promise<boolean> {
  const from = await queuedRecords(tx, dataSetId);
  if (from === undefined) return false;
  const dataSet = await tx
    .selectFrom('data_sets')
    .select(['number', 'channel_id'])
    .where('id', '=', dataSetId)
    .executeTakeFirst();
  if (!dataSet) {
    await dequeue(tx, dataSetId);
    return false;
  }
  const fields = await textFields(tx, dataSet.number);
  const { rows, nextId } = rowsFrom(tx, dataSet.number, from, { most: batchRecords, characters: batchBytes });
  const home = await homeOfChannel(tx, dataSet.channel_id);
  const records = rows.map((row) => ({ row, text: recordText(fields, row) }));
  await meetRecords(records.map(({ row, text }) => `${row.title}\n${text}`).join('\n'));
  for (const { row, text } of records) await indexRow(tx, row, text, home);
  if (nextId !== undefined) await enqueue(tx, { type: 'data_set', id: dataSetId, versionId: nextId }, 0);
  else await dequeue(tx, dataSetId);
  return nextId !== undefined;
}

/** Records are short, and their words are learnt sooner together. As many at once as a passage has; others have their turn. */
async function meetRecords(text: string): Promise<void> {
  const turn = new Turn();
  for (const passage of passagesOf(text.slice(0, batchBytes))) {
    meetWords(passage);
    await turn.yield();
  }
}

/** Makes a record searchable by what it says. */
async function indexRow(tx: Db, row: DataRow, text: string, home: number): Promise<void> {
  const passages = await findPassages(tx, { id: row.id });
  if (passages.length > 0 && areAllOf(text, passages)) return;
  if (passages.length > 0) await forgetText(tx, row.id);
  await indexText(
    tx,
    { type: 'record', id: row.id, versionId: String(row.version), title: row.title, home },
    Buffer.from(text),
  );
}

/** Whether passages, which may be cut anywhere and lack only the white space between them, are all of a text. */
function areAllOf(text: string, passages: readonly { body: string }[]): boolean {
  let rest = text.trimStart();
  for (const { body } of passages) {
    if (!rest.startsWith(body)) return false;
    rest = rest.slice(body.length).trimStart();
  }
  return rest === '';
}

/** From which record on those of a Data Set are still to be indexed; undefined when all of them are. */
async function queuedRecords(tx: Db, dataSetId: string): Promise<string | undefined> {
  const queued = await tx
    .selectFrom('index_queue')
    .select('version_id')
    .where('resource_id', '=', dataSetId)
    .executeTakeFirst();
  return queued?.version_id;
}

const findPassages = prepared((db, by: { id: string }) =>
  db.selectFrom('passages').select('body').where('resource_id', '=', by.id).orderBy('id'),
);

async function isStillQueued(tx: Db, { resource_id, version_id, next_offset }: Queued): Promise<boolean> {
  const row = await tx
    .selectFrom('index_queue')
    .select('resource_id')
    .where('resource_id', '=', resource_id)
    .where('version_id', '=', version_id)
    .where('next_offset', '=', next_offset)
    .executeTakeFirst();
  return row !== undefined;
}

/** The resource as its first passage names it. */
async function indexedResource(
  tx: Db,
  { resource_id: id, version_id: versionId }: Queued,
): Promise<Indexed | undefined> {
  const first = await tx
    .selectFrom('passages')
    .select(['resource_type as type', 'title'])
    .where('resource_id', '=', id)
    .where('version_id', '=', versionId)
    .limit(1)
    .executeTakeFirst();
  return first && { ...first, id, versionId };
}

/** The passage that stood for a text that was not read yet. */
async function removeEmptyPassage(tx: Db, { id, versionId }: Indexed): Promise<void> {
  await tx
    .deleteFrom('passages')
    .where('resource_id', '=', id)
    .where('version_id', '=', versionId)
    .where('body', '=', '')
    .execute();
}

async function artifactText(db: Db, versionId: string, start: number): Promise<Uint8Array> {
  const row = await db
    .selectFrom('artifact_versions')
    .select(sql<Uint8Array>`substr(content, ${start + 1}, ${batchBytes})`.as('text'))
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.text ?? new Uint8Array();
}

async function postText(db: Db, postId: string, start: number): Promise<Uint8Array> {
  const row = await db.selectFrom('posts').select('body').where('id', '=', postId).executeTakeFirst();
  return Buffer.from(row?.body ?? '').subarray(start, start + batchBytes);
}

/** Cuts at the last line end, or else between words, or else between characters. */
function wholeWords(bytes: Uint8Array): Uint8Array {
  const line = bytes.lastIndexOf(0x0a);
  const end = line > 0 ? line : bytes.findLastIndex(isBetweenWords);
  return end > 0 ? bytes.subarray(0, end + 1) : wholeCharacters(bytes);
}

/** ASCII that is neither letter nor digit. */
const isBetweenWords = (byte: number) => byte < 0x80 && !/[A-Za-z0-9]/.test(String.fromCharCode(byte));

const insertPassage = preparedInsert('passages');

/** While they are added, others have their turn between them. Returns whether there were any. */
async function addPassages(tx: Db, resource: Indexed, bodies: Iterable<string>): Promise<boolean> {
  const { type, id, versionId, title } = resource;
  const home = resource.home ?? (await homeOfResource(tx, type, id));
  const turn = new Turn();
  let added = 0;
  for (const body of bodies) {
    await insertPassage(tx, { resource_type: type, resource_id: id, version_id: versionId, home, title, body });
    added += 1;
    await turn.yield();
  }
  return added > 0;
}

/**
 * Removes at most `most` stale passages, and lets others have their turn in between. Returns whether those were all.
 */
async function removeStalePassages(
  tx: Db,
  { id, versionId }: Pick<Indexed, 'id' | 'versionId'>,
  most = batchPassages,
): Promise<boolean> {
  const turn = new Turn();
  const stale = tx
    .selectFrom('passages')
    .select('id')
    .where('resource_id', '=', id)
    .where('version_id', '!=', versionId)
    .limit(passagesAtOnce);
  for (let removed = 0; removed < most; removed += passagesAtOnce) {
    const { numDeletedRows } = await tx.deleteFrom('passages').where('id', 'in', stale).executeTakeFirstOrThrow();
    if (numDeletedRows < passagesAtOnce) return true;
    await turn.yield();
  }
  return false;
}

async function hasStalePassages(db: Db, { id, versionId }: Pick<Indexed, 'id' | 'versionId'>): Promise<boolean> {
  const stale = await db
    .selectFrom('passages')
    .select('id')
    .where('resource_id', '=', id)
    .where('version_id', '!=', versionId)
    .limit(1)
    .executeTakeFirst();
  return stale !== undefined;
}

async function enqueue(
  tx: Db,
  { type, id, versionId }: { type: Queued['resource_type']; id: string; versionId: string },
  nextOffset: number,
): Promise<void> {
  const row = {
    resource_type: type,
    version_id: versionId,
    next_offset: nextOffset,
    queued_at: new Date().toISOString(),
  };
  await tx
    .insertInto('index_queue')
    .values({ resource_id: id, ...row })
    .onConflict((conflict) => conflict.column('resource_id').doUpdateSet(row))
    .execute();
}

async function dequeue(tx: Db, resourceId: string): Promise<void> {
  await tx.deleteFrom('index_queue').where('resource_id', '=', resourceId).execute();
}
