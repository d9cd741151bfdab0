import { invalidRequest } from '../schemas/errors.ts';

interface Stretch {
  readonly text: string;
  /** The byte where the text goes on, unless this is its end. */
  readonly nextOffset?: number;
}

/** A text from a byte on, at most `most` bytes. It ends with a line, or within one that is longer than that. */
export function stretchOf(text: string, offset: number, most: number): Stretch {
  const bytes = Buffer.from(text);
  if (offset > bytes.length) throw invalidRequest('/offset', `is behind the end, which is at ${bytes.length}`);
  const start = characterAt(bytes, offset);
  const limit = characterAt(bytes, Math.min(bytes.length, start + most));
  const line = bytes.lastIndexOf(lineEnd, limit - 1) + 1;
  const end = limit < bytes.length && line > start ? line : limit;
  return {
    text: bytes.subarray(start, end).toString(),
    ...(end < bytes.length && { nextOffset: end }),
  };
}

const lineEnd = 0x0a;

/** The first byte from there on that begins a character. */
function characterAt(bytes: Buffer, offset: number): number {
  let at = offset;
  while (at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at += 1;
  return at;
}
