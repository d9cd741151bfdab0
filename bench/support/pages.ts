import { accessToken, ourGateway } from './gateway.ts';
import type { Figure } from './figures.ts';
import { cpuInPairs } from './pairs.ts';
import { pin, unpin } from './processes.ts';
import { RawClient } from './raw-client.ts';

const requests = 50;

/** The addresses of the first and the last full page of a list. */
export interface Pages {
  readonly first: string;
  readonly last: string;
}

/** The last page of a long list beside its first: CPU a request. */
export async function lastBesideFirst(dataFolder: string, list: string, { first, last }: Pages): Promise<Figure> {
  const server = await ourGateway(dataFolder);
  const client = await RawClient.connect(server.url, accessToken(dataFolder), 8);
  try {
    pin(process.pid, 0);
    pin(server.process.pid!, 1);
    const of = (page: string) => ({ server, send: () => client.run(`GET ${page}`, requests) });
    return {
      name: `last page of ${list}, beside its first: CPU a request`,
      ...(await cpuInPairs(of(last), of(first), requests)),
      unit: 'µs',
      bound: { atMost: 1.2 },
    };
  } finally {
    client.close();
    await server.stop();
    unpin(process.pid);
  }
}
