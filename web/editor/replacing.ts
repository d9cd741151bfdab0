import { type EditorState, Text, type TransactionSpec } from '@codemirror/state';
import { lineChanges } from './line-changes.ts';
import { linesOf } from './merge.ts';

/** Replaces a text by another of the same line ends, only where they differ. So the cursor stays. */
export function replacing(state: EditorState, text: string): TransactionSpec {
  const [before, after] = [linesOf(state.doc.toString()), linesOf(state.toText(text).toString())];
  const places = placesOf(before);
  const changes = lineChanges(before, after).map(({ from, to, newFrom, newTo }) =>
    narrowed(places[from]!, before.slice(from, to).join(''), after.slice(newFrom, newTo).join('')),
  );
  return { changes };
}

/** Where each line begins, and where the last one ends. */
function placesOf(lines: readonly string[]): number[] {
  const places = [0];
  for (const { length } of lines) places.push(places.at(-1)! + length);
  return places;
}

/** A change without the characters with which both begin and end. */
function narrowed(from: number, before: string, after: string) {
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = Text.of(after.slice(start, after.length - end).split('\n'));
  return { from: from + start, to: from + before.length - end, insert };
}
