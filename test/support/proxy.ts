import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The harm that a proxy does to connections. */
export type Mode = 'pass' | 'refuse' | 'hold answers' | { readonly cutAfter: number };

/** A proxy between the product and a service, which does harm on demand. It understands none of what passes. */
export class Proxy {
  mode: Mode = 'pass';
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #server;
  #target: number;

  constructor(target: number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  async start(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Refuses new connections and ends the open ones. */
  refuse(): void {
    this.mode = 'refuse';
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends the open connections. Later ones lead to another port. */
  leadTo(target: number): void {
    this.refuse();
    this.#target = target;
    this.mode = 'pass';
  }

  /** Resolves when a connection is harmed next. */
  harmed(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #harm(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Lets through what was held. */
  release(): void {
    this.mode = 'pass';
    for (const goOn of this.#held.splice(0)) goOn();
  }

  async close(): Promise<void> {
    this.refuse();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(client: Socket): void {
    if (this.mode === 'refuse') {
      this.#harm();
      return void client.destroy();
    }
    const service = connect(this.#target, '127.0.0.1');
    for (const socket of [client, service]) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        service.destroy();
      });
    }
    let sent = 0;
    client.on('data', (bytes) => {
      sent += bytes.length;
      if (typeof this.mode === 'object' && sent > this.mode.cutAfter) {
        client.destroy();
        this.#harm();
      } else service.write(bytes);
    });
    service.on('data', (bytes) => {
      if (this.mode === 'hold answers') {
        this.#held.push(() => client.write(bytes));
        this.#harm();
      } else client.write(bytes);
    });
  }
}
