import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, createDeflate, deflateSync } from 'node:zlib';

/** Object after object, then where each is; `trailer` says more. */
function assemble(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  let length = parts[0]!.length;
  objects.forEach((object, index) => {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ]);
    places.push(length);
    parts.push(part);
    length += part.length;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<</Size ${count} /Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** The content of a page. */
export const stream = (content: string): Buffer => deflated(deflateSync(content));

/** Content of this many blanks, made without holding all of them at once. */
export async function blankStream(bytes: number): Promise<Buffer> {
  const deflate = createDeflate({ strategy: constants.Z_RLE });
  const blanks = Buffer.alloc(1024 * 1024, ' ');
  Readable.from(Array.from({ length: bytes / blanks.length }, () => blanks)).pipe(deflate);
  return deflated(await buffer(deflate));
}

const deflated = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`<</Length ${bytes.length} /Filter /FlateDecode>>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** A line for each text. Text that reads from right to left is written in reverse, as PDFs have it. */
function pageContent(lines: readonly string[]): string {
  return `BT /F 12 Tf 50 780 Td 16 TL ${lines.map((line) => `<${hex(asDrawn(line))}> Tj T*`).join(' ')} ET`;
}

const asDrawn = (line: string) => (/[\u0590-\u06ff]/.test(line) ? line.split('').toReversed().join('') : line);

/** Codes are UTF-16, and a map says so, as in programs that embed fonts. */
const toUnicode =
  '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap end end';

/**
 * One page for each list of lines; pages of the same list share their content. With `map` the codes are those of a
 * character map that every reader must know.
 */
export function pdf(pages: readonly (readonly string[])[], map?: string): Buffer {
  const contents = [...new Set(pages)];
  const firstContent = 7;
  const firstPage = firstContent + contents.length;
  const numbers = new Map(contents.map((lines, index) => [lines, firstContent + index]));
  const ordering = map ? 'Japan1' : 'Identity';
  return assemble([
    '<</Type /Catalog /Pages 2 0 R>>',
    `<</Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, index) => `${firstPage + index} 0 R`).join(' ')}]>>`,
    `<</Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /${map ?? 'Identity-H'} /DescendantFonts [4 0 R]${map ? '' : ' /ToUnicode 6 0 R'}>>`,
    `<</Type /Font /Subtype /CIDFontType0 /BaseFont /Own /CIDSystemInfo <</Registry (Adobe) /Ordering (${ordering}) /Supplement 0>> /FontDescriptor 5 0 R>>`,
    '<</Type /FontDescriptor /FontName /Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>',
    stream(toUnicode),
    ...contents.map((lines) => stream(pageContent(lines))),
    ...pages.map(
      (lines) =>
        `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F 3 0 R>>>> /Contents ${numbers.get(lines)} 0 R>>`,
    ),
  ]);
}

/** One page with these drawing operations. */
export const pdfOf = (content: Buffer): Buffer =>
  assemble([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F 5 0 R>>>> /Contents 4 0 R>>',
    content,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  ]);

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) % 256;
    j = (j + state[i]!) % 256;
    swap(i, j);
    return byte ^ state[(state[i]! + state[j]!) % 256]!;
  }) as Buffer;
}

/** Encrypted (the standard handler, revision 2); with an empty password every reader opens it. */
export function encryptedPdf(text: string, password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32);
  const id = Buffer.from('0123456789abcdef');
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.from('fcffffff', 'hex');
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const objectKey = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10);
  const content = deflated(rc4(objectKey, deflateSync(`BT /F 12 Tf 50 780 Td (${text}) Tj ET`)));
  const encrypt = ` /ID [<${id.toString('hex')}> <${id.toString('hex')}>] /Encrypt <</Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${rc4(key, padding).toString('hex')}> /P -4>>`;
  return assemble(
    [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Count 1 /Kids [3 0 R]>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources <</Font <</F 5 0 R>>>> /Contents 4 0 R>>',
      content,
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ],
    encrypt,
  );
}
