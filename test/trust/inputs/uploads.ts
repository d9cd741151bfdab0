import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { ensure } from './judging.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';
import { naughty } from './strings.ts';

interface FormPart {
  readonly headers: string;
  readonly value: Uint8Array;
}

const boundaries = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9'()+_,./:=?-]{1,70}$/),
  fc.constantFrom('edge', '-', '--', 'a b', '"', '', 'x'.repeat(200), 'ä', 'edge; charset=utf-8'),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom('--edge', '\r\n--edge--\r\n', '\r\n--', '\n', '\r\n\r\n').map((one) => Buffer.from(one)),
  fc.constant(Buffer.alloc(100_000, 'a')),
);
const names = fc.oneof(
  { weight: 6, arbitrary: fc.constant('file') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('channelId', 'sessionId', 'recordId', 'sha256', 'idempotencyKey', '__proto__'),
  },
  { weight: 1, arbitrary: naughty },
);
const headers = fc
  .tuple(
    names,
    fc.option(fc.oneof(fc.constant('a.txt'), naughty), { nil: undefined, freq: 3 }),
    fc.constantFrom(
      '',
      '\r\nContent-Type: text/plain',
      '\r\nContent-Type: a',
      '\r\nContent-Transfer-Encoding: base64',
      '\r\nX: y'.repeat(30),
      '\r\n: ',
      `\r\nX: ${'y'.repeat(20_000)}`,
    ),
    fc.constantFrom('form-data', 'Form-Data ', 'attachment', ''),
  )
  .map(
    ([name, fileName, more, kind]) =>
      `Content-Disposition: ${kind}; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}${more}`,
  );
const parts: fc.Arbitrary<FormPart> = fc.record({ headers, value: bytes });

const forms = fc.record({
  boundary: fc.oneof({ weight: 3, arbitrary: fc.constant('edge') }, { weight: 1, arbitrary: boundaries }),
  parts: fc.oneof(
    { weight: 9, arbitrary: fc.array(parts, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(parts, { minLength: 10, maxLength: 40 }) },
  ),
  preamble: fc.constantFrom('', '', '', '\r\n', 'preamble\r\n', '\n'),
  end: fc.constantFrom('--', '--', '--', '', '-', '--\r\nbehind', '\r\n'),
  lineEnd: fc.constantFrom('\r\n', '\r\n', '\r\n', '\n'),
  cutAt: fc.option(fc.nat(), { nil: undefined, freq: 1 }),
  isHeardOut: fc.boolean(),
});

/** Uploads. A correct form keeps exactly its bytes. Any other form is refused, or stored as it describes itself. */
export function uploadParts(runs: number, { line, lab, judge }: Sender): Part[] {
  const path = '/api/workspace/files';
  const upload = (body: Buffer, boundary: string) =>
    line.ask({
      method: 'POST',
      path,
      headers: { 'content-type': `multipart/form-data; boundary=${Buffer.from(boundary).toString('latin1')}` },
      body,
    });
  const prepare = () => lab.renew();
  return [
    {
      name: 'upload of a file',
      kind: 'forms',
      runs: Math.ceil(runs * 0.3),
      prepare,
      property: promise(
        fc.tuple(fc.stringMatching(/^[a-zA-Z0-9]{20,70}$/), bytes, fc.boolean(), fc.boolean()),
        async ([boundary, value, isPlaced, isLast]) => {
          const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
          const place = isPlaced
            ? `--${boundary}\r\nContent-Disposition: form-data; name="channelId"\r\n\r\n${lab.first('ch', 0)}\r\n`
            : '';
          const body = Buffer.concat([
            Buffer.from((isLast ? place : '') + file),
            value,
            Buffer.from(`\r\n${isLast ? '' : place}--${boundary}--\r\n`),
          ]);
          const reply = await upload(body, boundary);
          judge.ofOperation(`POST ${path}`, body.toString(), reply);
          ensure(reply.status === 201, `${reply.status} ${reply.bytes.toString()}`);
          const { file: kept } = reply.body;
          ensure(kept.sha256 === createHash('sha256').update(value).digest('hex'), 'another digest');
          const content = await line.ask({ method: 'GET', path: `${path}/${kept.id}/content` });
          ensure(content.bytes.equals(value), 'other bytes');
        },
      ),
    },
    {
      name: 'upload of any form',
      kind: 'forms',
      runs: Math.ceil(runs * 0.7),
      prepare,
      property: promise(forms, async ({ boundary, parts: list, preamble, end, lineEnd, cutAt, isHeardOut }) => {
        const whole = Buffer.concat([
          Buffer.from(preamble),
          ...list.map(({ headers: named, value }) =>
            Buffer.concat([
              Buffer.from(`--${boundary}${lineEnd}${named}${lineEnd}${lineEnd}`),
              value,
              Buffer.from(lineEnd),
            ]),
          ),
          Buffer.from(`--${boundary}${end}${lineEnd}`),
        ]);
        const body = cutAt === undefined ? whole : whole.subarray(0, cutAt % (whole.byteLength + 1));
        if (cutAt !== undefined && !isHeardOut)
          return line.cut({
            method: 'POST',
            path,
            headers: { 'content-type': `multipart/form-data; boundary=edge` },
            body,
          });
        const reply = await upload(body, boundary);
        judge.ofOperation(`POST ${path}`, body.toString(), reply);
        if (reply.status === 201) ensure(body.byteLength >= reply.body.file.size, 'more bytes than were sent');
      }),
    },
  ];
}
