import { type LineChange, lineChanges, type Lines } from './line-changes.ts';

/** Two changes of one text, put together. */
export interface Merged {
  readonly text: string;
  /** The places of the text where both changed the same lines. */
  readonly overlaps: readonly Overlap[];
}

/** Where mine stands, what theirs is, and what both changed. */
export interface Overlap extends Stretch {
  readonly theirs: string;
  readonly base: string;
}

/** A part of a text, from one character to another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

export const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

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

/** A page asks the same again until its text changes. */
let last: { readonly of: readonly unknown[]; readonly made: Merged } | undefined;

function mergedAnew(base: string, theirs: string, mine: string, chosen: typeof onlyMine): Merged {
  if (theirs === base || theirs === mine) return { text: mine, overlaps: [] };
  if (mine === base) return { text: theirs, overlaps: [] };
  return mergedParts(linesOf(base), linesOf(theirs), linesOf(mine), chosen);
}

const wordsOf = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];

/**
 * Both changes of a place, word by word. Words that both added at one point follow one another. Their lines and then
 * mine, if both changed the same words.
 */
export function bothOf({ base, theirs }: Overlap, mine: string, lineBreak: string): string {
  const { text, overlaps } = mergedParts(wordsOf(base), wordsOf(theirs), wordsOf(mine), (a, b) => [...a, ...b]);
  const isApart = overlaps.every((overlap) => overlap.base === '');
  return isApart ? text : (theirs.endsWith('\n') ? theirs : theirs + lineBreak) + mine;
}

function mergedParts(lines: Lines, theirs: Lines, mine: Lines, chosen: typeof onlyMine): Merged {
  const [theirSide, mySide] = [sideOf(lines, theirs), sideOf(lines, mine)];
  const overlaps: Overlap[] = [];
  let text = '';
  let written = 0;
  for (const place of placesOf([...theirSide.changes, ...mySide.changes])) {
    text += lines.slice(written, place.from).join('');
    written = place.to;
    const [a, b] = [taken(theirSide, place), taken(mySide, place)];
    const isSame = a?.join('') === b?.join('');
    const from = text.length;
    text += (a && b && !isSame ? chosen(a, b) : (a ?? b)!).join('');
    const was = lines.slice(place.from, place.to).join('');
    if (a && b && !isSame) overlaps.push({ from, to: text.length, theirs: a.join(''), base: was });
  }
  return { text: text + lines.slice(written).join(''), overlaps };
}

interface Side {
  readonly lines: Lines;
  /** The last one first. */
  readonly changes: LineChange[];
}

const sideOf = (base: Lines, lines: Lines): Side => ({ lines, changes: lineChanges(base, lines).toReversed() });

/** Where at least one side changed the base. Changes that touch are in one place. */
function placesOf(changes: readonly LineChange[]): Stretch[] {
  const places: { from: number; to: number }[] = [];
  for (const { from, to } of changes.toSorted((one, other) => one.from - other.from)) {
    const place = places.at(-1);
    if (place && from <= place.to) place.to = Math.max(place.to, to);
    else places.push({ from, to });
  }
  return places;
}

/** The lines of a side at the next place of the base. Nothing if it changed none of them. */
function taken({ lines, changes }: Side, { from, to }: Stretch): Lines | undefined {
  const own: LineChange[] = [];
  while (changes.length > 0 && changes.at(-1)!.to <= to) own.push(changes.pop()!);
  const [first, end] = [own[0], own.at(-1)];
  return first && end && lines.slice(first.newFrom - (first.from - from), end.newTo + (to - end.to));
}

/** Which of two titles stands: the one that was changed, mine if both were. */
export const mergedTitle = (base: string, theirs: string, mine: string): string => (mine === base ? theirs : mine);
