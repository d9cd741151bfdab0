import { WorkspaceError } from '../../schemas/errors.ts';
import type { ByteRange } from '../../schemas/files.ts';
import { readOnlyRefusal } from '../store/refusals.ts';
import type { Db } from '../store/tables.ts';

/** Bytes that arrived whole but have no name yet. */
export interface StagedBlob {
  readonly sha256: string;
  readonly size: number;
  /** The first bytes, enough to recognize a format by its signature. */
  readonly head: Uint8Array;
  /** Reads the bytes in pieces, before `keep` or `discard`. Synchronous, so that a transaction may read them. */
  pieces(): Iterable<Uint8Array>;
  /** Moves the bytes to their final name, durably. With `anew`, never relies on equal bytes that seem to be stored. */
  keep(options?: { readonly anew?: boolean }): Promise<void>;
  /** Removes the bytes; does nothing after `keep`. */
  discard(): Promise<void>;
}

/** The storage can be reached, but has not all bytes of a blob. */
export class LostBytesError extends WorkspaceError {
  readonly problem: string;

  constructor(problem: string) {
    super('internal', lostBytes);
    this.problem = problem;
  }
}

const lostBytes =
  'The storage of files has lost bytes of this file. Upload the file again, or ask who runs this workspace to put them back from a backup.';

/** Whether a row references a blob. A sweep that decides in a transaction passes it. */
export type IsReferenced = (sha256: string, db?: Db) => Promise<boolean>;

/** Immutable byte strings named by their SHA-256. A later sweep removes those without a row. */
export interface Blobs {
  /** Streams to storage, taking turns by subject. Throws `too_large` one byte above `maxBytes`, and keeps nothing. */
  stage(bytes: AsyncIterable<Uint8Array>, maxBytes: number, subject: string): Promise<StagedBlob>;
  /** Streams the bytes, or a range of them. A range that ends before it begins is empty. */
  open(sha256: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** The size in bytes, or undefined if the blob does not exist. */
  size(sha256: string): Promise<number | undefined>;
  /** Throws `unavailable` unless blobs can be reached. */
  ready(): Promise<void>;
  /**
   * Removes abandoned uploads and old blobs that `isReferenced` denies; returns the number of blobs removed. Old means
   * beyond the grace period. Does nothing if the clock jumped ahead since the last sweep.
   */
  sweep(isReferenced: IsReferenced): Promise<number>;
  /** Yields a problem for each blob whose bytes do not match its name and place. */
  damaged(): AsyncIterable<string>;
  /** Uploads that never ended and unreferenced blobs that a sweep should have removed long ago. */
  leftovers(isReferenced: IsReferenced): AsyncIterable<string>;
  /** Resolves when no upload is under way. */
  idle(): Promise<void>;
  /** Lets go of connections and temporary files. */
  close(): Promise<void>;
}

/** Blobs of a workspace opened for reading only. */
export function readOnlyBlobs(blobs: Blobs): Blobs {
  const refuse = async () => {
    throw readOnlyRefusal();
  };
  return { ...blobs, stage: refuse, sweep: refuse };
}

/** Blobs younger than this may belong to an upload whose row still follows. */
export const graceMs = 60 * 60 * 1_000;

/** By this age a sweep has run, if any process works on the workspace. */
export const forgottenMs = 24 * graceMs;

/** Tells whether the clock jumped ahead since the last call, as after sleep. Fresh blobs then look old. */
export function clockJumps(): () => boolean {
  let isAheadBy = Date.now() - performance.now();
  return () => {
    const before = isAheadBy;
    isAheadBy = Date.now() - performance.now();
    return isAheadBy - before > graceMs / 2;
  };
}
