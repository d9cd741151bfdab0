import assert from 'node:assert/strict';
import { limits } from '../../../schemas/limits.ts';
import { RawConnection } from '../sockets.ts';
import { rawFormType } from '../../support/forms.ts';
import { json, type Wire } from './wire.ts';

const eachMs = 250;
const patienceSeconds = 30;
/** Node's time limit for a head, and the interval at which it looks for slow ones. */
const headSeconds = 60 + 30;

/** Some send a body or a head byte by byte and never finish. Resolves when the gateway has hung up on each. */
export async function sendSlowly({ url, head }: Wire, times: number): Promise<void> {
  const body = head('POST /artifacts', ...json, 'Content-Length: 100000');
  const upload = head('POST /files', `Content-Type: ${rawFormType['content-type']}`, 'Content-Length: 100000');
  const chunked = head('POST /artifacts', ...json, 'Transfer-Encoding: chunked');
  const slow: readonly [what: string, beginning: string, rest: string, seconds: number][] = [
    ['a body', body, ' ', limits.bodySeconds],
    ['an upload', upload, '-', limits.bodySeconds],
    ['a body in chunks', chunked, '1\r\n \r\n', limits.bodySeconds],
    ['a head', 'GET /api/workspace/me HTTP/1.1\r\n', 'X: x\r\n', headSeconds],
  ];
  await Promise.all(
    Array.from({ length: times }, async (_, time) => {
      const [what, beginning, rest, seconds] = slow[time % slow.length]!;
      const connection = await RawConnection.to(url);
      connection.send(beginning);
      const dripping = setInterval(() => connection.send(rest), eachMs);
      const statuses = await connection.closed(seconds + patienceSeconds);
      clearInterval(dripping);
      assert.deepEqual(statuses, [400], `who is slow with ${what} is hung up on`);
    }),
  );
}
