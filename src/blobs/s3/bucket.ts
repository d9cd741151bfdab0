import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Dispatcher } from 'undici';
import type { ByteRange } from '../../../schemas/files.ts';
import { unavailable } from '../../store/refusals.ts';
import { isBucketFailure, S3Failure, startSentence } from './failure.ts';
import { addressOf, type BucketPlace } from './place.ts';
import { impatient, patient, S3Requests } from './requests.ts';

interface StoredFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** A start writes it, to see whether it may. */
const note = 'workspace-mcp';
const noteText = 'Files of workspaces are stored below this prefix. Remove none of them by hand.\n';

/** Says that files of the workspace are here. A bucket of the same name at another endpoint does not have it. */
const markerOf = (workspaceId: string) => `${workspaceId}/workspace-mcp`;
const markerText = (workspaceId: string) =>
  `Files of the workspace ${workspaceId} are stored below this prefix. It is not served without this object.\n`;

/** How long an answer about the bucket counts. */
const readyMs = 1_000;

/** The objects of a bucket below its prefix, by four verbs. */
export class Bucket {
  /** As `s3://bucket/prefix`. */
  readonly url: string;
  readonly #origin: string;
  readonly #addressOf: (object: string) => URL;
  readonly #requests: S3Requests;
  #ready: { readonly until: number; readonly answer: Promise<void> } | undefined;

  constructor(place: BucketPlace) {
    this.url = place.url;
    this.#addressOf = addressOf(place);
    this.#origin = this.#addressOf('').origin;
    this.#requests = new S3Requests(place.region, place.credentials);
  }

  /** Throws a sentence for the operator unless the credentials may get, put and delete. */
  refuseUnusable(): Promise<void> {
    return this.#toldAtStart(async () => {
      await this.#putText(note, noteText);
      await this.#dumped('GET', note);
      // Answered by 204 where there is no such object, and by 403 where deleting is not allowed.
      await this.#dumped('DELETE', `${note}-none`);
    });
  }

  /** Throws a sentence for the operator unless the bucket is marked as that of the workspace; may mark it. */
  refuseForeign(workspaceId: string, mayMark: boolean): Promise<void> {
    const marker = markerOf(workspaceId);
    return this.#toldAtStart(async () => {
      if (await this.#isThere(marker, mayMark)) return;
      if (mayMark) await this.#putText(marker, markerText(workspaceId));
      if (!mayMark || !(await this.#isThere(marker, false))) throw unavailable(foreign(this.url, this.#origin));
    });
  }

  async #toldAtStart(check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (!isBucketFailure(error)) throw error;
      throw unavailable(startSentence(error, this.url, this.#origin));
    }
  }

  /** Throws a `BucketFailure` unless the bucket answers; the answer counts for a second. */
  ready(workspaceId: string): Promise<void> {
    const marker = markerOf(workspaceId);
    if (!this.#ready || Date.now() > this.#ready.until) {
      const answer = this.#requests
        .send({ method: 'HEAD', url: this.#addressOf(marker) }, impatient)
        .then(async (found) => {
          await found?.body.dump();
          if (!found) throw new S3Failure(`HEAD ${marker}`, 'NoSuchKey', 404);
        });
      this.#ready = { until: Date.now() + readyMs, answer };
    }
    return this.#ready.answer;
  }

  /** Stores a file under a name that was never used. The service refuses bytes of another digest. */
  async put(object: string, { path, size, sha256 }: StoredFile): Promise<void> {
    const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' };
    const body = () => (size === 0 ? Buffer.alloc(0) : createReadStream(path, { highWaterMark: 256 * 1024 }));
    const answer = await this.#requests.send(
      { method: 'PUT', url: this.#addressOf(object), headers, body, sha256 },
      patient,
    );
    await answer?.body.dump();
  }

  /** The bytes of a range, or undefined if there is no such object. */
  async get(object: string, { start, end }: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    const answer = await this.#send('GET', object, { range: `bytes=${start}-${end}` });
    if (answer && answer.statusCode !== 206 && start > 0) {
      answer.body.destroy();
      throw new S3Failure(`GET ${object}`, 'without ranges', answer.statusCode);
    }
    return answer?.body;
  }

  /** The size of an object, or undefined if there is none. */
  async size(object: string): Promise<number | undefined> {
    const answer = await this.#send('HEAD', object);
    await answer?.body.dump();
    return answer && Number(answer.headers['content-length']);
  }

  delete(object: string): Promise<void> {
    return this.#dumped('DELETE', object);
  }

  close(): Promise<void> {
    return this.#requests.close();
  }

  #send(
    method: 'GET' | 'HEAD' | 'DELETE',
    object: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Dispatcher.ResponseData | undefined> {
    return this.#requests.send({ method, url: this.#addressOf(object), headers }, patient);
  }

  async #dumped(method: 'GET' | 'DELETE', object: string): Promise<void> {
    await (await this.#send(method, object))?.body.dump();
  }

  /** Without the right to list, S3 answers 403 for an object that is not there. */
  async #isThere(object: string, isMissingIfRefused: boolean): Promise<boolean> {
    try {
      const answer = await this.#send('GET', object);
      await answer?.body.dump();
      return answer !== undefined;
    } catch (error) {
      if (isMissingIfRefused && error instanceof S3Failure && error.status === 403) return false;
      throw error;
    }
  }

  async #putText(object: string, text: string): Promise<void> {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const headers = { 'content-length': String(Buffer.byteLength(text)), 'content-type': 'text/plain' };
    const request = { method: 'PUT', url: this.#addressOf(object), headers, body: () => text, sha256 } as const;
    await (await this.#requests.send(request, patient))?.body.dump();
  }
}

const foreign = (bucket: string, endpoint: string) =>
  `The bucket ${bucket} at ${endpoint} is not the one that has the files of this workspace: their marker is missing. Check --blobs-endpoint; if files were removed from the bucket, restore a backup.`;
