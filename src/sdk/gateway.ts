import type { Agent, InterfaceType } from '../../schemas/common.ts';
import { errorCodes, invalidRequest, WorkspaceError } from '../../schemas/errors.ts';
import type { ByteRange, File, FileContent } from '../../schemas/files.ts';
import { agentHeader, agentHeaderOf, interfaceHeader } from '../../schemas/interfaces.ts';
import { answerOf, errorOf, retryAfterMs, sizedFile } from './answers.ts';
import { bodyOf } from './bodies.ts';
import type { Body } from './body.ts';
import { continued, madeBytes, madeFileOf, madeOf } from './downloads.ts';
import type { CallOptions, HeldAnswer } from './options.ts';
import { type Asked, askedOf, type Input } from './requests.ts';
import { type Call, table } from './table.ts';
import { type TokenProvider, Tokens } from './tokens.ts';
import { send } from './transport.ts';
import { abortable, isBearable, pause, pauseMs } from './waiting.ts';

export interface GatewayOptions {
  /** The address of the gateway, such as `https://workspace.example.com`. */
  readonly baseUrl: string;
  /** An access token, or a function that gets one. Only a page of the gateway goes without, with `headers`. */
  readonly token?: string | TokenProvider | undefined;
  /** Headers to add to each call, such as those of the session. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
  /**
   * How often a call is retried after 429, 503 or a lost connection: a whole number. The default is 4; 0 disables
   * retries.
   */
  readonly retries?: number;
  /** The interface that the workspace records for calls; default `api`. */
  readonly interface?: InterfaceType;
  /** The program that acts for the user, which the workspace records and shows. */
  readonly agent?: Agent | undefined;
}

type Headings = Readonly<Record<string, string>>;
type Read<Value> = (response: Response) => Promise<Value>;
type Outcome<Value> = { readonly value: Value } | { readonly error: WorkspaceError; readonly waitMs?: number };

/**
 * Sends calls. A change carries an idempotency key, given or generated here, or is a PUT or DELETE. Sending it again
 * after a lost connection therefore repeats nothing.
 */
export class Gateway {
  readonly #baseUrl: string;
  readonly #tokens: Tokens | undefined;
  readonly #headers: () => Headings;
  readonly #retries: number;
  readonly #origin: Headings;

