import { type EditorState, Text, type TransactionSpec } from '@codemirror/state';

/** Replaces a text by another of the same line ends, as the one stretch that differs. So the cursor stays. */
export function replacing(state: EditorState, text: string): TransactionSpec {
  const before = state.doc.toString();
  const after = state.toText(text).toString();
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = Text.of(after.slice(start, after.length - end).split('\n'));
  return { changes: { from: start, to: before.length - end, insert } };
}
