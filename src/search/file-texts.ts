import { sql } from 'kysely';
import { type FileText, isTextType, type NoTextReason } from '../../schemas/files.ts';
import type { Db } from '../store/tables.ts';

/** The readable text of a file. */
export interface ReadableText {
  readonly status: FileText['status'];
  readonly reason?: NoTextReason;
  /** Only when the text is ready. */
  readonly blob?: { readonly sha256: string; readonly size: number };
  readonly isCut?: boolean;
}

/**
 * The text extracted from a file, or its own bytes. Its own bytes are its text when it is not a document, or a page
 * without extracted text.
 */
export async function fileText(db: Db, fileId: string): Promise<ReadableText> {
  const row = await db
    .selectFrom('files')
    .leftJoin('file_texts as extracted', 'extracted.file_id', 'files.id')
    .select(['files.sha256', 'files.size', 'files.content_type'])
    .select([
      'extracted.status',
      'extracted.reason',
      'extracted.sha256 as extracted_sha256',
      'extracted.size as extracted_size',
      'extracted.is_cut',
    ])
    .where('files.id', '=', fileId)
    .executeTakeFirst();
  if (!row) return { status: 'none' };
  const { status, reason, extracted_sha256: sha256, extracted_size: size } = row;
  if (sha256 !== null && size !== null) return { status: 'ready', blob: { sha256, size }, isCut: row.is_cut === 1 };
  const isOwn = status === null || (status === 'none' && isTextType(row.content_type));
  return isOwn ? { status: 'ready', blob: row } : { status, reason: reason ?? undefined };
}

/** Written out: SQLite takes the indexes of what is pending for nothing that is bound later. */
export const isPending = sql<boolean>`file_texts.status = 'pending'`;

/** How many documents wait for their text to be extracted. */
export async function pendingDocuments(db: Db): Promise<number> {
  const query = db.selectFrom('file_texts').select((eb) => eb.fn.countAll<number>().as('pending'));
  return (await query.where(isPending).executeTakeFirstOrThrow()).pending;
}