  constructor({ baseUrl, token, headers, retries = 4, interface: through, agent }: GatewayOptions) {
    this.#baseUrl = addressOf(baseUrl);
    this.#tokens = token === undefined && headers ? undefined : new Tokens(token!);
    this.#headers = headers ?? (() => ({}));
    this.#retries = countOf('/retries', retries);
    this.#origin = {
      ...(through && { [interfaceHeader]: through }),
      ...(agent && { [agentHeader]: agentHeaderOf(agent) }),
    };
  }

  async call(call: Call, input: Input = {}, options: CallOptions = {}): Promise<unknown> {
    if (call.response === 'bytes') return this.#content(call, input, options);
    if (call.response === 'made') return this.#made(call, input, options);
    const { held } = options;
    const read = (response: Response) => answerOf(response, this.#baseUrl, call.answer);
    const condition: Headings = held?.tag === undefined ? {} : { [ifNoneMatch]: held.tag };
    return this.#send(askedOf(call, input), options, held ? holding(held, read) : read, condition);
  }

  /** Fetches the metadata now, and the bytes when they are opened. */
  async #content(call: Call, input: Input, options: CallOptions) {
    const asked = askedOf(call, input);
    const found = (await this.call(table.files!.get!, input, options)) as { file: File };
    const file = sizedFile(found.file, this.#baseUrl);
    const open: FileContent['open'] = async (range) => this.#bytes(asked, withinFile(file, range), options);
    return { file, downloadUrl: this.#baseUrl + asked.path, content: { open } };
  }

  /** Begins now. A lost connection cannot go on, because the gateway makes the bytes while it sends them. */
  async #made(call: Call, input: Input, options: CallOptions) {
    const baseUrl = this.#baseUrl;
    const { response, body } = await this.#send(askedOf(call, input), options, (answered) => madeOf(answered, baseUrl));
    const bytes = madeBytes(body, (cause) => {
      options.signal?.throwIfAborted();
      throw lost(baseUrl, cause);
    });
    return { file: madeFileOf(response), content: { open: async () => bytes } };
  }

  async #bytes(asked: Asked, range: ByteRange, options: CallOptions): Promise<AsyncIterable<Uint8Array>> {
    if (range.start > range.end) return nothing();
    const openAt = (start: number) => {
      const part = { start, end: range.end };
      const headers = { range: `bytes=${start}-${range.end}` };
      return this.#send(asked, options, (response) => partOf(response, part, this.#baseUrl), headers);
    };
    return continued(await openAt(range.start), {
      range,
      openAt,
      stopFor: () => options.signal?.throwIfAborted(),
      excess: () => new WorkspaceError('internal', `${this.#baseUrl} sends more of a file than it was asked for.`),
      retries: this.#retries,
      lost: (cause) => lost(this.#baseUrl, cause),
    });
  }

  /** Retries until the answer is final. */
  async #send<Value>(asked: Asked, options: CallOptions, read: Read<Value>, extra: Headings = {}): Promise<Value> {
    const { signal } = options;
    signal?.throwIfAborted();
    const body = await bodyOf(asked, options);
    let token = this.#tokens && (await abortable(this.#tokens.current(), signal));
    let isRenewed = false;
    for (let resent = 0; ; ) {
      const bearer: Headings = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const outcome = await this.#attempt(asked, body, { ...extra, ...this.#headers(), ...bearer }, read, signal);
      if ('value' in outcome) return outcome.value;
      const { error, waitMs } = outcome;
      if (!body.isRepeatable) throw error;
      if (error.code === 'unauthenticated' && !isRenewed && this.#tokens) {
        const renewed = await abortable(this.#tokens.renewed(token!), signal);
        if (renewed === undefined) throw error;
        [token, isRenewed] = [renewed, true];
      } else {
        const wait = pauseMs(waitMs, resent);
        if (!errorCodes[error.code].retryable || resent >= this.#retries || !isBearable(wait)) throw error;
        await pause(wait, signal);
        resent += 1;
      }
    }
  }

  /** One attempt: the value, or an error with the time to wait. */
  async #attempt<Value>(
    { method, path, idempotencyKey }: Asked,
    body: Body,
    extra: Headings,
    read: Read<Value>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<Value>> {
    const payload = await body.open();
    const key: Headings = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const headers = { ...payload.headers, ...this.#origin, ...key, ...extra };
    try {
      const response = await send({ method, url: this.#baseUrl + path, headers, payload, signal });
      const isHeld = response.status === 304 && ifNoneMatch in extra;
      if (response.ok || isHeld) return { value: await read(response) };
      return { error: await errorOf(response, this.#baseUrl), waitMs: retryAfterMs(response) };
    } catch (error) {
      signal?.throwIfAborted();
      const failure = payload.failure?.();
      if (failure !== undefined) throw failure;
      return { error: error instanceof WorkspaceError ? error : lost(this.#baseUrl, error) };
    }
  }
}

const ifNoneMatch = 'if-none-match';

/** Reads an answer into what holds it, or takes it from there if it is unchanged. */
const holding =
  (held: HeldAnswer, read: Read<unknown>): Read<unknown> =>
  async (response) => {
    if (response.status === 304) return held.answer;
    const answer = await read(response);
    const tag = response.headers.get('etag');
    if (tag !== null) Object.assign(held, { tag, answer } satisfies HeldAnswer);
    return answer;
  };

/** Normalizes the address, without a trailing slash. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isAddress = url && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === '';
  if (isAddress) return url.href.replace(/\/+$/, '');
  throw invalidRequest(
    '/baseUrl',
    'must be the address of a gateway, such as https://workspace.example.com, and nothing more',
  );
}

/** The range limited to existing bytes; empty for an empty file, or from its end on. */
function withinFile({ size }: File, { start, end }: ByteRange = { start: 0, end: size }): ByteRange {
  return { start: countOf('/range/start', start), end: Math.min(countOf('/range/end', Math.min(end, size)), size - 1) };
}

function countOf(path: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw invalidRequest(path, 'must be a whole number, 0 or more');
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** The bytes of a part of a file. A resumed download appends them, so they must begin at the requested byte. */
async function partOf(
  response: Response,
  { start, end }: ByteRange,
  baseUrl: string,
): Promise<ReadableStream<Uint8Array>> {
  const { status, body, headers } = response;
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(headers.get('content-range') ?? '') ?? [];
  if (status === 206 && body && Number(first) === start && Number(last) <= end) return body;
  await body?.cancel();
  throw new WorkspaceError(
    'internal',
    `${baseUrl} did not send the requested part of a file. Check the proxy in front of the gateway.`,
  );
}

const lost = (baseUrl: string, cause: unknown): WorkspaceError =>
  new WorkspaceError(
    'unavailable',
    `The gateway at ${baseUrl} cannot be reached, or the connection to it was lost. Check that it runs, and its address.`,
    {},
    { cause },
  );
