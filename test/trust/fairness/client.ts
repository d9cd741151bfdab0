import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

export interface Manners {
  readonly token?: string;
  /** The loopback address that requests come from. */
  readonly localAddress?: string;
  /** Whether each request comes over a connection of its own. */
  readonly isNew?: boolean;
}

/** Sends requests over connections of its own, as many at once as it is asked to. */
export class Client {
  readonly #url: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent: Agent;

  constructor(url: string, { token, localAddress, isNew = false }: Manners = {}) {
    this.#url = new URL(url);
    this.#headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.#agent = new Agent({ keepAlive: !isNew, localAddress });
  }

  /** The answer, whatever it says; throws when the connection ends without one. */
  send({ method, path, headers, body }: Sent, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: this.#url.hostname,
        port: this.#url.port,
        method,
        path,
        agent: this.#agent,
        signal,
        headers: { ...this.#headers, ...headers, ...(body && { 'content-length': body.byteLength }) },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        buffer(incoming).then(
          (bytes) => resolve({ status: incoming.statusCode!, headers: incoming.headers, bytes }),
          reject,
        );
      });
      // The body comes in a piece of its own.
      if (body) outgoing.flushHeaders();
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A request such as `POST /queries`, below `/api/workspace`, with a body of JSON. */
export function apiRequest(request: string, body?: unknown, headers: Sent['headers'] = {}): Sent {
  const [method, path] = request.split(' ', 2) as [string, string];
  const sent = { method, path: `/api/workspace${path}` };
  if (body === undefined) return { ...sent, headers };
  return {
    ...sent,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** A call of a tool over MCP. */
export const toolCall = (name: string, args: unknown): Sent => ({
  method: 'POST',
  path: '/mcp',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })),
});
