import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { obey } from './child.ts';

/** A server that does nothing: where it is late too, the machine was. */
const server = createServer((_request, response) => response.end('{}'));

export const commands = {
  async listen(_input: undefined): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
};

obey(commands);
