const lineEnd = 0x0a;
const shownBytes = 1_024;

/**
 * Hands on whole lines as they arrive. A line longer than `most` bytes is cut there, so it becomes malformed JSON. The
 * lines after it are unaffected.
 */
export function boundedLines(most: number, take: (lines: Buffer) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;

  const add = (part: Buffer) => {
    length += part.length;
    if (length <= most) parts.push(part);
    else parts = [(parts[0] ?? part).subarray(0, shownBytes)];
  };
  const finish = (): Buffer => {
    const line = length <= most ? Buffer.concat(parts) : Buffer.concat([...parts, Buffer.of(lineEnd)]);
    parts = [];
    length = 0;
    return line;
  };

  return (chunk) => {
    const isWhole = parts.length === 0 && chunk.at(-1) === lineEnd;
    if (isWhole && chunk.length <= most) return take(chunk);
    let start = 0;
    for (let end = chunk.indexOf(lineEnd) + 1; end > 0; end = chunk.indexOf(lineEnd, start) + 1) {
      add(chunk.subarray(start, end));
      take(finish());
      start = end;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}
