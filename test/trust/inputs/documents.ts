import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { limits } from '../../../schemas/limits.ts';
import { type Sample, samples } from '../../support/documents.ts';
import { docx, docxOf, officeTypes, xlsx } from '../../support/office.ts';
import { pdf } from '../../support/pdf.ts';
import { zip } from '../../support/zip.ts';
import { ensure } from './judging.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';
import { naughty } from './strings.ts';
import { wireForm } from './forms.ts';

type Change = (bytes: Buffer) => Buffer;

const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 }).map(
    (flips): Change =>
      (bytes) => {
        const copy = Buffer.from(bytes);
        for (const [place, value] of flips) copy[place % copy.byteLength] = value;
        return copy;
      },
  ),
  fc.nat().map(
    (place): Change =>
      (bytes) =>
        bytes.subarray(0, place % (bytes.byteLength + 1)),
  ),
  fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 50 })).map(
    ([from, length, times]): Change =>
      (bytes) => {
        const start = from % bytes.byteLength;
        const stretch = bytes.subarray(start, start + (length % 2_000));
        return Buffer.concat([
          bytes.subarray(0, start),
          ...Array.from({ length: times }, () => stretch),
          bytes.subarray(start),
        ]);
      },
  ),
  fc.tuple(fc.nat(), fc.constantFrom(0, 0xff)).map(
    ([place, value]): Change =>
      (bytes) =>
        Buffer.from(bytes).fill(
          value,
          place % bytes.byteLength,
          Math.min(bytes.byteLength, (place % bytes.byteLength) + 200),
        ),
  ),
  // Sizes and offsets, which are written in four bytes, become absurd ones.
  fc.tuple(fc.nat(), fc.constantFrom(0xffffffff, 0x7fffffff, 0x80000000, 0xfffffffe)).map(
    ([place, size]): Change =>
      (bytes) => {
        const copy = Buffer.from(bytes);
        const at = bytes.lastIndexOf('PK\x01\x02');
        copy.writeUInt32LE(size, at < 0 ? place % (bytes.byteLength - 4) : at + [16, 20, 24, 42][place % 4]!);
        return copy;
      },
  ),
);

const word = (text: string) => `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
const asDocx = (bytes: Uint8Array): Sample => ({ fileName: 'a.docx', type: officeTypes.docx, bytes });

/** Entities that unfold into entities, to a depth and a breadth. */
const unfolding = fc
  .tuple(
    fc.integer({ min: 2, max: 30 }),
    fc.integer({ min: 2, max: 40 }),
    fc.constantFrom('', '%', 'SYSTEM "file:///etc/passwd"', 'PUBLIC "a" "http://127.0.0.1/"'),
  )
  .map(([depth, breadth, outside]) => {
    const entities = Array.from({ length: depth }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(breadth)}">`);
    return asDocx(
      docxOf(
        `<!DOCTYPE w [<!ENTITY e0 ${outside === '' || outside === '%' ? '"lol"' : outside}>${entities.join('')}]>${word(`&e${depth};&e0;`)}`,
      ),
    );
  });

const relationship = (target: string) =>
  `<Relationships><Relationship Id="a" Type="x/officeDocument" Target="${target}"/></Relationships>`;

/** Archives whose parts have strange names, hold one another, or come to very much. */
const archives = fc
  .tuple(
    fc.array(
      fc.tuple(fc.oneof(naughty, fc.constantFrom('word/document.xml', '../../a.xml', '/a.xml', 'a.xml')), fc.nat(3)),
      { maxLength: 6 },
    ),
    fc.constantFrom('a.xml', '../../a.xml', '/etc/passwd', 'word/document.xml', '_rels/.rels'),
    fc.constantFrom(0, 0, 1_000_000, limits.archiveBytes),
  )
  .map(([names, target, blanks]) => {
    const inner = zip([{ name: 'a.xml', content: word('inside') }]);
    const contents = [word('text'), inner, Buffer.alloc(100_000), '<a>'.repeat(20_000)];
    return asDocx(
      zip([
        { name: '_rels/.rels', content: relationship(target) },
        ...names.map(([name, which]) => ({ name: name.toWellFormed(), content: contents[which]! })),
        ...(blanks === 0 ? [] : [{ name: 'a.xml', content: Buffer.alloc(blanks, ' ') }]),
      ]),
    );
  });

