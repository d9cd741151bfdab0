import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { WorkspaceError } from '../../schemas/errors.ts';
import { type Blobs, LostBytesError } from '../blobs/blobs.ts';
import type { Database } from '../store/database.ts';
import { digested, systemCode } from './file-bytes.ts';
import { type ReferencedBlob, referencedBlobs } from './referenced-blobs.ts';

/** A blob that cannot be backed up, and a file that needs it. */
export interface LostBlob {
  readonly sha256: string;
  /** The problem, such as `is missing`. */
  readonly problem: string;
  readonly fileId: string;
  readonly fileName: string;
}

/** Every referenced blob that is missing or damaged. Reads all blobs. */
export async function* lostBlobs(database: Database, blobs: Blobs): AsyncGenerator<LostBlob, void> {
  for await (const blob of referencedBlobs(database)) {
    const problem = (await sizeProblem(blobs, blob)) ?? (await bytesProblem(blobs, blob));
    if (problem !== undefined) yield lostBlob(database, blob, problem);
  }
}

/** A sweep may move a blob aside for a moment. */
const asideMs = 500;

export async function sizeProblem(blobs: Blobs, blob: ReferencedBlob): Promise<string | undefined> {
  const size = (await blobs.size(blob.sha256)) ?? (await sleep(asideMs).then(() => blobs.size(blob.sha256)));
  if (size === undefined) return 'is missing';
  return size === blob.size ? undefined : `has ${size} bytes, not ${blob.size}`;
}

/** A blob that does not match its digest or cannot be read. */
export class DamagedBlobError extends Error {
  readonly problem: string;

  constructor({ sha256 }: ReferencedBlob, problem: string) {
    super(`the blob ${sha256} ${problem}`);
    this.problem = problem;
  }
}

/** The bytes of a blob. Throws `DamagedBlobError` at the end if they do not match its digest. */
export async function* soundBytes(blobs: Blobs, blob: ReferencedBlob): AsyncGenerator<Uint8Array, void> {
  try {
    yield* digested(blobs.open(blob.sha256), blob.sha256, () => new DamagedBlobError(blob, 'is damaged'));
  } catch (error) {
    if (error instanceof LostBytesError) throw new DamagedBlobError(blob, error.problem);
    // A bucket that cannot be reached says nothing about the blob.
    if (error instanceof DamagedBlobError || error instanceof WorkspaceError) throw error;
    throw new DamagedBlobError(blob, `cannot be read (${systemCode(error) ?? 'unknown reason'})`);
  }
}

export async function bytesProblem(blobs: Blobs, blob: ReferencedBlob): Promise<string | undefined> {
  try {
    for await (const _piece of soundBytes(blobs, blob));
    return undefined;
  } catch (error) {
    if (error instanceof DamagedBlobError) return error.problem;
    throw error;
  }
}

/** Adds one of the files that need the blob. */
export async function lostBlob(database: Database, { sha256 }: ReferencedBlob, problem: string): Promise<LostBlob> {
  const find = sql<Pick<LostBlob, 'fileId' | 'fileName'>>`select id as "fileId", file_name as "fileName" from files
    where sha256 = ${sha256} or id in (select file_id from file_texts where sha256 = ${sha256}) limit 1`;
  const { rows } = await database.read((db) => find.execute(db));
  return { sha256, problem, ...rows[0]! };
}
