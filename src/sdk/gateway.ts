import { WorkspaceError } from '../../schemas/errors.ts';
import type { InterfaceType } from '../../schemas/common.ts';
import type { ByteRange, File, FileContent } from '../../schemas/files.ts';
import { interfaceHeader } from '../../schemas/interfaces.ts';
import type { Operation } from '../../schemas/operation.ts';
import { errorOf, retryAfterMs } from './answers.ts';
import type { CallOptions } from './options.ts';
import { type Body, bodyOf } from './bodies.ts';
import { type Asked, askedOf, type Input } from './requests.ts';

/** Gets a bearer token; `refused` is the one that the gateway did not take, when it asks for another. */
export type TokenProvider = (refused?: string) => string | Promise<string>;

export interface GatewayOptions {
  /** Address of the gateway, such as `https://workspace.example.com`. */
  readonly baseUrl: string;
  /** An access token, or what gets one: it is asked for each call, and once more when the gateway refuses its answer. */
  readonly token: string | TokenProvider;
  /** How often a call is sent again that was refused for now (429, 503) or lost on the way; default 4, 0 for never. */
  readonly retries?: number;
  /** What the workspace records as the interface that calls come through; default `api`. */
  readonly interface?: InterfaceType;
}

type Headings = Readonly<Record<string, string>>;

const firstPauseMs = 250;
const longestPauseMs = 30_000;

/**
 * Sends calls. One that changes something always carries an idempotency key, its own or one made here, so that sending it
 * again after a lost connection does nothing twice.
 */
export class Gateway {
  readonly #baseUrl: string;
  readonly #token: TokenProvider;
  readonly #retries: number;
  readonly #origin: Headings;

  constructor({ baseUrl, token, retries = 4, interface: through }: GatewayOptions) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '');
    this.#token = typeof token === 'string' ? () => token : token;
    this.#retries = retries;
    this.#origin = through ? { [interfaceHeader]: through } : {};
  }

  async call(operation: Operation, input: Input = {}, options: CallOptions = {}): Promise<unknown> {
    if (operation.response === 'bytes') return this.#bytes(operation, input, options);
    const response = await this.#send(askedOf(operation, input), {}, options);
    return response.json();
  }

  /** The metadata now, the bytes when they are opened. */
  async #bytes(operation: Operation, input: Input, options: CallOptions) {
    const asked = askedOf(operation, input);
    const metadata = await this.#send({ ...asked, path: asked.path.replace(/\/content$/, '') }, {}, options);
    const { file } = (await metadata.json()) as { file: File };
    const open: FileContent['open'] = async (range?: ByteRange) => {
      const headers: Headings = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const { body } = await this.#send(asked, headers, options);
      return body as unknown as AsyncIterable<Uint8Array>;
    };
    return { file, downloadUrl: this.#baseUrl + asked.path, content: { open } };
  }

  /** Sends until it is answered for good. */
  async #send(asked: Asked, extra: Headings, { signal, onProgress }: CallOptions): Promise<Response> {
    const body = await bodyOf(asked, onProgress);
    const key: Headings = asked.method === 'GET' ? {} : { 'idempotency-key': keyOf(asked) };
    const headers = { ...this.#origin, ...extra, ...key };
    let refused: string | undefined;
    for (let attempt = 0; ; ) {
      const token = await this.#token(refused);
      const answer = await this.#attempt(asked, body, { ...headers, authorization: `Bearer ${token}` }, signal);
      if (answer instanceof Response && answer.ok) return answer;
      const error = answer instanceof Response ? await errorOf(answer) : answer;
      if (!body.isRepeatable) throw error;
      if (error.code === 'unauthenticated' && token !== refused) {
        refused = token;
        continue;
      }
      if (!isPassing(error) || attempt >= this.#retries) throw error;
      await pause(answer instanceof Response ? retryAfterMs(answer) : undefined, attempt, signal);
      attempt += 1;
    }
  }

  /** The answer, or that there was none. */
  async #attempt(
    { method, path }: Asked,
    body: Body,
    headers: Headings,
    signal: AbortSignal | undefined,
  ): Promise<Response | WorkspaceError> {
    const { type, ...content } = body.open();
    const sent = new Headers({ ...headers, ...type });
    try {
      return await fetch(this.#baseUrl + path, { method, headers: sent, redirect: 'error', signal, ...content });
    } catch (error) {
      signal?.throwIfAborted();
      return unreachable(this.#baseUrl, error);
    }
  }
}

const keyOf = ({ body }: Asked): string => (body?.idempotencyKey as string | undefined) ?? crypto.randomUUID();

const isPassing = ({ code }: WorkspaceError) => code === 'rate_limited' || code === 'unavailable';

function unreachable(baseUrl: string, cause: unknown): WorkspaceError {
  const detail = `The gateway at ${baseUrl} cannot be reached; is it running, and is the address right?`;
  return Object.assign(new WorkspaceError('unavailable', detail), { cause });
}

/** As long as the gateway asks for, else twice as long each time, give or take. */
async function pause(asked: number | undefined, attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const usual = firstPauseMs * 2 ** attempt * (0.5 + Math.random());
  const milliseconds = Math.min(asked ?? usual, longestPauseMs);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
