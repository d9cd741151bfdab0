import { Transform } from 'node:stream';

const lineEnd = 0x0a;

/**
 * Passes lines on and cuts those that are longer than `most` bytes, so that a message that nobody can want ends as
 * malformed JSON and not with the connection.
 */
export function boundedLines(most: number): Transform {
  let length = 0;
  const kept = (line: Buffer): Buffer => {
    const end = line.at(-1) === lineEnd ? line.length - 1 : line.length;
    const room = Math.max(most - length, 0);
    length = end < line.length ? 0 : length + end;
    return end <= room ? line : Buffer.concat([line.subarray(0, room), line.subarray(end)]);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let start = 0; start < chunk.length; ) {
        const at = chunk.indexOf(lineEnd, start);
        const next = at < 0 ? chunk.length : at + 1;
        this.push(kept(chunk.subarray(start, next)));
        start = next;
      }
      done();
    },
  });
}
