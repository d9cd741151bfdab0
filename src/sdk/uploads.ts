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
  const { bytes } = file;
  if (!(bytes instanceof Uint8Array)) return fromStream(file, bytes);
  const blob = new Blob([bytes]);
  return { ...fromBlob(blob, file.fileName), contentType: typeOf(file.contentType) };
}

const fromBlob = (blob: Blob, fileName: string): Source => ({
  fileName,
  contentType: typeOf(blob.type),
  size: blob.size,
  isRepeatable: true,
  open: () => blob.stream(),
  asBlob: async () => blob,
});

const fromStream = (
  { fileName, contentType, size, repeatable = false }: NamedBytes,
  bytes: AsyncIterable<Uint8Array>,
): Source => ({
  fileName,
  contentType: typeOf(contentType),
  isRepeatable: repeatable,
  ...(size !== undefined && { size }),
  open: () => bytes,
  asBlob: async () => new Blob(await Array.fromAsync(bytes)),
});

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
  return files.openAsBlob(path);
}
