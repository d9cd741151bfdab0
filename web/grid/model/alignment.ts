import { diffArrays } from 'diff';
import { cellsIn } from './row.ts';

/** More differences than these are not matched. */
const mostEdits = 4_000;

/**
 * The row of another table that each row of the base became; -1 where it became none. Rows that differ are the same row
 * if their first cells are the same, or half of all. Nothing if the tables differ too much to tell.
 */
export function aligned(base: readonly string[], other: readonly string[], delimiter: string): number[] | undefined {
  const changes = diffArrays([...base], [...other], { maxEditLength: mostEdits });
  if (!changes) return undefined;
  const became: number[] = [];
  let theirs = 0;
  for (let index = 0; index < changes.length; index += 1) {
    const change = changes[index]!;
    if (!change.added && !change.removed) {
      for (let row = 0; row < change.count; row += 1) became.push(theirs + row);
      theirs += change.count;
      continue;
    }
    const next = changes[index + 1];
    const isPair = next !== undefined && (next.added || next.removed);
    const removed = [change, next].find((one) => one?.removed && (one === change || isPair))?.value ?? [];
    const added = [change, next].find((one) => one?.added && (one === change || isPair))?.value ?? [];
    const start = theirs;
    became.push(...pairs(removed, added, delimiter).map((row) => (row < 0 ? row : start + row)));
    theirs += added.length;
    if (isPair) index += 1;
  }
  return became;
}

/** Which of these rows each row of a stretch became. Stretches of one length are matched row by row. */
function pairs(removed: readonly string[], added: readonly string[], delimiter: string): number[] {
  let next = 0;
  return removed.map((line, row) => {
    const from = removed.length === added.length ? row : next;
    const to = removed.length === added.length ? row + 1 : added.length;
    for (let candidate = from; candidate < to; candidate += 1) {
      if (!isSameRow(line, added[candidate]!, delimiter)) continue;
      next = candidate + 1;
      return candidate;
    }
    return -1;
  });
}

function isSameRow(line: string, other: string, delimiter: string): boolean {
  const cells = cellsIn(line, delimiter);
  const others = cellsIn(other, delimiter);
  if (cells[0] !== '' && cells[0] === others[0]) return true;
  const same = cells.filter((cell, column) => cell === others[column]).length;
  return same > 0 && same * 2 >= Math.max(cells.length, others.length);
}
