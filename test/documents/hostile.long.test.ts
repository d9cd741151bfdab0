import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { expectSound } from '../support/check.ts';
import { type Sample, samples, uploadSample } from '../support/documents.ts';
import { indexed } from '../support/index.ts';
import { routeSearch } from '../support/finding.ts';
import { docx, docxOf, officeTypes, xlsx } from '../support/office.ts';
import { encryptedPdf, blankStream, pdf, pdfOf, stream } from '../support/pdf.ts';
import { sharedGateway } from '../support/rest.ts';
import { zip } from '../support/zip.ts';

const gateway = sharedGateway();
const good = docx([{ text: 'a good document' }]);
const word = (text: string) => `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;

const asPdf = (bytes: Uint8Array): Sample => ({ fileName: 'hostile.pdf', type: 'application/pdf', bytes });
const asDocx = (bytes: Uint8Array): Sample => ({ fileName: 'hostile.docx', type: officeTypes.docx, bytes });
const asXlsx = (bytes: Uint8Array): Sample => ({ fileName: 'hostile.xlsx', type: officeTypes.xlsx, bytes });

/** An uploaded file, and the reason why it has no text. */
const withoutText: [what: string, sample: () => Promise<Sample> | Sample, reason: string][] = [
  ['an archive that unfolds into more than is read', () => asDocx(unfolding(limits.archiveBytes + 1)), 'too_large'],
  ['an archive of too many parts', () => asDocx(archiveOf(limits.archiveEntries + 1)), 'too_large'],
  ['an archive that is cut off', () => asDocx(good.subarray(0, good.length - 100)), 'damaged'],
  ['an archive whose bytes are damaged', () => asDocx(scrambled(good)), 'damaged'],
  ['an archive that is no Office document', () => asDocx(zip([{ name: 'a.txt', content: 'a' }])), 'damaged'],
  ['random bytes with the name of a document', () => asDocx(randomBytes(10_000)), 'damaged'],
  ['what only begins like an archive', () => asDocx(Buffer.from('PK\x03\x04 and nothing')), 'damaged'],
  ['a workbook that says it is a document', () => asDocx(xlsx({ Sheet: [['a lie']] })), 'no_text'],
  ['an encrypted archive', () => asXlsx(zip([{ name: '_rels/.rels', content: 'a', encrypted: true }])), 'encrypted'],
  [
    'an encrypted Office document',
    () => asXlsx(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(9_000)])),
    'encrypted',
  ],
  ['an encrypted PDF', () => asPdf(encryptedPdf('hidden', 'secret')), 'encrypted'],
  ['a PDF without pages', () => asPdf(Buffer.from('%PDF-1.7\nnothing else')), 'damaged'],
  ['a PDF that is cut off', () => asPdf(pdf([['first'], ['second']]).subarray(0, -300)), 'damaged'],
  [
    'a PDF of too deep a nesting',
    () => asPdf(pdfOf(stream(`${'['.repeat(100_000)} BT /F 12 Tf 9 9 Td (deep) Tj ET`))),
    'no_text',
  ],
  ['a PDF of images only', () => asPdf(pdfOf(stream('0 0 100 100 re f'))), 'no_text'],
  [
    'a PDF whose page unfolds into more than there is memory',
    async () => asPdf(pdfOf(await blankStream(2 * limits.documentMemoryBytes))),
    'too_large',
  ],
  [
    'a PDF whose pages are inside themselves',
    () => asPdf(changed(pdf([['a']]), '/Kids [8 0 R]', '/Kids [2 0 R]')),
    'no_text',
  ],
];

/** An uploaded file, and the beginning of its text. A page without words has its source as text. */
const withText: [what: string, sample: () => Sample, text: RegExp][] = [
  ['a page without words', () => ({ fileName: 'a.html', type: 'text/html', bytes: Buffer.from('<p> ') }), /^<p> $/],
  [
    'entities that unfold into entities',
    () => asDocx(docxOf(entityBomb + word('before &z; behind'))),
    /^before &z; behind\n\n$/,
  ],
  [
    'an entity that names a file',
    () => asDocx(docxOf(`<!DOCTYPE w [<!ENTITY z SYSTEM "file:///etc/passwd">]>${word('&z;')}`)),
    /^&z;\n\n$/,
  ],
  ['a document of too deep a nesting', () => asDocx(docxOf(`${'<w:p>'.repeat(5_000)}${word('deep')}`)), /^deep/],
  [
    'a PDF that says wrongly where its parts are',
    () => asPdf(changed(pdf([['first']]), /startxref\n\d+/, 'startxref\n17')),
    /^first\n/,
  ],
  ['a PDF that everyone may open', () => asPdf(encryptedPdf('open words', '')), /^open words\n/],
  ['an archive that unfolds into as much as is read', () => asDocx(unfolding(limits.archiveBytes)), /^far behind/],
  ['a document of as many parts as are read', () => asDocx(archiveOf(limits.archiveEntries)), /^many parts/],
  [
    'a PDF of 10,000 pages',
    () => asPdf(pdf(Array.from({ length: 10_000 }, (_, index) => [`page ${index}`]))),
    /^page 0\n\npage 1\n/,
  ],
  [
    'a workbook of 10,000 sheets',
    () => asXlsx(xlsx(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`s${index}`, [[index]]])))),
    /^# s0\n\n0\n\n# s1\n\n1\n/,
  ],
];

const entityBomb = `<!DOCTYPE lolz [<!ENTITY a "lol">${'bcdefghijklmnopqrstuvwxyz'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${String.fromCodePoint(97 + index)};`.repeat(10)}">`)
  .join('')}]>`;

const relationships = '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="a.xml"/></Relationships>';

/** A document whose parts have this many bytes when they are inflated. */
function unfolding(bytes: number): Buffer {
  const text = word('far behind');
  const blanks = bytes - relationships.length - text.length;
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const pieces = Array.from({ length: Math.floor(blanks / piece.length) }, () => piece);
  const rest = Buffer.from(' '.repeat(blanks % piece.length) + text);
  return zip([
    { name: '_rels/.rels', content: relationships },
    { name: 'a.xml', content: [...pieces, rest] },
  ]);
}

/** A document in an archive of this many entries. */
const archiveOf = (entries: number) =>
  zip([
    { name: '_rels/.rels', content: relationships },
    { name: 'a.xml', content: word('many parts') },
    ...Array.from({ length: entries - 2 }, (_, index) => ({ name: `part${index}`, content: '' })),
  ]);

const changed = (bytes: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');

function scrambled(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 100, 700);
  return copy;
}

const textOf = async (fileId: string) => (await gateway.admin.done(`GET /files/${fileId}/text`)).text;

/** The text of a sample. A busy machine may be too slow for it, and then looks at it once more. */
async function settled(sample: Sample) {
  const look = async () => {
    const fileId = await uploadSample(gateway.admin, sample);
    await indexed(gateway.dataFolder);
    return textOf(fileId);
  };
  const text = await look();
  return text.reason === 'too_slow' ? look() : text;
}

describe('has no text, and says why:', () => {
  test.each(withoutText)('%s', async (_what, sample, reason) => {
    const text = await settled(await sample());
    expect(text).toEqual({ fileId: text.fileId, status: 'none', reason });
  });
});

describe('has its text nevertheless:', () => {
  test.each(withText)('%s', async (_what, sample, text) => {
    const { content, status } = await settled(sample());
    expect(status).toBe('ready');
    expect(content).toMatch(text);
  });
});

test('after all of these, others are read and found as before', async () => {
  const [sample] = samples;
  const { fileId, content } = await settled(sample!);
  expect(content).toBe(sample!.text);
  expect((await routeSearch(gateway.admin)({ q: sample!.word })).results).toMatchObject([{ id: fileId }]);
  await expectSound(gateway.dataFolder);
});
