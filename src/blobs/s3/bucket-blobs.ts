import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { ByteRange } from '../../../schemas/files.ts';
import { folderIn, removeFolder } from '../../disk/temporary-folder.ts';
import type { Database } from '../../store/database.ts';
import { fileError, unavailable } from '../../store/refusals.ts';
import { type Blobs, clockJumps, forgottenMs, LostBytesError, type StagedBlob } from '../blobs.ts';
import { bufferedBytes, piecesOf, underWay, writeStaged } from '../staging.ts';
import type { Bucket } from './bucket.ts';
import { codeOf } from './requests.ts';
import { isBucketFailure, S3Failure } from './failure.ts';
import { Objects, rowsOfPages, type StoredObject } from './objects.ts';
import { BucketSweep } from './sweep.ts';

export interface BucketBlobsOptions {
  readonly database: Database;
  readonly bucket: Bucket;
  readonly workspaceId: string;
  /** Where uploads lie until the bucket has them. */
  readonly spoolIn: string;
  /** Told why the bucket failed. Callers get a sentence that names neither the bucket nor the reason. */
  readonly onError: (error: unknown) => void;
  /** Throws a sentence for the operator if the bucket is not the one of this workspace. Called before the first use. */
  readonly refuseForeign: () => Promise<void>;
}

/**
 * Blobs as objects of a bucket. Equal bytes of a workspace are stored once, as in a folder. Bytes lie in a local file
 * until the bucket has confirmed them, so an upload is never half there.
 */
