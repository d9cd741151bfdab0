import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Config, originOf } from '../config.ts';

/** Listens, and returns the address. */
export async function listenAt(app: FastifyInstance, { host, port }: Pick<Config, 'host' | 'port'>): Promise<string> {
  await app.listen({ host, port });
  return originOf({ host, port: (app.server.address() as AddressInfo).port });
}
