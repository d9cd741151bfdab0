import { StringDecoder } from 'node:string_decoder';
import { inTurnsIfLong, type Work } from '../../turns/turn.ts';

/** The string of a stored text. A long one is decoded in turns with other work, which `subject` pays for. */
export const decoded = (stored: string | Uint8Array, subject: string): Promise<string> | string =>
  typeof stored === 'string' ? stored : inTurnsIfLong(decodedInPieces(stored), subject);

const pieceBytes = 256 * 1024;

function* decodedInPieces(stored: Uint8Array): Work<string> {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for (let start = 0; start < stored.byteLength; start += pieceBytes) {
    text += decoder.write(stored.subarray(start, start + pieceBytes));
    yield;
  }
  return text + decoder.end();
}
