import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, apiRequest, Client, type Sent } from './client.ts';
import type { Report } from './report.ts';

export interface HostileOptions {
  readonly url: string;
  readonly memberToken: string;
  readonly strangerTokens: readonly string[];
  readonly clientId: string;
  readonly seed: number;
}

/** Who sends one thing after the other, and counts what comes back. */
export class Sender {
  readonly #client: Client;
  readonly #count: (what: string) => void;
  readonly #over: AbortSignal;

  constructor(client: Client, count: (what: string) => void, over: AbortSignal) {
    this.#client = client;
    this.#count = count;
    this.#over = over;
  }

  api(request: string, body?: unknown, headers?: Sent['headers'], patience?: AbortSignal): Promise<Answer | undefined> {
    return this.send(apiRequest(request, body, headers), patience);
  }

  /** Undefined where no answer came; goes away when it is over, or sooner where it is told to. */
  async send(sent: Sent, patience?: AbortSignal): Promise<Answer | undefined> {
    const signal = patience ? AbortSignal.any([patience, this.#over]) : this.#over;
    try {
      const answer = await this.#client.send(sent, signal);
      this.#count(String(answer.status));
      return answer;
    } catch (error) {
      this.#count(signal.aborted ? 'gone before an answer' : (error as NodeJS.ErrnoException).code!);
      return undefined;
    }
  }
}

/** A member of an organisation, one whom nobody knows, and a whole organisation, until it is over. */
export class Hostile {
  readonly url: string;
  readonly seed: number;
  readonly clientId: string;
  readonly memberToken: string;
  readonly member: Sender;
  readonly anonymous: Sender;
  /** Members of one organisation. */
  readonly strangers: readonly Sender[];
  readonly over: AbortSignal;
  readonly #got = new Map<string, number>();
  readonly #noted = { sent: new Set<string>(), done: new Set<string>() };

  constructor({ url, memberToken, strangerTokens, clientId, seed }: HostileOptions, over: AbortSignal) {
    this.url = url;
    this.seed = seed;
    this.clientId = clientId;
    this.memberToken = memberToken;
    this.over = over;
    const sender = (token?: string, localAddress = '127.0.0.2') =>
      new Sender(
        new Client(url, { localAddress, ...(token !== undefined && { token }) }),
        (what) => this.count(what),
        this.over,
      );
    this.member = sender(memberToken);
    this.anonymous = sender(undefined, '127.0.0.3');
    this.strangers = strangerTokens.map((token) => sender(token, '127.0.0.4'));
  }

  count(what: string): void {
    this.#got.set(what, (this.#got.get(what) ?? 0) + 1);
  }

  /** Notes that an operation or a tool was asked for, or answered. */
  note(what: 'sent' | 'done', name: string): void {
    this.#noted[what].add(name);
  }

  get report(): Report {
    const { sent, done } = this.#noted;
    return { got: Object.fromEntries(this.#got), sent: [...sent], done: [...done] };
  }

  /** Repeats the work without a pause, with this many loops at once. */
  readonly keep = async (atOnce: number, work: (number: number) => Promise<unknown>): Promise<void> => {
    const loop = async (number: number) => {
      for (let turn = number; !this.over.aborted; turn += atOnce) {
        await work(turn);
        // Calls that are refused at once would otherwise leave this process no time for others.
        await sleep(1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, number) => loop(number)));
  };
}
