import { stdin, stdout } from 'node:process';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { limits } from '../../schemas/limits.ts';
import { boundedLines } from './bounded-lines.ts';

/** Reads lines in the SDK's place, which drops a line that it cannot parse and knows no batches. */
export function stdioTransport(): StdioServerTransport {
  const transport = new StdioServerTransport(stdin, stdout);
  const send = transport.send.bind(transport);
  const report = (error: Error) => transport.onerror?.(error);
  const batches = new Batches((answers) => send(answers as unknown as JSONRPCMessage), report);
  let revision: string | undefined;

  const answer = (message: JSONRPCMessage) => {
    send(message).catch(report);
  };
  const refuse = (code: number, message: string) => answer(refusal(code, message));
  const take = (message: JSONRPCMessage) => {
    batches.mayShrinkBy(message);
    transport.onmessage?.(message);
  };
  const takeBatch = (values: readonly unknown[]) => {
    const mistake = mistakeIn(values, revision) ?? batches.mistakeIn(values);
    if (mistake !== undefined) return refuse(invalidRequest, mistake);
    batches.open(values.filter(isJSONRPCRequest), refusalsOf(values));
    for (const message of values.filter(isMessage)) take(message);
  };
  const takeLine = (line: string) => {
    if (line.trim() === '') return;
    const value = parsed(line);
    if (value === undefined) return refuse(parseError, notJson);
    if (Array.isArray(value)) return takeBatch(value);
    if (isMessage(value)) return take(value);
    for (const refused of refusalsOf([value])) answer(refused);
  };

  transport.send = (message) => {
    revision = revisionIn(message) ?? revision;
    return batches.take(message) ?? send(message);
  };
  // Bounds lines where they arrive. A stream in between would double the cost of a call.
  transport._ondata = boundedLines(limits.mcpMessageBytes, (lines) => {
    for (const line of lines.toString().split('\n')) takeLine(line);
  });
  return transport;
}

const parseError = -32_700;
const invalidRequest = -32_600;
const mostMiB = limits.mcpMessageBytes / 1024 / 1024;
const notJson = `Parse error: a message is JSON on one line of at most ${mostMiB} MiB.`;

const isMessage = (value: unknown): value is JSONRPCMessage =>
  isPlainRequest(value) || isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);

/** Most lines hold such a request. The SDK reads each message again, and its schema takes longer than this. */
function isPlainRequest(value: unknown): boolean {
  const { jsonrpc, id, method, params } = named(value);
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return false;
  const isPlain = params === undefined || (isObject(params) && !('_meta' in params));
  return isPlain && Object.keys(named(value)).length === (params === undefined ? 3 : 4);
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const refusal = (code: number, message: string, id: unknown = null) =>
  ({ jsonrpc: '2.0', id, error: { code, message } }) as unknown as JSONRPCMessage;

/** An answer is never answered, however wrong it is. */
const refusalsOf = (values: readonly unknown[]): JSONRPCMessage[] =>
  values
    .filter((value) => !isMessage(value) && !isAnswer(value))
    .map((value) => refusal(invalidRequest, 'Invalid Request: not a message of JSON-RPC 2.0.', idOf(value)));

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

interface Named {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: unknown };
}
const named = (message: unknown): Named => (typeof message === 'object' && message !== null ? message : {});

const isAnswer = (message: unknown): boolean => 'result' in named(message) || 'error' in named(message);

function idOf(message: unknown): unknown {
  const { id } = named(message);
  return typeof id === 'string' || Number.isInteger(id) ? id : null;
}

/** The revision that a handshake has settled. */
function revisionIn(message: JSONRPCMessage): string | undefined {
  const { protocolVersion } = 'result' in message ? message.result : {};
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}

const revisionsWithBatches = new Set(['2024-10-07', '2024-11-05', '2025-03-26']);

function mistakeIn(messages: readonly unknown[], revision: string | undefined): string | undefined {
  if (revision === undefined || !revisionsWithBatches.has(revision))
    return 'Invalid Request: this revision of the protocol has no batches; send each message on a line of its own.';
  if (messages.length === 0) return 'Invalid Request: a batch holds at least one message.';
  if (messages.length > limits.mcpBatch)
    return `Invalid Request: a batch holds at most ${limits.mcpBatch} messages; send the rest in another one.`;
  const ids = messages.filter(isJSONRPCRequest).map(({ id }) => id);
  if (new Set(ids).size < ids.length) return 'Invalid Request: each request of a batch has an id of its own.';
  return undefined;
}

interface Batch {
  /** Requests that are not answered yet. */
  left: number;
  readonly answers: JSONRPCMessage[];
}

/** Keeps the answers to a batch until it has all of them. */
class Batches {
  readonly #send: (answers: readonly JSONRPCMessage[]) => Promise<void>;
  readonly #onError: (error: Error) => void;
  readonly #byId = new Map<unknown, Batch>();

  constructor(send: (answers: readonly JSONRPCMessage[]) => Promise<void>, onError: (error: Error) => void) {
    this.#send = send;
    this.#onError = onError;
  }

  open(requests: readonly JSONRPCRequest[], refusals: JSONRPCMessage[]): void {
    const batch: Batch = { left: requests.length, answers: refusals };
    for (const { id } of requests) this.#byId.set(id, batch);
    if (requests.length === 0 && refusals.length > 0) this.#send(refusals).catch(this.#onError);
  }

  /** One batch takes the answer to an ID. */
  mistakeIn(messages: readonly unknown[]): string | undefined {
    const isOpen = messages.some((message) => isJSONRPCRequest(message) && this.#byId.has(message.id));
    return isOpen
      ? 'Invalid Request: an ID of this batch is that of a request which is not answered yet; take another one.'
      : undefined;
  }

  /** Takes an answer, if it is one to a batch. */
  take(message: JSONRPCMessage): Promise<void> | undefined {
    if (this.#byId.size === 0 || !isJSONRPCResponse(message)) return undefined;
    const batch = this.#byId.get(message.id);
    batch?.answers.push(message);
    return batch && this.#settle(batch, message.id);
  }

  /** A cancelled request has no answer. */
  mayShrinkBy(message: JSONRPCMessage): void {
    if (this.#byId.size === 0) return;
    const { method, params } = named(message);
    const batch = method === 'notifications/cancelled' ? this.#byId.get(params?.requestId) : undefined;
    if (batch) this.#settle(batch, params?.requestId).catch(this.#onError);
  }

  async #settle(batch: Batch, id: unknown): Promise<void> {
    this.#byId.delete(id);
    batch.left -= 1;
    if (batch.left === 0 && batch.answers.length > 0) await this.#send(batch.answers);
  }
}
