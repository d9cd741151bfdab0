import { sql } from 'kysely';
import { type Blobs, LostBytesError } from '../blobs/blobs.ts';
import type { DataRow } from '../store/data-tables/data-tables.ts';
import { rowsFrom } from '../store/data-tables/published-rows.ts';
import type { Database, Steps } from '../store/database.ts';
import type { Db } from '../store/tables.ts';
import { meetWords } from '../text/terms.ts';
import { Background } from '../turns/background.ts';
import { Rest } from '../turns/rest.ts';
import { Turn } from '../turns/turn.ts';
import { BegunTexts } from './begun-texts.ts';
import { fileText, pendingDocuments } from './file-texts.ts';
import { homeOfChannel } from './homes-sql.ts';
import {
  dequeue,
  enqueue,
  isSameStretch,
  isStillQueued,
  nextQueued,
  type Queued,
  queuedRecords,
  queueLength,
} from './index-queue.ts';
import { forgetText, indexText, inlineBytes, noVersion, wholeWords } from './indexing.ts';
import {
  addPassages,
  findPassages,
  hasStalePassages,
  indexedResource,
  passagesAtOnce,
  removeEmptyPassage,
  removeStalePassages,
} from './passage-rows.ts';
import { passagesOf } from './passages.ts';
import { recordText, textFields, textOfRecord } from './records.ts';

/** The indexer reads this much of a text at once. It writes a piece of it before other writers may have their turn. */
const batchBytes = 128 * 1024;
const pieceBytes = 32 * 1024;
const batchRecords = 20;
const recordBatches = 25;
/** Stale passages are removed a few at a time. After this many, other texts have their turn. */
const batchPassages = 200;

interface IndexerOptions {
  readonly database: Database;
  readonly blobs: Blobs;
  /** Whether other processes index the texts. */
  readonly leavesTexts: boolean;
  readonly onError: (error: unknown) => void;
}

/** Writes what `indexText` left over, batch by batch, in the background; several processes may do so at once. */
export class Indexer {
  readonly #database: Database;
  readonly #blobs: Blobs;
  readonly #leavesTexts: boolean;
  readonly #onError: (error: unknown) => void;
  readonly #begun = new BegunTexts();
  readonly #background: Background;
  readonly #rest = new Rest();
  /** The head of the queue at the last look. */
  #seen: Queued | undefined;

  constructor({ database, blobs, leavesTexts, onError }: IndexerOptions) {
    this.#database = database;
    this.#blobs = blobs;
    this.#leavesTexts = leavesTexts;
    this.#onError = onError;
    this.#background = new Background(
      () => this.#step(),
      (error) => {
        onError(error);
        this.#rest.begin();
      },
    );
  }

  /** Starts the work; work that is under way looks once more before it ends. */
  wake(): void {
    if (!this.#leavesTexts) this.#background.wake();
  }

  /** Starts the work if the queue did not move since the last look: nobody is at work on it. */
  async look(): Promise<void> {
    if (!this.#rest.isOver) return;
    const next = await this.#database.read(nextQueued);
    if (next !== undefined && this.#seen !== undefined && isSameStretch(next, this.#seen)) this.wake();
    this.#seen = next;
  }

  /** How many texts search does not know whole yet. */
  queued(): Promise<number> {
    return this.#database.read(async (db) => (await queueLength(db)) + (await pendingDocuments(db)));
  }

  /** Resolves when no work is under way. */
  idle(): Promise<void> {
    return this.#background.idle();
  }

  /** Ends after the batch under way; the rest is found by whoever opens the folder next. */
  close(): Promise<void> {
    return this.#background.close();
  }

  async #step(): Promise<boolean> {
    const next = await this.#database.read(nextQueued);
    if (!next) return false;
    await this.#indexNext(next);
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  }

  /** A text whose bytes are gone is given up, so that it keeps no other from being found. Any other fault is tried again later. */
  async #indexNext(next: Queued): Promise<void> {
    if (next.resource_type === 'data_set') return this.#indexRecords(next.resource_id);
    const stale = { id: next.resource_id, versionId: next.version_id };
    if (await this.#database.read((db) => hasStalePassages(db, stale)))
      return this.#database.writeInStretches('background', (tx) => clearAway(tx, next));
    const bytes = await this.#textOf(next).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      this.#onError(error);
      return undefined;
    });
    if (bytes) await this.#database.writeInStretches('background', (tx) => indexBatch(tx, next, bytes));
    else await this.#database.write('background', (tx) => giveUp(tx, next));
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

const isGone = (error: unknown) =>
  error instanceof LostBytesError || (error instanceof Error && 'code' in error && error.code === 'ENOENT');

/** A text whose bytes are gone. The queue may hold a later version by now. */
async function giveUp(tx: Db, queued: Queued): Promise<void> {
  if (await isStillQueued(tx, queued)) await dequeue(tx, queued.resource_id);
}

/**
 * Removes stale passages before the text is indexed further. The queue may hold a later version by now. A text with many
 * goes to the end of the queue.
 */
async function* clearAway(tx: Db, queued: Queued): Steps<void> {
  const { resource_type: type, resource_id: id, version_id: versionId, next_offset: offset } = queued;
  for (let removed = 0; await isStillQueued(tx, queued); yield) {
    if (await removeStalePassages(tx, { id, versionId })) {
      if (versionId === noVersion) await dequeue(tx, id);
      return;
    }
    removed += passagesAtOnce;
    if (removed >= batchPassages) return enqueue(tx, { type, id, versionId }, offset);
  }
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
  const { rows, nextId } = await rowsFrom(tx, dataSet.number, from, { most: batchRecords, characters: pieceBytes });
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
