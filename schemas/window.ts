import { limits } from './limits.ts';

/** A range of a text, in bytes. */
export interface TextWindow {
  readonly offset: number;
  readonly length: number;
}

/** The window that a caller asked for; undefined means the whole text. */
export function windowOf(offset?: number, length?: number): TextWindow | undefined {
  if (offset === undefined && length === undefined) return undefined;
  return { offset: offset ?? 0, length: length ?? limits.windowDefault };
}

/** The text of a window, cut at whole characters. `nextOffset` is present while more remains. */
export function textWindow(bytes: Uint8Array, offset: number, size: number) {
  const start = firstCharacter(bytes);
  const text = wholeCharacters(bytes.subarray(start));
  const end = offset + start + text.length;
  return {
    content: new TextDecoder('utf-8', { ignoreBOM: true }).decode(text),
    offset: offset + start,
    length: text.length,
    ...(end < size && end > offset && { nextOffset: end }),
  };
}

/** The index of the first whole character. */
export const firstCharacter = (bytes: Uint8Array): number =>
  Math.max(
    bytes.findIndex((byte) => !isContinuation(byte)),
    0,
  );

/** Whether the bytes are UTF-8. The last character of a stretch may be cut off. */
export function isUtf8(bytes: Uint8Array, isStretch = false): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isStretch });
    return true;
  } catch {
    return false;
  }
}

/** Removes an incomplete UTF-8 character at the end. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  const tail = bytes.subarray(Math.max(0, bytes.length - 4));
  const lead = tail.findLastIndex((byte) => !isContinuation(byte));
  if (lead < 0) return bytes;
  const expected = sequenceLength(tail[lead]!);
  const present = tail.length - lead;
  return present < expected ? bytes.subarray(0, bytes.length - present) : bytes;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;
