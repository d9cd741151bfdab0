import { TextDecoder } from 'node:util';

const marks: [encoding: string, mark: Buffer][] = [
  ['utf-8', Buffer.from('efbbbf', 'hex')],
  ['utf-16le', Buffer.from('fffe', 'hex')],
  ['utf-16be', Buffer.from('feff', 'hex')],
];

/** The encoding that the first bytes of a text mark. */
export const markedEncoding = (head: Uint8Array): string | undefined =>
  marks.find(([, mark]) => mark.equals(head.subarray(0, mark.length)))?.[0];

/** A decoder for the first of these names that is known, else for UTF-8. */
export function decoderOf(...names: readonly (string | undefined)[]): TextDecoder {
  for (const name of [...names, 'utf-8']) {
    try {
      if (name !== undefined) return new TextDecoder(name);
    } catch {
      // Another name may be known.
    }
  }
  throw new Error('UTF-8 is always known.');
}

const pieceBytes = 64 * 1024;

/** A text, decoded piece by piece. */
export function* decoded(bytes: Buffer, decoder: TextDecoder): Iterable<string> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true });
  yield decoder.decode();
}
