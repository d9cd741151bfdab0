import { Transform } from 'node:stream';

const lineEnd = 0x0a;
const shownBytes = 1_024;

/**
 * Passes whole lines on, each at once. Of a line longer than `most` bytes only the beginning is passed on: it ends as
 * malformed JSON, and the lines after it are read as ever.
 */
export function boundedLines(most: number): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= most || parts.length === 0) parts.push(length <= most ? part : part.subarray(0, shownBytes));
    else parts = [parts[0]!.subarray(0, shownBytes)];
  };
  const line = (): Buffer => {
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const isWhole = whole.at(-1) === lineEnd;
    parts = [];
    length = 0;
    return isWhole ? whole : Buffer.concat([whole, Buffer.of(lineEnd)]);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let start = 0; start < chunk.length; ) {
        const at = chunk.indexOf(lineEnd, start);
        const end = at < 0 ? chunk.length : at + 1;
        add(chunk.subarray(start, end));
        if (at >= 0) this.push(line());
        start = end;
      }
      done();
    },
  });
}