const pages = fc.array(fc.array(naughty, { maxLength: 5 }), { minLength: 1, maxLength: 5 }).map(
  (lines): Sample => ({
    fileName: 'a.pdf',
    type: 'application/pdf',
    bytes: pdf(lines.map((page) => page.map((line) => line.toWellFormed().replaceAll(/\p{C}/gu, '')))),
  }),
);
const prose = fc
  .array(naughty, { maxLength: 8 })
  .chain((list) => {
    const lines = list.map((line) => line.toWellFormed().replaceAll(/\p{C}/gu, ''));
    return fc.constantFrom(docx(lines.map((text) => ({ text }))), xlsx({ Sheet: [lines] }));
  })
  .map(asDocx);
const pagesOfMarkup = fc
  .array(
    fc.oneof(
      naughty,
      fc.constantFrom(
        '<p>',
        '<table>',
        '<svg><script>',
        '<!--',
        '<meta charset=utf-7>',
        '&#xffffffff;',
        '<a '.repeat(5_000),
        '<div>'.repeat(5_000),
      ),
    ),
    { maxLength: 20 },
  )
  .map((list): Sample => ({ fileName: 'a.html', type: 'text/html', bytes: Buffer.from(list.join('')) }));

const documents: fc.Arbitrary<Sample> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...samples.slice(0, 5)), changes)
      .map(([sample, change]) => ({ ...sample, bytes: change(Buffer.from(sample.bytes)) })),
  },
  { weight: 2, arbitrary: archives },
  {
    weight: 1,
    arbitrary: fc.tuple(archives, changes).map(([sample, change]) => asDocx(change(Buffer.from(sample.bytes)))),
  },
  { weight: 1, arbitrary: unfolding },
  { weight: 1, arbitrary: pages },
  { weight: 1, arbitrary: prose },
  { weight: 2, arbitrary: pagesOfMarkup },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(...samples.slice(0, 4))
      .chain((sample) => fc.uint8Array({ maxLength: 500 }).map((bytes) => ({ ...sample, bytes }))),
  },
);

const pauseMs = 50;
/** A document's own seconds, as often as it is begun, and as many again on a busy machine. */
const mostPauses = (2 * limits.documentAttempts * limits.documentSecondsMost * 1_000) / pauseMs;

/** Files of formats whose text is extracted. Each is kept, and within bounded time has a text or a reason why not. */
export function documentParts(runs: number, { line, lab, judge }: Sender): Part[] {
  const path = '/api/workspace/files';
  return [
    {
      name: 'documents',
      kind: 'documents whose text is extracted',
      runs,
      prepare: () => lab.renew(),
      property: promise(documents, async ({ fileName, type, bytes }) => {
        const uploaded = await line.ask({
          method: 'POST',
          path,
          ...wireForm([['file', { fileName, contentType: type, bytes }]]),
        });
        judge.ofOperation(`POST ${path}`, '', uploaded);
        ensure(uploaded.status === 201, `${uploaded.status} ${uploaded.bytes.toString()}`);
        for (let pauses = 0; ; pauses += 1) {
          const told = await line.ask({ method: 'GET', path: `${path}/${uploaded.body.file.id}/text` });
          judge.ofOperation(`GET ${path}/{fileId}/text`, Buffer.from(bytes).toString('latin1'), told);
          ensure(told.status === 200, `${told.status} ${told.bytes.toString()}`);
          if (told.body.text.status !== 'pending') return;
          ensure(pauses < mostPauses, 'its text is still pending');
          await pause(pauseMs);
        }
      }),
    },
  ];
}
