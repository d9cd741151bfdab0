import { RawConnection } from '../trust/sockets.ts';
import { whileStopped } from './processes.ts';
import type { Account, SharedGateway } from './rest.ts';

/** The bytes of a request with a JSON body, or without one. */
export function requestOf({ token }: Account, line: string, body?: object): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...(json ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${json}`;
}

/** Requests over one connection, each of which is sent without waiting for the answer to the one before. */
export interface Sent<Name extends string> {
  /** The name of its answers. */
  readonly name: Name;
  readonly requests: readonly string[];
}

/**
 * The order in which answers begin to come to requests that the gateway finds all at once. It stands still until all
 * are sent, so no client's speed decides.
 */
export async function orderOfAnswers<Name extends string>(
  gateway: Pick<SharedGateway, 'url' | 'process'>,
  ...sent: readonly Sent<Name>[]
): Promise<Name[]> {
  const order: Name[] = [];
  const expected = sent.reduce((count, { requests }) => count + requests.length, 0);
  const all = Promise.withResolvers<void>();
  const prepared = await Promise.all(
    sent.map(async ({ name, requests }) => {
      const connection = await RawConnection.to(gateway.url);
      connection.onAnswer(() => {
        if (order.push(name) === expected) all.resolve();
      });
      const bytes = Buffer.from(requests.join(''));
      const beforehand = sentBeforehand(requests[0]!);
      await connection.sent(bytes.subarray(0, beforehand));
      return { connection, bytes: bytes.subarray(beforehand) };
    }),
  );
  await whileStopped(gateway.process, async () => {
    for (const { connection, bytes } of prepared) await connection.sent(bytes);
  });
  await all.promise;
  for (const { connection } of prepared) connection.cut();
  return order;
}

/** A very long request has no room in a socket that nobody reads, so only its last byte waits. */
const sentBeforehand = (request: string): number => {
  const length = Buffer.byteLength(request);
  return length > 1024 * 1024 ? length - 1 : 0;
};
