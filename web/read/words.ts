import { diffWordsWithSpace } from 'diff';
import type { DiffLine } from './unified.ts';

/** A stretch of a changed line: whether it differs from the line in its place. */
export interface Words {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Longer lines are not compared word by word. */
const mostCharacters = 4_000;
const mostMs = 50;
/** Lines that share less are others, not changed ones. */
const leastShared = 0.4;

/** The changed words of lines that took the place of others, by the place of the line in the diff. */
export function changedWords(lines: readonly DiffLine[]): ReadonlyMap<number, readonly Words[]> {
  const words = new Map<number, readonly Words[]>();
  for (let start = 0; start < lines.length; ) {
    const removed = runLength(lines, start, '-');
    const added = runLength(lines, start + removed, '+');
    for (let index = 0; index < Math.min(removed, added); index += 1) {
      const [before, after] = [start + index, start + removed + index];
      const both = compared(lines[before]!.text, lines[after]!.text);
      if (both) words.set(before, both.before).set(after, both.after);
    }
    start += removed + added || 1;
  }
  return words;
}

function runLength(lines: readonly DiffLine[], start: number, sign: DiffLine['sign']): number {
  let end = start;
  while (lines[end]?.sign === sign) end += 1;
  return end - start;
}

function compared(before: string, after: string) {
  if (before.length + after.length > mostCharacters) return undefined;
  const changes = diffWordsWithSpace(before, after, { timeout: mostMs });
  const shared = changes?.filter(({ added, removed }) => !added && !removed).map(({ value }) => value) ?? [];
  if (!changes || shared.join('').length < leastShared * Math.min(before.length, after.length)) return undefined;
  return {
    before: changes.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isChanged: removed })),
    after: changes.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isChanged: added })),
  };
}
