import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startHost } from '../support/hosts.ts';
import { field, filePart, uploadRaw } from '../support/forms.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.alloc(100)]);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
const plainZip = zip('readme.txt');
const wordFile = zip('[Content_Types].xml', 'word/document.xml');

/** A ZIP archive with these entries. */
function zip(...names: string[]): Buffer {
  const content = deflateRawSync('<?xml version="1.0"?><w:document/>');
  const entries = names.map((name) => {
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt32LE(34, 22);
    header.writeUInt16LE(name.length, 26);
    return Buffer.concat([header, Buffer.from(name), content]);
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  return Buffer.concat([...entries, end]);
}

describe('the type of a file is what was declared, unless the bytes plainly disagree:', () => {
  test.each<[what: string, name: string, declared: string | undefined, bytes: Uint8Array | string, kept: string]>([
    ['text as text', 'a.txt', 'text/plain', 'hello', 'text/plain'],
    ['a page as a page', 'a.html', 'text/html', '<!doctype html><p>hello', 'text/html'],
    ['Markdown', 'a.md', 'text/markdown', '# hello', 'text/markdown'],
    ['a sheet', 'a.csv', 'text/csv', 'a,b\n1,2\n', 'text/csv'],
    ['JSON', 'a.json', 'application/json', '{"a":1}', 'application/json'],
    ['an image', 'a.png', 'image/png', png, 'image/png'],
    ['a type in capitals', 'a.png', 'IMAGE/PNG', png, 'image/png'],
    ['a type of its own', 'a.plan', 'application/vnd.acme.plan', 'hello', 'application/vnd.acme.plan'],
    ['a Word file', 'a.docx', docx, wordFile, docx],
    ['a Word file that is any ZIP', 'a.docx', docx, plainZip, docx],
    ['an archive', 'a.zip', 'application/zip', plainZip, 'application/zip'],

    ['PNG declared text', 'a.txt', 'text/plain', png, 'image/png'],
    ['PNG declared a page', 'a.html', 'text/html', png, 'image/png'],
    ['GIF declared PNG', 'a.png', 'image/png', gif, 'image/gif'],
    ['JPEG declared PNG', 'a.png', 'image/png', jpeg, 'image/jpeg'],
    ['PDF declared text', 'a.txt', 'text/plain', pdf, 'application/pdf'],
    ['PDF declared a Word file', 'a.docx', docx, pdf, 'application/pdf'],
    ['text declared PNG', 'a.png', 'image/png', 'hello', 'text/plain'],
    ['a page declared PNG', 'a.png', 'image/png', '<!doctype html><script>alert(1)</script>', 'text/plain'],
    ['text declared PDF', 'a.pdf', 'application/pdf', 'hello', 'text/plain'],
    ['bytes declared PNG', 'a.png', 'image/png', Buffer.from([0, 1, 2, 255]), 'application/octet-stream'],
    ['nothing declared PNG', 'a.png', 'image/png', '', 'application/octet-stream'],

    ['Markdown of no type', 'a.md', 'application/octet-stream', '# hello', 'text/markdown'],
    ['a sheet of no type', 'a.csv', 'application/octet-stream', 'a,b\n', 'text/csv'],
    ['an image of no type', 'a', 'application/octet-stream', png, 'image/png'],
    ['an image of no type with a wrong name', 'a.txt', 'application/octet-stream', png, 'image/png'],
    ['a Word file of no type', 'a.docx', 'application/octet-stream', wordFile, docx],
    ['text of no type and no name for it', 'LICENSE', 'application/octet-stream', 'hello', 'text/plain'],
    [
      'bytes of no type and no name for it',
      'data',
      'application/octet-stream',
      Buffer.from([0, 255]),
      'application/octet-stream',
    ],
    ['a part without a type, which then is text', 'a.md', undefined, '# hello', 'text/plain'],
    ['an image in a part without a type', 'a.md', undefined, png, 'image/png'],
    ['a type that is none', 'a.md', 'text', '# hello', 'text/markdown'],
    ['a type with characters that no type has', 'a.md', 'text/ä€', '# hello', 'text/markdown'],
    ['a type with a parameter that no header can carry', 'a.txt', 'text/plain; title="€"', 'hello', 'text/plain'],
  ])('%s', async (_what, name, declared, bytes, kept) => {
    const headers = declared === undefined ? `${field('file')}; filename="${name}"` : filePart(name, declared);
    const { body } = await uploadRaw(gateway.admin, [headers, bytes]);
    expect(body.file.contentType).toBe(kept);
    const download = await gateway.admin.call(`GET /files/${body.file.id}/content`);
    expect([download.status, download.headers.get('content-type')]).toEqual([200, kept]);
    expect(download.bytes.equals(Buffer.from(bytes))).toBe(true);
  });
});

describe('whatever type an agent gives a file, it can be downloaded:', () => {
  test.each(['text/plain; title="€"', 'text/plain; a=\u0001', 'text/plain\r\nset-cookie: a=b'])(
    '%j',
    async (contentType) => {
      const host = await startHost(gateway.dataFolder);
      const input = { fileName: 'a.txt', contentType, contentBase64: btoa('hello') };
      const { file } = await host.done('workspace_file_upload', input);
      const { status, headers, bytes } = await gateway.admin.call(`GET /files/${file.id}/content`);
      expect([status, bytes.toString(), headers.get('set-cookie')]).toEqual([200, 'hello', null]);
    },
  );
});
