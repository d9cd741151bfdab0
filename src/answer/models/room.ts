import { limits } from '../../../schemas/limits.ts';

/** The first lines that fit into one tool result, at least one, and the number of lines left. */
export function inRoom(lines: readonly string[]): { readonly shown: readonly string[]; readonly left: number } {
  let room: number = limits.modelResultCharacters;
  const end = lines.findIndex((line) => (room -= line.length + 1) < 0);
  const shown = end < 0 ? lines : lines.slice(0, Math.max(1, end));
  return { shown, left: lines.length - shown.length };
}
