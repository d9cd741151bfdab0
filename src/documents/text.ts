import { decoded, decoderOf, markedEncoding } from './encoding.ts';
import type { Extract } from './extracted-text.ts';

/** Text in another encoding than UTF-8. */
export const extractText: Extract = async ({ bytes, charset }, text) => {
  for (const piece of decoded(bytes, decoderOf(markedEncoding(bytes), charset))) {
    text.write(piece);
    await text.drain();
  }
};
