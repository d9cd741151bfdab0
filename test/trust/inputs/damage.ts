import fc from 'fast-check';
import type { Sent } from './sending.ts';

type Damage = (sent: Sent) => Sent;

const json =
  (change: (text: string) => string | Uint8Array): Damage =>
  (sent) =>
    sent.body ? { ...sent, body: Buffer.from(change(Buffer.from(sent.body).toString()) as string) } : sent;

const typed =
  (type: string): Damage =>
  (sent) => ({ ...sent, headers: { ...sent.headers, 'content-type': type } });
const withHeader =
  (name: string, value: string): Damage =>
  (sent) => ({ ...sent, headers: { ...sent.headers, [name]: value } });

/** Damage to a good input on its way to the gateway. */
export const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 6 })).map(
    ([place, bytes]): Damage =>
      (sent) => {
        if (!sent.body) return { ...sent, path: `${sent.path}%${bytes[0]!.toString(16)}` };
        const at = place % (sent.body.byteLength + 1);
        return { ...sent, body: Buffer.concat([sent.body.subarray(0, at), bytes, sent.body.subarray(at)]) };
      },
  ),
  fc.nat().map(
    (place): Damage =>
      (sent) => ({ ...sent, body: sent.body?.subarray(0, place % (sent.body.byteLength + 1)) }),
  ),
  fc.constantFrom<Damage[]>(
    json((text) => text.replace('{', '{"idempotencyKey":"a","idempotencyKey":"b",')),
    json((text) => text.replace('{', '{"__proto__":{"isAdmin":true},')),
    json((text) => `\ufeff${text}`),
    json((text) => `${text}}`),
    json((text) => `[${text}]`),
    json((text) => Buffer.from(text, 'utf16le')),
    json((text) => text.replaceAll('"', "'")),
    json((text) => text.replaceAll(/"(?=[^"]*$)/g, '\xff')),
    json((text) => text.replace(/\}$/, `,"a":${'[0,'.repeat(30_000)}`)),
    json((text) => text.replace(/\}$/, `${',"a":1'.repeat(60_000)}}`)),
    json((text) => text.replace(/\}$/, `,"a":"${'\\u0041'.repeat(200_000)}"}`)),
    json((text) => text.replace(/\}$/, `,"${'a'.repeat(100_000)}":1}`)),
    (sent) => ({ ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}limit=1&limit=2&__proto__=1` }),
    (sent) => ({ ...sent, path: `${sent.path}?${'a=1&'.repeat(3_000)}` }),
    (sent) => ({ ...sent, path: `${sent.path}/` }),
    (sent) => ({ ...sent, path: sent.path.replaceAll('/', '//') }),
    (sent) => ({ ...sent, path: sent.path.replace('workspace/', 'workspace/../workspace/') }),
    (sent) => ({ ...sent, path: sent.path.toUpperCase() }),
    (sent) => ({ ...sent, method: 'PUT' }),
    (sent) => ({ ...sent, method: 'POST' }),
  ),
  fc
    .constantFrom(
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'multipart/form-data; boundary=a',
      'a/b; c',
      'application/json/json',
      '\xff',
    )
    .map(typed),
  fc
    .constantFrom(
      ['content-encoding', 'gzip'],
      ['transfer-encoding', 'identity'],
      ['idempotency-key', '\xff\xfe'],
      ['idempotency-key', 'a'.repeat(300)],
      ['range', 'bytes=5-1,-0,9999999999999999999999-'],
      ['if-none-match', '"'.repeat(500)],
      ['accept', 'text/html;q=a, */*;q=-1'],
      ['x-request-id', '<script>'],
      ['authorization', 'Bearer a.b.c'],
      ['authorization', `Bearer ${'a'.repeat(5_000)}`],
      ['authorization', 'Basic YTpi'],
      ['x-forwarded-for', 'a, b, ::1'],
      ['content-type', 'application/json'],
    )
    .map(([name, value]) => withHeader(name, value)),
);
