import { invalidRequest } from '../../schemas/errors.ts';

/**
 * A file to send: a `Blob` or `File`, the path of a file on this machine (not in a browser), or bytes with a name. It is
 * read as it is sent; a browser reads bytes that come one after the other first.
 */
export type Uploaded = string | Blob | NamedBytes;

export interface NamedBytes {
  readonly fileName: string;
  readonly contentType?: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** How many there are, if that is known of a stream. */
  readonly size?: number;
  /**
   * That `bytes` begins anew each time that it is iterated, so that it can be sent again when a connection is lost or a token
   * is refused. A stream or generator does not.
   */
  readonly repeatable?: boolean;
}

/** Where the bytes of a file come from. */
export interface Source {
  readonly fileName: string;
  readonly contentType: string;
  readonly size?: number;
  readonly isRepeatable: boolean;
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly asBlob: () => Promise<Blob>;
}

/** The gateway then finds out by itself. */
const unknownType = 'application/octet-stream';

export async function sourceOf(file: Uploaded): Promise<Source> {
  if (typeof file === 'string') return fromBlob(await blobAt(file), file.split(/[/\\]/).at(-1)!);
  if (file instanceof Blob) return fromBlob(file, file instanceof File ? file.name : 'file');
  if (!isNamedBytes(file))
    throw invalidRequest('/file', 'must be a Blob, the path of a file, or bytes with a fileName');
  const { bytes } = file;
  if (!(bytes instanceof Uint8Array)) return fromStream(file, bytes);
  const blob = new Blob([bytes]);
  return { ...fromBlob(blob, file.fileName), contentType: typeOf(file.contentType) };
}

const isNamedBytes = (file: unknown): boolean => {
  const { fileName, bytes } = Object(file) as Partial<NamedBytes>;
  const { [Symbol.asyncIterator]: each } = Object(bytes) as Partial<AsyncIterable<Uint8Array>>;
  return typeof fileName === 'string' && (bytes instanceof Uint8Array || typeof each === 'function');
};

const fromBlob = (blob: Blob, fileName: string): Source => ({
  fileName,
  contentType: typeOf(blob.type),
  size: blob.size,
  isRepeatable: true,
  open: () => unchanged(blob),
  asBlob: async () => blob,
});

/** A Blob of a file on a disk is not read any further when that has changed since it was made. */
async function* unchanged(blob: Blob): AsyncGenerator<Uint8Array> {
  try {
    yield* blob.stream();
  } catch (cause) {
    if (!(cause instanceof DOMException)) throw cause;
    throw invalidRequest('/file', 'cannot be read, or has changed since; send it again when nobody writes to it');
  }
}

function fromStream(
  { fileName, contentType, size, repeatable = false }: NamedBytes,
  bytes: AsyncIterable<Uint8Array>,
): Source {
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) {
    throw invalidRequest('/file/size', 'must be a whole number of bytes, 0 or more');
  }
  const open = () => announced(bytes, size);
  return {
    fileName,
    contentType: typeOf(contentType),
    isRepeatable: repeatable,
    ...(size !== undefined && { size }),
    open,
    asBlob: async () => new Blob(await Array.fromAsync(open())),
  };
}

/** The same bytes; throws as soon as they are others than was said. */
async function* announced(
  bytes: AsyncIterable<Uint8Array>,
  size: number | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  for await (const chunk of bytes) {
    if (!(chunk instanceof Uint8Array)) throw invalidRequest('/file/bytes', 'must come as Uint8Arrays');
    sent += chunk.length;
    if (size !== undefined && sent > size) throw otherSize(size, 'more');
    yield chunk as Uint8Array<ArrayBuffer>;
  }
  if (size !== undefined && sent < size) throw otherSize(size, 'fewer');
}

const otherSize = (size: number, came: string) =>
  invalidRequest('/file/size', `is ${size}, and ${came} bytes came; give the size that they have, or none`);

/** It becomes a line of the form. */
function typeOf(contentType: string | undefined): string {
  if (!contentType) return unknownType;
  if (/[^\x20-\x7e]/.test(contentType)) throw invalidRequest('/file/contentType', 'is no content type');
  return contentType;
}

/** Node's own way, which bundlers for browsers do not see. */
async function blobAt(path: string): Promise<Blob> {
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!files) throw invalidRequest('/file', 'is a path, and there are no paths in a browser; give a Blob or File');
  const isFile = await files.promises.stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const blob = isFile && (await files.openAsBlob(path).catch(() => undefined));
  if (!blob) throw invalidRequest('/file', `is a path at which no file can be read: ${path}`);
  return blob;
}