export function bucketBlobs(options: BucketBlobsOptions): Blobs {
  const { database, bucket, workspaceId, spoolIn, onError, refuseForeign } = options;
  const objects = new Objects(bucket.url, workspaceId);
  const clockWasPutForward = clockJumps();
  let spool: Promise<string> | undefined;
  const spoolFolder = () => (spool ??= folderIn(spoolIn, `.workspace-uploads-${hostname()}-`));

  /** A failure of the bucket as callers get it. */
  const told = (error: unknown, sentence: string): unknown => {
    if (!isBucketFailure(error)) return error;
    onError(error);
    return unavailable(sentence);
  };

  const lost = (object: string, problem: string): LostBytesError => {
    onError(new Error(`The object ${bucket.url}/${object} ${problem}.`));
    return new LostBytesError(problem);
  };

  const refuseRead = (error: unknown) => {
    throw told(error, notRead);
  };

  /** Whether an upload may rely on the object that is stored. The bucket is asked, because it may have lost it. */
  const hasWhole = async ({ sha256, size }: Blob): Promise<boolean> => {
    if (!(await database.write('service', (tx) => objects.renew(tx, sha256)))) return false;
    const found = await liveObject(sha256);
    if (!found) return false;
    try {
      return (await bucket.size(found.object)) === size;
    } catch (error) {
      // Without the right to list, S3 answers so for an object that is not there.
      if (error instanceof S3Failure && error.status === 403) return false;
      throw told(error, notStored);
    }
  };

  const keep = async (path: string, blob: Blob, anew: boolean): Promise<void> => {
    if (!anew && (await hasWhole(blob))) return;
    const object = await database.write('service', (tx) => objects.begin(tx, blob));
    try {
      await bucket.put(object, { ...blob, path });
    } catch (error) {
      await database.write('service', (tx) => objects.giveUp(tx, { ...blob, object })).catch(onError);
      throw told(error, notStored);
    }
    if (!(await database.write('service', (tx) => objects.confirm(tx, blob, object)))) throw unavailable(notStored);
  };

  const stage = async (bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedBlob> => {
    await refuseForeign();
    const path = join(await spoolFolder(), randomUUID());
    const discard = () => unlink(path).catch(() => {});
    try {
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: bufferedBytes });
      const written = await writeStaged(file, bytes, maxBytes);
      const keepOnce = ({ anew = false } = {}) => keep(path, written, anew).then(discard);
      return { ...written, pieces: () => piecesOf(path), discard, keep: keepOnce };
    } catch (error) {
      await discard();
      throw fileError(error);
    }
  };
  const stagings = underWay(stage);

  const liveObject = (sha256: string) => database.read((db) => objects.live(db, sha256));

  /** A read that breaks off goes on where it was, because an object never changes. */
  async function* bytesOf({ object, size }: LiveObject, range?: ByteRange): AsyncGenerator<Uint8Array, void> {
    const end = Math.min(range?.end ?? size - 1, size - 1);
    let start = range?.start ?? 0;
    for (let attempts = 0; start <= end; attempts += 1) {
      const bytes = await bucket.get(object, { start, end }).catch((error: unknown) => {
        throw error instanceof S3Failure && error.status === 416 ? lost(object, 'is too short') : told(error, notRead);
      });
      if (!bytes) throw lost(object, 'is missing');
      try {
        for await (const chunk of bytes) {
          // A service without ranges sends what is behind the end too.
          const part = chunk.subarray(0, end + 1 - start);
          start += part.byteLength;
          attempts = 0;
          yield part;
          if (start > end) return;
        }
        throw new S3Failure(`GET ${object}`, 'cut short');
      } catch (error) {
        const failure = cutOff(error, object);
        if (!(failure instanceof S3Failure) || attempts >= mostAttempts) throw told(failure, notRead);
      }
    }
  }

  async function* open(sha256: string, range?: ByteRange): AsyncGenerator<Uint8Array, void> {
    await refuseForeign();
    const found = await liveObject(sha256);
    if (!found) throw lost(sha256, 'is not known');
    yield* bytesOf(found, range);
  }

  return {
    stage: stagings.stage,
    open,

    async size(sha256) {
      await refuseForeign();
      const found = await liveObject(sha256);
      return found && bucket.size(found.object).catch(refuseRead);
    },

    ready: () =>
      bucket.ready(workspaceId).catch((error: unknown) => {
        throw told(error, notReady);
      }),

    async sweep(isReferenced) {
      if (clockWasPutForward()) return 0;
      await refuseForeign();
      return new BucketSweep(database, bucket, objects, isReferenced).run();
    },

    async *damaged() {
      await refuseForeign();
      for await (const rows of rowsOfPages((after) => database.read((db) => objects.livePage(db, after))))
        for (const { sha256, object, size } of rows) {
          // An object that is missing is told where a file needs it.
          const found = await bucket.size(object).catch(refuseRead);
          if (found === undefined) continue;
          const hash = createHash('sha256');
          if (found === size) for await (const chunk of bytesOf({ object, size })) hash.update(chunk);
          if (found !== size || hash.digest('hex') !== sha256) yield `blob ${sha256}: its bytes are damaged`;
        }
    },

    async *leftovers(isReferenced) {
      const before = new Date(Date.now() - forgottenMs).toISOString();
      for await (const rows of rowsOfPages((after) => database.read((db) => objects.gonePage(db, before, after))))
        for (const { object } of rows) yield `${bucket.url}/${object} was to be removed`;
      for await (const rows of rowsOfPages((after) => database.read((db) => objects.outdatedPage(db, before, after))))
        for (const { sha256, stored_at: storedAt, object } of rows) {
          if (storedAt === null) yield `${bucket.url}/${object} is an upload that never ended`;
          else if (!(await isReferenced(sha256))) yield `blob ${sha256}: no file has it`;
        }
    },

    idle: stagings.idle,

    async close() {
      await bucket.close();
      if (spool) await spool.then(removeFolder).catch(() => {});
    },
  };
}

type Blob = Pick<StagedBlob, 'sha256' | 'size'>;
type LiveObject = Pick<StoredObject, 'object' | 'size'>;

const mostAttempts = 3;

const notStored =
  'The storage of files cannot be reached, or refuses to store; nothing was stored. Try again in a moment.';
const notRead = 'The storage of files cannot be reached, so these bytes cannot be read. Try again in a moment.';
const notReady = 'The bucket of this workspace’s files cannot be reached; the log says why.';

/** A connection that broke while bytes arrived. Any other error is a defect. */
function cutOff(error: unknown, object: string): unknown {
  if (error instanceof S3Failure) return error;
  return error instanceof Error && 'code' in error ? new S3Failure(`GET ${object}`, codeOf(error)) : error;
}
