import { isContent } from '../language/accounting.ts';
import { isSameWord, type Word, wordsOf } from '../language/words.ts';
import type { Line } from './line.ts';
import { records } from './patterns.ts';
import { onlyOne, rootsOfLabel, type SubjectField } from './named.ts';

/** Words before a value by which a condition leaves its records out. */
const excluding =
  /\b(?:not counting|not including|other than|apart from|except(?: for)?|excluding|without|ignoring|leaving out|leaving aside|setting aside|neither|outside|all but|but not|not|never|non)$/u;

/** Takes the words that leave out the value behind them, as in "not from Norway". Words of grammar may stand between. */
export function takeExclusion(line: Line, from: number, field?: SubjectField): boolean {
  let to = from;
  while (to > 0 && isLink(line, to - 1)) to -= 1;
  // The grammar behind "apart" belongs to it.
  for (let end = from; end >= to; end -= 1) {
    const match = excluding.exec(foldedOf(line.words.slice(Math.max(0, end - mostWords), end)));
    if (!match) continue;
    const begin = end - match[0].split(' ').length;
    if (!Array.from({ length: end - begin }, (_, at) => begin + at).every((at) => line.isLeft(at))) return false;
    line.read(isKindAt(line, begin - 1, field) ? begin - 1 : begin, end);
    line.read(end, from);
    // "Deals without Acme" may also ask for deals that nobody has.
    if (/without|aside|ignoring/u.test(match[0])) line.doubt(begin, end);
    return true;
  }
  return false;
}

/**
 * Takes the words that leave out the value before them, as in "leaving lost deals aside" and "lost deals excluded". They
 * are doubted, and leave nothing out where a field or a choice has their name.
 */
export function takeExclusionBehind(line: Line, from: number, to: number, fields: readonly SubjectField[]): boolean {
  let end = to;
  while (
    line.isCalled(end) ||
    records.has(line.words[end]?.root ?? '') ||
    /^(?:are|is|were|was|ones)$/u.test(line.words[end]?.folded ?? '')
  )
    end += 1;
  const match = excludedBehind.exec(foldedOf(line.words.slice(end, end + mostWords)));
  if (!match) return false;
  const behind = end + match[0].split(' ').length;
  const isLed =
    line.isLeft(from - 1) &&
    /^(?:leav(?:e|ing)|left|set(?:ting)?|put(?:ting)?|tak(?:e|ing)|with)$/u.test(line.words[from - 1]?.folded ?? '');
  if (match[0] === 'out' && !isLed) return false;
  const words = line.words.slice(end, behind);
  const isLeft = words.every((_, at) => line.isLeft(end + at));
  if (isLeft && !words.some((word) => isNameOf(word, fields))) {
    line.read(isLed ? from - 1 : from, behind);
    line.doubt(from, behind);
    return true;
  }
  // "With blood excluded" may leave blood out, or ask for the excluded.
  if (!line.words.slice(to, end).some(({ folded }) => /^(?:are|is|were|was)$/u.test(folded))) line.doubt(from, behind);
  return false;
}

const foldedOf = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(' ');

/** Whether a field or a choice is called by a word. */
const isNameOf = (word: Word, fields: readonly SubjectField[]): boolean =>
  word.folded !== 'not' &&
  fields
    .flatMap(({ label, options: { choices = [] } = {} }) => [label, ...choices.map((choice) => choice.label)])
    .some((label) => wordsOf(label).some((one) => isSameWord(one, word)));

const excludedBehind = /^(?:aside|excluded|excepted|left out|not included|not counted|out)(?= |$)/u;

/** Whether the kind of value stands before: "customers other than Acme". A field that is counted or asked for does not count. */
function isKindAt(line: Line, at: number, field: SubjectField | undefined): boolean {
  const word = line.words[at];
  const before = line.words[at - 1]?.folded ?? '';
  const isKind = word !== undefined && field !== undefined && word.root === onlyOne(rootsOfLabel(field.label));
  return isKind && line.isLeft(at) && /^(?:all|from|in|with|to|by|for|the|at|via)$/u.test(before);
}

const mostWords = 2;

const isLink = (line: Line, at: number): boolean =>
  line.isLeft(at) && (!isContent(line.words[at]!.folded) || links.has(line.words[at]!.folded));

const links: ReadonlySet<string> = new Set(['those', 'ones', 'by', 'come', 'came', 'go', 'went', 'get', 'got']);

/** Whether only "and", "or", "nor" and words of grammar stand between two values. They are read then. */
export function takeJoint(line: Line, from: number, to: number): boolean {
  const isJoint = line.words.slice(from, to).every(({ folded }) => /^n?or$/.test(folded) || !isContent(folded));
  if (isJoint) line.read(from, to);
  return isJoint;
}
