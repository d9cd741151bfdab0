import { once } from 'node:events';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Gateway } from './product.ts';

/** As long as that of a gateway, in ms. A client whose request meets the end of its connection loses the answer. */
const keepAliveTimeout = 72_000;

/** A proxy before gateways, which gives each request to the next one. It keeps no connection of gateways that left. */
export class PlainProxy {
  /** The gateways that get requests. */
  readonly gateways: Gateway[] = [];
  url = '';
  readonly #server: Server;
  #turn = 0;

  constructor() {
    this.#server = createServer({ keepAliveTimeout }, (request, response) => {
      const { hostname: host, port } = new URL(this.#next().url);
      const { method, url: path, headers } = request;
      const passedOn = ask({ host, port, method, path, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.on('error', () => response.destroy()).pipe(response);
      });
      passedOn.on('error', () => response.destroy());
      request.on('error', () => passedOn.destroy()).pipe(passedOn);
    });
  }

  async listen(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on it gets no request. */
  withdraw(gateway: Gateway): void {
    this.gateways.splice(this.gateways.indexOf(gateway), 1);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #next(): Gateway {
    this.#turn += 1;
    return this.gateways[this.#turn % this.gateways.length]!;
  }
}
