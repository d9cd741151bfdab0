import { invalidRequest } from '../../schemas/errors.ts';

/**
 * A file to send. It is a `Blob` or `File`, a path on this machine (not in a browser), or bytes with a name. It is read
 * while it is sent. A browser first reads all bytes of an iterable.
 */
export type Uploaded = string | Blob | NamedBytes;

export interface NamedBytes {
  readonly fileName: string;
  readonly contentType?: string;
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** The number of bytes, if known for a stream. */
  readonly size?: number;
  /**
   * Whether iterating `bytes` again starts from the beginning. Only then can it be sent again after a lost connection
   * or a refused token. A stream or generator cannot.
   */
  readonly repeatable?: boolean;
}

/** A source of a file's bytes. */
export interface Source {
  readonly fileName: string;
  readonly contentType: string;
  readonly size?: number;
  readonly isRepeatable: boolean;
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly asBlob: () => Promise<Blob>;
}

/** The gateway then detects the type. */
const unknownType = 'application/octet-stream';

export async function sourceOf(file: Uploaded): Promise<Source> {
  if (typeof file === 'string') return fromBlob(await blobAt(file), file.split(/[/\\]/).at(-1)!);
  if (file instanceof Blob) return fromBlob(file, file instanceof File ? file.name : 'file');
  if (!isNamedBytes(file))
    throw invalidRequest('/file', 'must be a Blob, the path of a file, or bytes with a fileName');
  const { bytes } = file;
  if (!(bytes instanceof Uint8Array)) return fromStream(file, bytes);
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- The types of browsers ask for it.
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
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

/** Reading fails if the file of a Blob has changed since the Blob was made. */
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

/** Passes the bytes on. Throws as soon as they differ from the announced size. */
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

/** Validated, because it becomes a header line of the form. */
function typeOf(contentType: string | undefined): string {
  if (!contentType) return unknownType;
  if (/[^\x20-\x7e]/.test(contentType)) throw invalidRequest('/file/contentType', 'is not a content type');
  return contentType;
}

/** Loads node:fs in a way that bundlers for browsers do not see. */
async function blobAt(path: string): Promise<Blob> {
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!files) throw invalidRequest('/file', 'is a path, and a browser has none; give a Blob or File');
  const isFile = await files.promises.stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const blob = isFile && (await files.openAsBlob(path).catch(() => undefined));
  if (!blob) throw invalidRequest('/file', `is a path at which no file can be read: ${path}`);
  return blob;
}
