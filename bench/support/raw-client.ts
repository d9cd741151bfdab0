import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Requests byte for byte over connections that stay open, one at a time on each, answers unread. */
export class RawClient {
  readonly #host: string;
  readonly #token: string;
  readonly #sockets: Socket[];

  static async connect(url: string, token: string, connections: number): Promise<RawClient> {
    const { hostname, port, host } = new URL(url);
    const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay());
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    return new RawClient(host, token, sockets);
  }

  private constructor(host: string, token: string, sockets: Socket[]) {
    this.#host = host;
    this.#token = token;
    this.#sockets = sockets;
  }

  /** Sends the same request `count` times, such as `GET /path`. */
  async run(request: string, count: number, body = '', headers: Record<string, string> = {}): Promise<void> {
    const head = `${request} HTTP/1.1\r\nhost: ${this.#host}\r\nauthorization: Bearer ${this.#token}\r\n`;
    const type = body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const bytes = Buffer.from(`${head}${type}${more.join('')}\r\n${body}`);
    let left = count;
    const series = async (socket: Socket) => {
      while (left > 0) {
        left -= 1;
        await exchange(socket, bytes);
      }
    };
    await Promise.all(this.#sockets.map(series));
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

function exchange(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((settle, fail) => {
    let received = '';
    const lost = () => fail(new Error('The server closed the connection'));
    const take = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const headEnd = received.indexOf('\r\n\r\n') + 4;
      if (headEnd < 4) return;
      const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(received) ?? [];
      const isUnchanged = received.startsWith('HTTP/1.1 304');
      if (!isUnchanged && (length === undefined || !/^HTTP\/1\.1 20[01]/.test(received)))
        return fail(new Error(received.slice(0, 500)));
      if (!isUnchanged && received.length < headEnd + Number(length)) return;
      socket.off('data', take).off('close', lost);
      settle();
    };
    socket.on('data', take).once('close', lost);
    socket.write(bytes);
  });
}
