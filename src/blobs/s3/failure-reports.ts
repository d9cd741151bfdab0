import { unavailable } from '../../store/refusals.ts';
import { LostBytesError } from '../blobs.ts';
import { isBucketFailure } from './failure.ts';

/** Tells the operator why the bucket failed. Callers get a sentence that names neither the bucket nor the reason. */
export class FailureReports {
  readonly #bucketUrl: string;
  readonly #onError: (error: unknown) => void;

  constructor(bucketUrl: string, onError: (error: unknown) => void) {
    this.#bucketUrl = bucketUrl;
    this.#onError = onError;
  }

  /** A failure of the bucket as callers get it. Any other error is returned unchanged. */
  told(error: unknown, sentence: string): unknown {
    if (!isBucketFailure(error)) return error;
    this.#onError(error);
    return unavailable(sentence);
  }

  lost(object: string, problem: string): LostBytesError {
    this.#onError(new Error(`The object ${this.#bucketUrl}/${object} ${problem}.`));
    return new LostBytesError(problem);
  }
}

export const notStored =
  'The storage of files cannot be reached, or refuses to store; nothing was stored. Try again in a moment.';
export const notRead = 'The storage of files cannot be reached, so these bytes cannot be read. Try again in a moment.';
export const notReady = 'The bucket of this workspace’s files cannot be reached; the log says why.';
