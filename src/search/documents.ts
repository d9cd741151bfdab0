import type { Updateable } from 'kysely';
import { charsetOf, type DocumentFormat, type NoTextReason } from '../../schemas/files.ts';
import { limits } from '../../schemas/limits.ts';
import { hasLapsed, sharedTime } from '../store/shared-time.ts';
import { newId } from '../store/ids.ts';
import type { Db, Tables } from '../store/tables.ts';
import { fileText, isPending } from './file-texts.ts';
import { reindexText } from './indexing.ts';

/** Longer than any attempt lasts: whoever claimed a document before has died. */
const claimMs = 2 * limits.documentSecondsMost * 1_000;

export interface ClaimedDocument {
  readonly fileId: string;
  readonly ownerId: string;
  readonly format: DocumentFormat;
  readonly charset: string | undefined;
  /** The hash of the document's bytes. */
  readonly sha256: string;
  /** How often it was claimed, this time included. */
  readonly attempts: number;
}

/** A file whose text is to be extracted. */
export async function extractLater(tx: Db, fileId: string, ownerId: string, format: DocumentFormat): Promise<void> {
  const row = { file_id: fileId, owner_id: ownerId, format, status: 'pending', attempts: 0 } as const;
  await tx
    .insertInto('file_texts')
    .values({ ...row, claimed_until: 0, reason: null, sha256: null, size: null, is_cut: 0 })
    .execute();
}

/** When a document may be claimed next, in milliseconds since 1970; undefined when none waits. */
export async function nextClaim(db: Db): Promise<number | undefined> {
  const query = db.selectFrom('file_texts').select((eb) => eb.fn.min('claimed_until').as('at'));
  return (await query.where(isPending).executeTakeFirst())?.at ?? undefined;
}

/** Whether a document waits that nobody is at work on. It costs next to nothing to ask. */
export async function isDocumentLeft(db: Db): Promise<boolean> {
  const [at, now] = [await nextClaim(db), await sharedTime(db)];
  return at !== undefined && (at <= now || at > now + 2 * claimMs);
}

/**
 * Claims the next document for a limited time. Owners take turns, and the document with the fewest attempts goes first.
 * The attempt counts before it is made, because the extraction may kill this process too.
 */
export async function claimDocument(tx: Db, lastOwnerId: string): Promise<ClaimedDocument | undefined> {
  const now = await sharedTime(tx);
  const first = (afterOwnerId: string) =>
    tx
      .selectFrom('file_texts')
      .innerJoin('files', 'files.id', 'file_texts.file_id')
      .select(['file_id', 'owner_id', 'format', 'attempts', 'files.sha256', 'files.content_type'])
      .where(isPending)
      .where(hasLapsed('claimed_until', now, claimMs))
      .where('owner_id', '>', afterOwnerId)
      .orderBy('owner_id')
      .orderBy('attempts')
      .orderBy('file_id')
      .limit(1)
      .executeTakeFirst();
  const row = (await first(lastOwnerId)) ?? (await first(''));
  if (!row) return undefined;
  const attempts = row.attempts + 1;
  await tx
    .updateTable('file_texts')
    .set({ attempts, claimed_until: now + claimMs })
    .where('file_id', '=', row.file_id)
    .execute();
  return {
    fileId: row.file_id,
    ownerId: row.owner_id,
    format: row.format,
    charset: charsetOf(row.content_type),
    sha256: row.sha256,
    attempts,
  };
}

/** The document may be claimed again at once; an attempt that does not count was none. */
export async function releaseDocument(tx: Db, claimed: ClaimedDocument, counts: boolean): Promise<void> {
  const attempts = counts ? claimed.attempts : claimed.attempts - 1;
  await changeClaimed(tx, claimed, { attempts, claimed_until: 0 });
}

export interface KeptText {
  readonly sha256: string;
  readonly size: number;
  readonly isCut: boolean;
}

/** The text is there, and searchable soon. */
export async function settleText(tx: Db, claimed: ClaimedDocument, { sha256, size, isCut }: KeptText): Promise<void> {
  const extracted = { status: 'ready', sha256, size, is_cut: isCut ? 1 : 0 } as const;
  if (await changeClaimed(tx, claimed, extracted)) await indexFileAnew(tx, claimed.fileId);
}

/** Records that the document has no extracted text. A file that is itself text is then indexed by its own bytes. */
export async function settleWithoutText(tx: Db, claimed: ClaimedDocument, reason: NoTextReason): Promise<void> {
  if (await changeClaimed(tx, claimed, { status: 'none', reason })) await indexFileAnew(tx, claimed.fileId);
}

/** False when the claim has run out and another process has the document, or had it: then nothing is changed. */
async function changeClaimed(
  tx: Db,
  { fileId, attempts }: ClaimedDocument,
  change: Updateable<Tables['file_texts']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_texts')
    .set(change)
    .where('file_id', '=', fileId)
    .where(isPending)
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** A file is found by its present name at once, and by its text soon. */
export async function indexFileAnew(tx: Db, id: string): Promise<void> {
  const versionId = newId('txt');
  const { file_name: title } = await tx
    .updateTable('files')
    .set({ text_version_id: versionId })
    .where('id', '=', id)
    .returning('file_name')
    .executeTakeFirstOrThrow();
  const { blob } = await fileText(tx, id);
  await reindexText(tx, { type: 'file', id, versionId, title }, blob ? undefined : new Uint8Array());
}
