import { diffArrays } from 'diff';

/** A version of a text, as far as it matters who wrote its lines. */
export interface Written {
  readonly content: string;
}

/** A line, and which of the versions wrote it, by its place among them. */
export interface WrittenLine {
  readonly text: string;
  readonly by: number;
}

/** How long two versions are compared before the newer one counts as the author of all that differs. */
const mostMs = 1_000;

/**
 * Who wrote each line of the last version. Versions come from old to new. A line keeps its author while it stands
 * unchanged.
 */
export async function* blame(versions: AsyncIterable<Written>): AsyncGenerator<WrittenLine[]> {
  let lines: WrittenLine[] = [];
  let by = 0;
  for await (const { content } of versions) {
    lines = carriedOver(lines, content.split('\n'), by);
    by += 1;
    yield lines;
  }
}

function carriedOver(before: readonly WrittenLine[], after: readonly string[], by: number): WrittenLine[] {
  const texts = before.map(({ text }) => text);
  const changes = diffArrays(texts, [...after], { timeout: mostMs });
  if (!changes) return after.map((text) => ({ text, by }));
  let position = 0;
  return changes.flatMap(({ added, removed, value }) => {
    if (added) return value.map((text) => ({ text, by }));
    const kept = before.slice(position, position + value.length);
    position += value.length;
    return removed ? [] : kept;
  });
}
