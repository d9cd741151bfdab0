/** A line of a unified diff, with its numbers in either text. */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-' | '@';
  readonly text: string;
  readonly before?: number;
  readonly after?: number;
}

const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads a unified diff. Its header, which names the versions, is left out. */
export function linesOf(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const [, from, , to] = hunk.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      [before, after] = [Number(from), Number(to)];
      lines.push({ sign: '@', text: '', before, after });
    } else if (lines.length > 0 && !line.startsWith('\\')) {
      const text = line.slice(1);
      if (line.startsWith('+')) lines.push({ sign: '+', text, after: after++ });
      else if (line.startsWith('-')) lines.push({ sign: '-', text, before: before++ });
      else lines.push({ sign: ' ', text, before: before++, after: after++ });
    }
  }
  return lines;
}
