import { Agent, type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Body, Reply } from '../../support/rest.ts';

/** A request as it goes over the wire: nothing of it is mended on the way. */
export interface Sent {
  readonly method: string;
  /** With what is not ASCII escaped. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** Seconds of this process, not of the clock: while a machine stands still, none of them passes. */
const mostSeconds = 20;
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** A gateway that is spoken to as no client library would. An answer that does not come within 20 s is an error. */
export class Line {
  readonly #url: URL;
  readonly #authorization: string;

  constructor(url: string, token: string) {
    this.#url = new URL(url);
    this.#authorization = `Bearer ${token}`;
  }

  send({ method, path, headers = {}, body }: Sent): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest({
        host: this.#url.hostname,
        port: this.#url.port,
        method,
        path,
        agent,
        headers: { authorization: this.#authorization, ...headers, ...(body && { 'content-length': body.byteLength }) },
      });
      let seconds = 0;
      const clock = setInterval(() => {
        seconds += 1;
        if (seconds > mostSeconds) outgoing.destroy(new Error(`${method} ${path}: no answer within ${mostSeconds} s`));
      }, 1_000);
      const ended = () => clearInterval(clock);
      outgoing.on('error', (error) => {
        ended();
        reject(error);
      });
      outgoing.on('response', (incoming) => {
        buffer(incoming)
          .then((bytes) => resolve(reply(incoming.statusCode!, incoming.headers, bytes)), reject)
          .finally(ended);
      });
      outgoing.end(body);
    });
  }

  /** Sends less than it says it will, and goes away. */
  async cut({ method, path, headers = {}, body = Buffer.of() }: Sent): Promise<void> {
    const { hostname: host, port } = this.#url;
    const length = { 'content-length': body.byteLength + 100 };
    const outgoing = httpRequest({
      host,
      port,
      method,
      path,
      agent: false,
      headers: { authorization: this.#authorization, ...headers, ...length },
    });
    outgoing.on('error', () => {});
    outgoing.on('response', (incoming) => incoming.resume());
    await new Promise((resolve) => outgoing.write(body, resolve));
    outgoing.destroy();
  }

  /** Sends it again while the gateway answers that it is unavailable, as clients are asked to do. */
  async ask(sent: Sent): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.send(sent);
      if (answer.status !== 503 || answer.body.code !== 'unavailable' || attempt > mostSeconds) return answer;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

function reply(status: number, named: IncomingHttpHeaders, bytes: Buffer): Reply {
  const headers = new Headers();
  for (const [name, value] of Object.entries(named)) headers.set(name, [value].flat().join(', '));
  return {
    status,
    headers,
    bytes,
    get body() {
      return JSON.parse(bytes.toString()) as Body;
    },
  };
}

/** Text in an address. Half a surrogate pair becomes three bytes, which are not valid UTF-8. */
export const escaped = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : Array.from(text, (character) =>
        character.isWellFormed() ? encodeURIComponent(character) : bytesOfSurrogate(character.charCodeAt(0)),
      ).join('');

const bytesOfSurrogate = (unit: number): string =>
  [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]
    .map((byte) => `%${byte.toString(16).toUpperCase()}`)
    .join('');
