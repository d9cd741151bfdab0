import assert from 'node:assert/strict';
import { limits } from '../../../schemas/limits.ts';
import { RawConnection } from '../sockets.ts';
import { json, type Wire } from './wire.ts';

/**
 * Anything other than HTTP, contradictory or too large is refused, and the connection ends. Large but allowed requests
 * are answered.
 */
export async function sendMalformed({ url, head }: Wire): Promise<void> {
  const close = 'Connection: close';
  const create = (...fields: string[]) => head('POST /artifacts', ...json, ...fields);
  const beyond = limits.jsonBodyBytes + 1;
  const cases: readonly [what: string, statuses: readonly number[], ...sent: (string | Uint8Array)[]][] = [
    ['no HTTP', [400], 'EHLO there\r\n\r\n'],
    ['a head without an end', [400], `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`],
    ['chunks that are none', [400], create('Transfer-Encoding: chunked', close), 'no number\r\nrest\r\n'],
    ['two lengths', [400], create('Content-Length: 2', 'Content-Length: 3'), '{}'],
    ['a length that is none', [400], create('Content-Length: -5'), '{}'],
    ['a body beyond its limit', [413], create(`Content-Length: ${beyond}`, close), Buffer.alloc(beyond, ' ')],
    ['twenty at once', Array<number>(20).fill(200), head('GET /me').repeat(19), head('GET /me', close)],
  ];
  for (const [what, statuses, ...sent] of cases) {
    const connection = await RawConnection.to(url);
    for (const bytes of sent) connection.send(bytes);
    assert.deepEqual(await connection.closed(20), statuses, what);
  }
}
