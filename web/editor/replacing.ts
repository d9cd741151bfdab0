import { type EditorState, Text, type TransactionSpec } from '@codemirror/state';
import { diffIndices } from 'node-diff3';
import { differing, linesOf } from './merge.ts';

/** Replaces a text by another of the same line ends, only where they differ. So the cursor stays. */
export function replacing(state: EditorState, text: string): TransactionSpec {
  const texts = [state.doc.toString(), state.toText(text).toString()];
  const { start, parts } = differing(texts.map(linesOf));
  const [before, after] = parts as [string[], string[]];
  const places = placesOf(before, start.join('').length);
  const changes = diffIndices(before, after).map(({ buffer1: [at, count], buffer2Content }) =>
    narrowed(places[at]!, before.slice(at, at + count).join(''), buffer2Content.join('')),
  );
  return { changes };
}

/** Where each line begins, and where the last one ends. */
function placesOf(lines: readonly string[], from: number): number[] {
  const places = [from];
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
