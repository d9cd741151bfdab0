import { WorkspaceError } from '../../schemas/errors.ts';
import type { MadeFile } from '../../schemas/exports.ts';
import type { ByteRange } from '../../schemas/files.ts';

export interface Download {
  /** The requested bytes, both ends included. */
  readonly range: ByteRange;
  /** Opens the bytes from `start` to the end of the range. Retries like any call. */
  readonly openAt: (start: number) => Promise<ReadableStream<Uint8Array>>;
  /** Rejects with a reading error if the download must not continue. */
  readonly stopFor: (error: unknown) => void;
  /** How many breaks in a row, without new bytes, are retried. */
  readonly retries: number;
  /** The error if more bytes arrive than the range has. */
  readonly excess: () => Error;
  readonly lost: (cause: unknown) => Error;
}

/** Streams the bytes of a range, beginning with an open body. After a lost connection it continues where it stopped. */
export async function* continued(body: ReadableStream<Uint8Array>, download: Download): AsyncGenerator<Uint8Array> {
  const { range, openAt, stopFor, retries, excess, lost } = download;
  let [open, position, inVain] = [body, range.start, 0];
  for (;;) {
    let cause: unknown;
    try {
      for await (const chunk of chunksOf(open)) {
        position += chunk.length;
        if (position > range.end + 1) break;
        inVain = 0;
        yield chunk;
      }
    } catch (error) {
      stopFor(error);
      cause = error;
    }
    if (position > range.end + 1) throw excess();
    if (position > range.end) return;
    if (inVain >= retries) throw lost(cause);
    inVain += 1;
    open = await openAt(position);
  }
}

/** Some browsers cannot iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** An answer whose bytes the gateway makes while it sends them. */
export async function madeOf(response: Response, baseUrl: string) {
  const { body } = response;
  if (body) return { response, body };
  throw new WorkspaceError('internal', `${baseUrl} answers no bytes where a file was asked for.`);
}

/** The bytes of an answer, once. */
export async function* madeBytes(
  body: ReadableStream<Uint8Array>,
  onLost: (cause: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(body);
  } catch (cause) {
    onLost(cause);
  }
}

export function madeFileOf({ headers }: Response): MadeFile {
  const disposition = headers.get('content-disposition') ?? '';
  return {
    fileName: fileNameIn(disposition) ?? 'export',
    contentType: headers.get('content-type') ?? 'application/octet-stream',
  };
}

/** The name in a `Content-Disposition` (RFC 6266): the one in UTF-8 before the plain one. */
function fileNameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // The plain name remains.
    }
  }
  const [, quoted, token] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? token;
}
