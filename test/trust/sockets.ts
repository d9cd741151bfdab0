import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';

/** A connection to a gateway, spoken to byte by byte; what comes back is read and kept, and its end, however it comes, is no error. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  #answer = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {}).on('end', () => socket.end());
    socket.on('data', (chunk: Buffer) => (this.#answer += chunk.toString('latin1')));
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

  /** Sends no more, and goes on reading. */
  end(): this {
    this.#socket.end();
    return this;
  }

  /** Hangs up without a word. */
  cut(): void {
    this.#socket.resetAndDestroy();
  }

  /** The status of each answer that has come so far. */
  get statuses(): number[] {
    return [...this.#answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  /** The statuses of all answers, once the server has hung up; undefined where it does not within so many seconds. */
  async closed(seconds: number): Promise<number[] | undefined> {
    const waited = sleep(seconds * 1_000, false, { ref: false });
    return (await Promise.race([this.#closed.then(() => true), waited])) ? this.statuses : undefined;
  }
}
