import { diff3Merge } from 'node-diff3';

/** Two changes of one text, put together. */
export interface Merged {
  readonly text: string;
  /** The places of the text where both changed the same lines. */
  readonly overlaps: readonly Overlap[];
}

/** Where mine stands, and what theirs is. */
export interface Overlap extends Stretch {
  readonly theirs: string;
}

/** A part of a text, from one character to another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

type Lines = readonly string[];
const onlyMine = (_theirs: Lines, mine: Lines): Lines => mine;

/** Both, one after the other. */
export const theirsThenMine = (theirs: Lines, mine: Lines): Lines =>
  theirs.at(-1)?.endsWith('\n') === false ? [...theirs, '\n', ...mine] : [...theirs, ...mine];

/**
 * Puts together what two people made of a text, line by line. All bytes come from one of the three. `chosen` says what
 * stands where both changed the same lines.
 */
export function merged(base: string, theirs: string, mine: string, chosen = onlyMine): Merged {
  const of = [base, theirs, mine, chosen];
  if (!last?.of.every((one, place) => one === of[place])) last = { of, made: mergedAnew(base, theirs, mine, chosen) };
  return last.made;
}

/** A page asks the same again until its text changes. Long texts take a second. */
let last: { readonly of: readonly unknown[]; readonly made: Merged } | undefined;

function mergedAnew(base: string, theirs: string, mine: string, chosen: typeof onlyMine): Merged {
  if (theirs === base || theirs === mine) return { text: mine, overlaps: [] };
  if (mine === base) return { text: theirs, overlaps: [] };
  const { start, end, parts } = differing([linesOf(base), linesOf(theirs), linesOf(mine)]);
  const [o, a, b] = parts as [string[], string[], string[]];
  const overlaps: Overlap[] = [];
  let text = start.join('');
  for (const { ok, conflict } of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    const from = text.length;
    text += (ok ?? chosen(conflict!.a, conflict!.b)).join('');
    if (conflict) overlaps.push({ from, to: text.length, theirs: conflict.a.join('') });
  }
  return { text: text + end.join(''), overlaps };
}

/** The lines with which all texts begin and end, and what each has between. Comparing less is faster. */
export function differing(texts: readonly (readonly string[])[]) {
  const [first] = texts as [readonly string[]];
  const least = Math.min(...texts.map(({ length }) => length));
  const isAlike = (at: number) => texts.every((lines) => lines.at(at) === first.at(at));
  let before = 0;
  while (before < least && isAlike(before)) before += 1;
  let after = 0;
  while (after < least - before && isAlike(-1 - after)) after += 1;
  return {
    start: first.slice(0, before),
    end: first.slice(first.length - after),
    parts: texts.map((lines) => lines.slice(before, lines.length - after)),
  };
}

/** Which of two titles stands: the one that was changed, mine if both were. */
export const mergedTitle = (base: string, theirs: string, mine: string): string => (mine === base ? theirs : mine);
