import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { folderIn, removeFolder } from '../../disk/temporary-folder.ts';
import type { Database } from '../../store/database.ts';
import { fileError, unavailable } from '../../store/refusals.ts';
import type { StagedBlob } from '../blobs.ts';
import { bufferedBytes, piecesOf, writeStaged } from '../staging.ts';
import type { Bucket } from './bucket.ts';
import { S3Failure } from './failure.ts';
import { type FailureReports, notStored } from './failure-reports.ts';
import type { Objects } from './objects.ts';

interface StorerOptions {
  readonly database: Database;
  readonly bucket: Bucket;
  readonly objects: Objects;
  readonly reports: FailureReports;
  /** Where uploads lie until the bucket has them. */
  readonly spoolIn: string;
  readonly onError: (error: unknown) => void;
}

type Blob = Pick<StagedBlob, 'sha256' | 'size'>;

/**
 * Stores blobs as objects. Bytes lie in a local file until the bucket has confirmed them, so an upload is never half
 * there.
 */
export class ObjectStorer {
  readonly #options: StorerOptions;
  #spool: Promise<string> | undefined;

  constructor(options: StorerOptions) {
    this.#options = options;
  }

  async stage(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedBlob> {
    const path = join(await this.#spoolFolder(), randomUUID());
    const discard = () => unlink(path).catch(() => {});
    try {
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: bufferedBytes });
      const written = await writeStaged(file, bytes, maxBytes);
      const keep = ({ anew = false } = {}) => this.#keep(path, written, anew).then(discard);
      return { ...written, pieces: () => piecesOf(path), discard, keep };
    } catch (error) {
      await discard();
      throw fileError(error);
    }
  }

  async close(): Promise<void> {
    if (this.#spool) await this.#spool.then(removeFolder).catch(() => {});
  }

  #spoolFolder(): Promise<string> {
    return (this.#spool ??= folderIn(this.#options.spoolIn, `.workspace-uploads-${hostname()}-`));
  }

  async #keep(path: string, blob: Blob, anew: boolean): Promise<void> {
    const { database, bucket, objects, reports, onError } = this.#options;
    if (!anew && (await this.#hasWhole(blob))) return;
    const object = await database.write('service', (tx) => objects.begin(tx, blob));
    try {
      await bucket.put(object, { ...blob, path });
    } catch (error) {
      await database.write('service', (tx) => objects.giveUp(tx, { ...blob, object })).catch(onError);
      throw reports.told(error, notStored);
    }
    if (!(await database.write('service', (tx) => objects.confirm(tx, blob, object)))) throw unavailable(notStored);
  }

  /** Whether an upload may rely on the object that is stored. The bucket is asked, because it may have lost it. */
  async #hasWhole({ sha256, size }: Blob): Promise<boolean> {
    const { database, bucket, objects, reports } = this.#options;
    if (!(await database.write('service', (tx) => objects.renew(tx, sha256)))) return false;
    const found = await database.read((db) => objects.live(db, sha256));
    if (!found) return false;
    try {
      return (await bucket.size(found.object)) === size;
    } catch (error) {
      // Without the right to list, S3 answers so for an object that is not there.
      if (error instanceof S3Failure && error.status === 403) return false;
      throw reports.told(error, notStored);
    }
  }
}
