import type { ByteRange } from '../../schemas/files.ts';

export interface Download {
  /** What is wanted, both ends included. */
  readonly range: ByteRange;
  /** Opens the bytes from a place to the end of the range; tries as often as any call does. */
  readonly openAt: (start: number) => Promise<ReadableStream<Uint8Array>>;
  /** Of an error that reading brought: rejects with it where going on is not wanted. */
  readonly stopFor: (error: unknown) => void;
  /** How often in a row it may break off without a byte more. */
  readonly retries: number;
  /** That there came more than the range has. */
  readonly excess: () => Error;
  readonly lost: (cause: unknown) => Error;
}

/** The bytes of a range, beginning with a body that is open. A connection that is lost on the way is taken up where it broke off. */
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

/** Not every browser iterates a stream. */
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
