import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';

/** A raw connection to a gateway. It keeps all that it receives. No kind of end counts as an error. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  readonly #statuses: number[] = [];
  readonly #listeners: (() => void)[] = [];
  #unread = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {}).on('end', () => socket.end());
    socket.on('data', (chunk: Buffer) => this.#read(chunk.toString('latin1')));
  }

  /** From this address of the machine, where it matters which. */
  static async to(gatewayUrl: string, localAddress?: string): Promise<RawConnection> {
    const { hostname, port } = new URL(gatewayUrl);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true, localAddress });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  send(bytes: string | Uint8Array): this {
    if (this.#socket.writable) this.#socket.write(bytes);
    return this;
  }

  /** The same, until the machine has taken all of it. */
  sent(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Sends no more, and goes on reading. */
  end(): this {
    this.#socket.end();
    return this;
  }

  /** Hangs up without a word. */
  cut(): void {
    this.#socket.resetAndDestroy();
  }

  #read(text: string): void {
    const read = this.#unread + text;
    // One character less than a status line has at least, so that none is found twice.
    this.#unread = read.slice(1 - 'HTTP/1.1 200 '.length);
    for (const [, status] of read.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      this.#statuses.push(Number(status));
      for (const call of this.#listeners) call();
    }
  }

  /** Calls whenever an answer begins to come. */
  onAnswer(call: () => void): this {
    this.#listeners.push(call);
    return this;
  }

  /** Waits until this many answers have begun. */
  answers(count: number): Promise<void> {
    return new Promise((resolve) => {
      const look = () => this.#statuses.length >= count && resolve();
      this.onAnswer(look);
      look();
    });
  }

  /** The status of each answer that has come so far. */
  get statuses(): readonly number[] {
    return this.#statuses;
  }

  /** The statuses of all answers, once the server has hung up. Undefined where it does not within these seconds. */
  async closed(seconds: number): Promise<readonly number[] | undefined> {
    const waited = sleep(seconds * 1_000, false, { ref: false });
    return (await Promise.race([this.#closed.then(() => true), waited])) ? this.statuses : undefined;
  }
}
