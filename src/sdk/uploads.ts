import type { Body } from './bodies.ts';
import type { CallOptions } from './options.ts';
import type { Input } from './requests.ts';

/**
 * A file to send: a `Blob` or `File`, the path of a file on this machine (Node.js only), or bytes with a name. What is a
 * path, a Blob or an array of bytes can be sent again when the connection is lost; a stream can not.
 */
export type Uploaded = string | Blob | NamedBytes;

export interface NamedBytes {
  readonly fileName: string;
  readonly contentType?: string;
  /** How many bytes a stream has, where that is known. */
  readonly size?: number;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

interface Source {
  readonly fileName: string;
  readonly contentType: string;
  readonly size?: number;
  readonly isRepeatable: boolean;
  readonly open: () => AsyncIterable<Uint8Array>;
}

const usualType = 'application/octet-stream';

export async function formOf(file: Uploaded, fields: Input, onProgress: CallOptions['onProgress']): Promise<Body> {
  const source = await sourceOf(file);
  const boundary = `----${crypto.randomUUID()}`;
  const head = new TextEncoder().encode(
    [
      ...Object.entries(fields).map(([name, value]) => `${disposition(boundary, name)}\r\n\r\n${String(value)}\r\n`),
      `${disposition(boundary, 'file')}; filename="${escaped(source.fileName)}"\r\ncontent-type: ${source.contentType}\r\n\r\n`,
    ].join(''),
  );
  const tail = new TextEncoder().encode(`\r\n--${boundary}--\r\n`);
  return {
    isRepeatable: source.isRepeatable,
    open: () => ({
      type: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(source.size !== undefined && { 'content-length': String(head.length + source.size + tail.length) }),
      },
      body: ReadableStream.from(written(head, source, tail, onProgress)),
      duplex: 'half',
    }),
  };
}

async function* written(
  head: Uint8Array,
  { open, size: total }: Source,
  tail: Uint8Array,
  onProgress: CallOptions['onProgress'] = () => {},
): AsyncIterable<Uint8Array> {
  let sent = 0;
  yield head;
  for await (const chunk of open()) {
    yield chunk;
    sent += chunk.length;
    onProgress({ sent, ...(total !== undefined && { total }) });
  }
  yield tail;
}

const disposition = (boundary: string, name: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"`;

/** As the HTML standard has it (multipart/form-data encoding). */
const escaped = (text: string) => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

async function sourceOf(file: Uploaded): Promise<Source> {
  if (typeof file === 'string') return fromBlob(await blobAt(file), file.split(/[/\\]/).at(-1)!);
  if (file instanceof Blob) return fromBlob(file, file instanceof File ? file.name : 'file');
  const { fileName, contentType = usualType, bytes } = file;
  const size = bytes instanceof Uint8Array ? bytes.length : file.size;
  const isWhole = bytes instanceof Uint8Array;
  return {
    fileName,
    contentType,
    isRepeatable: isWhole,
    ...(size !== undefined && { size }),
    open: isWhole ? () => oneChunk(bytes) : () => bytes,
  };
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

const fromBlob = (blob: Blob, fileName: string): Source => ({
  fileName,
  contentType: blob.type || usualType,
  size: blob.size,
  isRepeatable: true,
  open: () => blob.stream(),
});

/** Node's own way, which bundlers for browsers do not see. */
async function blobAt(path: string): Promise<Blob> {
  return process.getBuiltinModule('node:fs').openAsBlob(path);
}
