/** How likely a typing mistake is. A lower one is likelier. */
export type Mistake = 0 | 1 | 2 | 3;

/** No finger makes it by mistake. Another name may differ so. */
export const unlike = 3 satisfies Mistake;

/** Two letters change places, or one is doubled, missing or wrong. Shorter words are left as they are. */
const leastSwapped = 4;
const leastDoubled = 3;
const leastMissing = 4;
const leastWrong = 4;
/** A short word without a vowel is a mistake: "wpn" for "won". */
const leastVoiceless = 3;
/** A letter that no finger touches by mistake is wrong in longer words only, and never the first. */
const leastUnlike = 5;
/** The first letter of a shorter word is not missing: "ate" is not `date`. */
const leastBegun = 5;

/** The mistake that makes a word of a short word of grammar. Only fingers make it, and any letter may be missing. */
export function slipIn(written: string, meant: string): Mistake | undefined {
  if (written.length < 2 || written === meant || Math.abs(written.length - meant.length) > 1) return undefined;
  const padded = mistakeIn(written + sure, meant + sure);
  return padded === unlike ? undefined : padded;
}

/** Letters behind a short word make it as long as the rules want. */
const sure = 'zzzz';

/** The mistake that makes one word of another. Undefined where they differ by more than one. */
export function mistakeIn(written: string, meant: string): Mistake | undefined {
  const more = written.length - meant.length;
  if (written === meant || Math.abs(more) > 1) return undefined;
  let from = 0;
  while (from < written.length && written[from] === meant[from]) from += 1;
  if (more === 0) return changed(written, meant, from);
  return more > 0 ? added(written, meant, from) : missing(written, meant, from);
}

/** Whether one letter is wrong, missing or too many, or two changed places, wherever that is. */
export function isOneLetterAway(written: string, meant: string): boolean {
  if (written === meant || Math.abs(written.length - meant.length) > 1) return false;
  let from = 0;
  while (from < written.length && written[from] === meant[from]) from += 1;
  const [left, right] = [written.slice(from), meant.slice(from)];
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
}

function changed(written: string, meant: string, at: number): Mistake | undefined {
  const isSwapped =
    written[at] === meant[at + 1] && written[at + 1] === meant[at] && written.slice(at + 2) === meant.slice(at + 2);
  if (isSwapped) return written.length >= leastSwapped ? 0 : undefined;
  if (written.slice(at + 1) !== meant.slice(at + 1)) return undefined;
  const isLong =
    written.length >= leastWrong || (written.length === leastVoiceless && at > 0 && !/[aeiouy]/u.test(written));
  if (areNeighbours(written[at]!, meant[at]!)) return isLong ? 1 : undefined;
  return at > 0 && written.length >= leastUnlike ? unlike : undefined;
}

function added(written: string, meant: string, at: number): Mistake | undefined {
  if (written.slice(at + 1) !== meant.slice(at)) return undefined;
  const isDoubled = at > 0 && written[at] === written[at - 1];
  if (isDoubled) return meant.length >= leastDoubled ? 0 : undefined;
  return at > 0 && meant.length >= leastUnlike ? unlike : undefined;
}

function missing(written: string, meant: string, at: number): Mistake | undefined {
  if (written.slice(at) !== meant.slice(at + 1)) return undefined;
  return meant.length >= (at === 0 ? leastBegun : leastMissing) ? 2 : undefined;
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const places: ReadonlyMap<string, readonly [row: number, column: number]> = new Map(
  rows.flatMap((letters, row) => letters.split('').map((letter, column) => [letter, [row, column]] as const)),
);

/** Whether two keys touch. Each row begins a little to the right of the one above. */
function areNeighbours(one: string, other: string): boolean {
  const [first, second] = [places.get(one), places.get(other)];
  if (!first || !second) return false;
  const [upper, lower] = first[0] <= second[0] ? [first, second] : [second, first];
  const [down, right] = [lower[0] - upper[0], lower[1] - upper[1]];
  return down === 0 ? Math.abs(right) === 1 : down === 1 && (right === 0 || right === -1);
}
