import type { ByteRange } from '../../../schemas/files.ts';
import type { Bucket } from './bucket.ts';
import { S3Failure } from './failure.ts';
import { type FailureReports, notRead } from './failure-reports.ts';
import type { StoredObject } from './objects.ts';
import { codeOf } from './requests.ts';

const mostAttempts = 3;

/** Reads objects of a bucket. A read that breaks off goes on where it was, because an object never changes. */
export class ObjectReader {
  readonly #bucket: Bucket;
  readonly #reports: FailureReports;

  constructor(bucket: Bucket, reports: FailureReports) {
    this.#bucket = bucket;
    this.#reports = reports;
  }

  async *bytesOf(
    { object, size }: Pick<StoredObject, 'object' | 'size'>,
    range?: ByteRange,
  ): AsyncGenerator<Uint8Array, void> {
    const end = Math.min(range?.end ?? size - 1, size - 1);
    let start = range?.start ?? 0;
    for (let attempts = 0; start <= end; attempts += 1) {
      const bytes = await this.#get(object, { start, end });
      try {
        for await (const chunk of bytes) {
          // A service without ranges sends the bytes behind the end too.
          const part = chunk.subarray(0, end + 1 - start);
          start += part.byteLength;
          attempts = 0;
          yield part;
          if (start > end) return;
        }
        throw new S3Failure(`GET ${object}`, 'cut short');
      } catch (error) {
        const failure = cutOff(error, object);
        if (!(failure instanceof S3Failure) || attempts >= mostAttempts) throw this.#reports.told(failure, notRead);
      }
    }
  }

  async #get(object: string, range: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const bytes = await this.#bucket.get(object, range).catch((error: unknown) => {
      if (error instanceof S3Failure && error.status === 416) throw this.#reports.lost(object, 'is too short');
      throw this.#reports.told(error, notRead);
    });
    if (!bytes) throw this.#reports.lost(object, 'is missing');
    return bytes;
  }
}

/** A connection that broke while bytes arrived. Any other error is a defect. */
function cutOff(error: unknown, object: string): unknown {
  if (error instanceof S3Failure) return error;
  return error instanceof Error && 'code' in error ? new S3Failure(`GET ${object}`, codeOf(error)) : error;
}
