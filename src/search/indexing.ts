import { wholeCharacters } from '../../schemas/window.ts';
import { newId } from '../store/ids.ts';
import type { Steps } from '../store/database.ts';
import type { Db } from '../store/tables.ts';
import { Turn } from '../turns/turn.ts';
import { dequeue, dequeueEach, enqueue, queuedRecords } from './index-queue.ts';
import {
  addPassages,
  deletePassages,
  type Indexed,
  movePassages,
  passagesAtOnce,
  passagesMovedAtOnce,
  removeStalePassages,
  somePassages,
} from './passage-rows.ts';
import { passagesOf } from './passages.ts';

/** A text of at most this many bytes is searchable with the commit that stores it. The rest of a longer text follows. */
export const inlineBytes = 64 * 1024;

/** Whether the commit that stores a new text makes all of it searchable. The indexer then need not be woken. */
export const isIndexedAtOnce = (text: Uint8Array): boolean => text.byteLength <= inlineBytes;

/**
 * Makes the text of a new resource searchable, in the transaction that stores it. Without `text`, the indexer reads it
 * from the blob later. Resolves to whether all of it is searchable; the indexer then need not be woken.
 */
export async function indexText(tx: Db, resource: Indexed, text?: Uint8Array): Promise<boolean> {
  const done = await addFirstPassages(tx, resource, text);
  const isWhole = done === text?.byteLength;
  if (!isWhole) await enqueue(tx, resource, done);
  return isWhole;
}

/**
 * Makes the text of a new version searchable. Searches stop finding passages of older versions; most are removed later.
 * Without `text`, the indexer reads it from the blob later.
 */
export async function reindexText(tx: Db, resource: Indexed, text?: Uint8Array): Promise<void> {
  await dequeue(tx, resource.id);
  const isClear = await removeStalePassages(tx, resource);
  const done = await addFirstPassages(tx, resource, text);
  if (done !== text?.byteLength || !isClear) await enqueue(tx, resource, done);
}

/** A resource that is gone, or whose text is to be indexed anew, is not found any more. */
export const forgetText = (tx: Db, id: string): Promise<void> => forgetTexts(tx, [id]);

/** The same of many, in as many statements as of one. Many passages become those of nothing at once, and go when the indexer is woken. */
export async function forgetTexts(tx: Db, resourceIds: readonly string[]): Promise<void> {
  const turn = new Turn();
  for await (const _step of forgettingTexts(tx, resourceIds)) await turn.yield();
}

/** The same in steps. A transaction may end at each. */
export async function* forgettingTexts(tx: Db, resourceIds: readonly string[]): Steps<void> {
  const ids = JSON.stringify(resourceIds);
  await dequeueEach(tx, resourceIds);
  const some = await somePassages(tx, { ids });
  if (some.length <= passagesAtOnce) return void (await deletePassages(tx, { ids }));
  const goneId = newId('gone');
  await enqueue(tx, { type: some[0]!.type, id: goneId, versionId: noVersion }, 0);
  while ((await movePassages(tx, { ids, goneId })).length === passagesMovedAtOnce) yield;
}

/** In the queue of a text of which all passages are stale. */
export const noVersion = '';

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

/** Cuts at the last line end, or else between words, or else between characters. */
export function wholeWords(bytes: Uint8Array): Uint8Array {
  const line = bytes.lastIndexOf(0x0a);
  const end = line > 0 ? line : bytes.findLastIndex(isBetweenWords);
  return end > 0 ? bytes.subarray(0, end + 1) : wholeCharacters(bytes);
}

/** ASCII that is neither letter nor digit. */
const isBetweenWords = (byte: number) => byte < 0x80 && !/[A-Za-z0-9]/.test(String.fromCharCode(byte));
