import { limits } from '../../../schemas/limits.ts';

/** What fits into one result of a tool, from the beginning, and how many lines do not; the first line is always there. */
export function inRoom(lines: readonly string[]): { readonly shown: readonly string[]; readonly left: number } {
  let room: number = limits.modelResultCharacters;
  const end = lines.findIndex((line) => (room -= line.length + 1) < 0);
  const shown = end < 0 ? lines : lines.slice(0, Math.max(1, end));
  return { shown, left: lines.length - shown.length };
}
