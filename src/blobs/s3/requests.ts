import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Dispatcher, Agent as UndiciAgent } from 'undici';
import { loadUndici } from '../../net/undici.ts';
import { Stage } from '../../telemetry/stage.ts';
import { type CredentialSources, credentialsFrom } from './credentials.ts';
import { isBucketFailure, noCode, S3Failure } from './failure.ts';

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Opens the body anew for each attempt. */
  readonly body?: () => Dispatcher.DispatchOptions['body'];
  /** The digest of the body; the service refuses other bytes. */
  readonly sha256?: string;
}

export interface Patience {
  /** No attempt begins later than this after the first. */
  readonly retryMs: number;
  readonly headersMs: number;
}

export const patient: Patience = { retryMs: 25_000, headersMs: 20_000 };
export const impatient: Patience = { retryMs: 0, headersMs: 5_000 };

const connectMs = 5_000;
const bodyMs = 30_000;
const mostErrorBytes = 64 * 1024;

const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const stage = new Stage('workspace.bucket.duration', 'Time from a request to the bucket, its repeats included', {
  isOfClient: true,
});

/** Sends signed requests. One that may succeed in a moment is repeated. */
export class S3Requests {
  readonly #region: string;
  readonly #credentials: ReturnType<typeof credentialsFrom>;
  #agent: UndiciAgent | undefined;

  constructor(region: string, credentials: CredentialSources) {
    this.#region = region;
    this.#credentials = credentialsFrom(credentials);
  }

  /** Answers 2xx, or undefined if there is no such object. Throws a `BucketFailure` on anything else. */
  send(request: S3Request, patience: Patience): Promise<Dispatcher.ResponseData | undefined> {
    const attributes = { 'http.request.method': request.method, 'server.address': request.url.host };
    return stage.run({ name: `bucket ${request.method}`, attributes }, () => this.#send(request, patience));
  }

  async #send(request: S3Request, patience: Patience): Promise<Dispatcher.ResponseData | undefined> {
    const deadline = performance.now() + patience.retryMs;
    let isRenewed = false;
    for (let pauseMs = 100; ; pauseMs = Math.min(2 * pauseMs, 3_000)) {
      try {
        return await this.#attempt(request, patience);
      } catch (error) {
        if (!isBucketFailure(error)) throw error;
        if (error instanceof S3Failure && error.isOfCredentials && !isRenewed) {
          isRenewed = true;
          this.#credentials.lookAgain();
        } else {
          const pause = pauseMs * (0.5 + Math.random());
          if (!error.isPassing || performance.now() + pause > deadline) throw error;
          await sleep(pause);
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.#agent?.destroy();
  }

  async #attempt(request: S3Request, { headersMs }: Patience): Promise<Dispatcher.ResponseData | undefined> {
    const { method, url } = request;
    const headers = await this.#signed(request);
    const { Agent, request: send } = await loadUndici();
    this.#agent ??= new Agent({ connect: { timeout: connectMs }, bodyTimeout: bodyMs, allowH2: false });
    const what = `${method} ${url.host}${url.pathname}`;
    const answer = await send(url, {
      method,
      headers,
      body: request.body?.() ?? null,
      dispatcher: this.#agent,
      headersTimeout: headersMs,
    }).catch((error: unknown) => {
      throw new S3Failure(what, codeOf(error));
    });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer;
    const failure = await failureOf(what, answer);
    if (answer.statusCode === 404 && failure.code !== 'NoSuchBucket') return undefined;
    throw failure;
  }

  async #signed({ method, url, headers = {}, sha256 = emptyDigest }: S3Request): Promise<Record<string, string>> {
    const signer = new AwsV4Signer({
      ...(await this.#credentials.get()),
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      service: 's3',
      region: this.#region,
    });
    return Object.fromEntries((await signer.sign()).headers);
  }
}

/** The code and the region of a refusal. Nothing else of it is kept, because it repeats what was sent. */
async function failureOf(what: string, { statusCode, headers, body }: Dispatcher.ResponseData): Promise<S3Failure> {
  let text = '';
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString('latin1');
      if (text.length > mostErrorBytes) break;
    }
  } catch {
    // The status says enough.
  }
  const [, code] = /<Code>([A-Za-z0-9]{1,100})<\/Code>/.exec(text) ?? [];
  const [, inBody] = /<Region>([a-z0-9-]{1,50})<\/Region>/.exec(text) ?? [];
  const isElsewhere = [301, 307, 400].includes(statusCode);
  const inHeader = headers['x-amz-bucket-region'];
  const region = isElsewhere ? (inBody ?? (typeof inHeader === 'string' ? inHeader : undefined)) : undefined;
  return new S3Failure(what, code ?? noCode, statusCode, region);
}

export function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}
