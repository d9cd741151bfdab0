import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A client of the gateway that keeps its connections and does as little work as possible. */
export class HttpClient {
  readonly #base: string;
  readonly #token: string;
  readonly #agent: Agent;

  constructor(url: string, token: string, connections: number) {
    this.#base = `${url}/api/workspace`;
    this.#token = token;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** The answer's text, unread. */
  get(path: string): Promise<string> {
    return this.#send('GET', path);
  }

  async post<Answer>(path: string, body: object): Promise<Answer> {
    return JSON.parse(await this.#send('POST', path, JSON.stringify(body))) as Answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(method: string, path: string, body?: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body && { 'content-type': 'application/json' }) };
    const sent = request(this.#base + path, { method, headers, agent: this.#agent });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const answer = await text(response);
    if (response.statusCode !== 200 && response.statusCode !== 201)
      throw new Error(`${method} ${path} answered ${response.statusCode}: ${answer}`);
    return answer;
  }
}
