import { createHash } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { type Blobs, clockJumps, forgottenMs } from '../blobs.ts';
import { underWay } from '../staging.ts';
import type { Bucket } from './bucket.ts';
import { FailureReports, notReady, notRead } from './failure-reports.ts';
import { Objects, rowsOfPages } from './objects.ts';
import { ObjectReader } from './reading.ts';
import { ObjectStorer } from './storing.ts';
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

/** Blobs as objects of a bucket. Equal bytes of a workspace are stored once, as in a folder. */
export function bucketBlobs(options: BucketBlobsOptions): Blobs {
  const { database, bucket, workspaceId, onError, refuseForeign } = options;
  const objects = new Objects(bucket.url, workspaceId);
  const clockWasPutForward = clockJumps();
  const reports = new FailureReports(bucket.url, onError);
  const reader = new ObjectReader(bucket, reports);
  const storer = new ObjectStorer({ ...options, objects, reports });
  const stagings = underWay(async (bytes, maxBytes) => {
    await refuseForeign();
    return storer.stage(bytes, maxBytes);
  });
  const liveObject = (sha256: string) => database.read((db) => objects.live(db, sha256));
  const sizeOf = (object: string) =>
    bucket.size(object).catch((error: unknown) => {
      throw reports.told(error, notRead);
    });

  return {
    stage: stagings.stage,

    async *open(sha256, range) {
      await refuseForeign();
      const found = await liveObject(sha256);
      if (!found) throw reports.lost(sha256, 'is not known');
      yield* reader.bytesOf(found, range);
    },

    async size(sha256) {
      await refuseForeign();
      const found = await liveObject(sha256);
      return found && sizeOf(found.object);
    },

    ready: () =>
      bucket.ready(workspaceId).catch((error: unknown) => {
        throw reports.told(error, notReady);
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
          const found = await sizeOf(object);
          if (found === undefined) continue;
          const hash = createHash('sha256');
          if (found === size) for await (const chunk of reader.bytesOf({ object, size })) hash.update(chunk);
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
      await storer.close();
    },
  };
}
