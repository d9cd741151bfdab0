import { superlatives } from '../language/lexicon/meanings.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { isSameWord, rootOf, type Word, wordsOf } from '../language/words.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Asked } from './asked.ts';
import type { Conditions } from './conditions.ts';
import { type Line, numberIn } from './line.ts';
import { isMerit } from './measures.ts';
import { isGroup, onlyOne, type SubjectField, wordsOfLabel } from './named.ts';
import { patterns, records, tops } from './patterns.ts';
import type { Direction } from './plans.ts';

/** Takes "second" of "the second largest". */
export function takeNth(line: Line): number | undefined {
  const match = line.take(patterns.nth, 'direction');
  return match && (ordinalWords.get(match[1] ?? '') ?? Number(match[2]));
}

export function takeDirection(line: Line, numbers: readonly SubjectField[]): Asked['direction'] {
  const costly = line.take(patterns.costly, 'direction');
  if (costly)
    return { way: costly[1] === 'most' ? 'desc' : 'asc', isMany: false, isCostly: true, at: line.wordsIn(costly)[0] };
  const named = patterns.most.exec(line.text);
  const isName = named !== null && line.words[line.wordsIn(named)[0]]?.kind === 'name';
  const match = isName ? undefined : line.take(patterns.most, 'direction');
  if (match) {
    if (match[0] === 'top') line.doubtAll('direction');
    return { way: 'desc', isMany: match[0] === 'most', at: line.wordsIn(match)[0] };
  }
  const least = line.take(patterns.least, 'direction');
  const valued = least ? undefined : takeValued(line, numbers);
  if (valued) return valued;
  if (!least) return undefined;
  return { way: 'asc', isMany: least[0] === 'least' || least[0] === 'fewest', at: line.wordsIn(least)[0] };
}

/** Takes "the best score" and "worst satisfaction", where more is better. */
function takeValued(line: Line, numbers: readonly SubjectField[]): Asked['direction'] {
  const match = /\b(best|worst)\b/u.exec(line.text);
  if (!match || !numbers.some((field) => isMerit(field) && line.findLabel(wordsOfLabel(field.label)))) return undefined;
  const [from, to] = line.wordsIn(match);
  line.read(from, to, 'direction');
  line.doubt(from, to);
  return { way: match[1] === 'best' ? 'desc' : 'asc', isMany: false, at: from };
}

/** Takes the adjective that measures: "the heaviest". */
export function takeSuperlative(line: Line, numbers: readonly SubjectField[]): Asked['measured'] {
  for (const [index, { folded }] of line.words.entries()) {
    const superlative = superlatives.get(folded);
    if (!superlative || !line.isLeft(index)) continue;
    const names = new Set(superlative.of.map(rootOf));
    const field = onlyOne(numbers.filter(({ label }) => wordsOf(label).some(({ root }) => names.has(root))));
    if (!field) return undefined;
    line.read(index, index + 1, 'superlative');
    return { direction: superlative.direction, field };
  }
  return undefined;
}

/** A ranking. "Top five" says its way elsewhere, if at all. */
interface Top {
  readonly count: number;
  readonly way: Direction | undefined;
}

/** Takes "top five" and "the three largest". */
export function takeTop(line: Line): Top | undefined {
  const match = line.take(tops, 'top');
  if (!match) return undefined;
  if (/\b(?:top|best)\b/u.test(match[0]) && !line.take(/\bby\b/u, 'top')) line.doubtAll('top');
  const way = /\b(?:top|best)\b/u.test(match[0])
    ? undefined
    : /\b(?:smallest|lowest)\b/u.test(match[0])
      ? 'asc'
      : 'desc';
  return { count: numberIn((match[1] ?? match[2])!), way };
}

/** How many are asked for, and which way the order says: "top three by fewest orders". */
export function takeWanted(
  line: Line,
  subject: Subject,
  fields: readonly SubjectField[],
  top: Top | undefined,
  direction: Asked['direction'],
): Asked['top'] {
  if (top) return { count: top.count, way: top.way ?? direction?.way ?? 'desc' };
  if (!direction) return undefined;
  return direction.isMany ? takeHowManyGroups(line, fields, direction.way) : takeHowMany(line, subject, direction.way);
}

/** Takes "three" of "which three pets have the highest balance". */
function takeHowMany(line: Line, subject: Subject, way: Direction): Asked['top'] {
  const { words } = line;
  const at = words.findIndex(
    ({ kind }, index) =>
      kind === 'number' &&
      line.isLeft(index) &&
      (isRecordWord(words[index + 1]?.root, subject) || line.ruleOf(index + 1) === 'direction'),
  );
  if (at < 0) return undefined;
  line.read(at, at + 1, 'top');
  line.take(/\bby\b/u, 'top');
  return { count: Number(words[at]!.root), way };
}

/** Takes "three" of "the three regions with the most orders". */
function takeHowManyGroups(line: Line, fields: readonly SubjectField[], way: Direction): Asked['top'] {
  const at = line.words.findIndex(
    ({ kind }, index) =>
      kind === 'number' &&
      line.isLeft(index) &&
      fields.some((field) => isGroup(field) && line.findLabel(wordsOfLabel(field.label), index + 1)?.[0] === index + 1),
  );
  if (at < 0) return undefined;
  line.read(at, at + 1, 'top');
  return { count: Number(line.words[at]!.root), way };
}

/** Takes "vs" between two values of one field: both are groups then. */
export function takeVersus(
  line: Line,
  { filters }: Conditions,
  fields: readonly SubjectField[],
): SubjectField | undefined {
  const both = filters.flatMap((filter) =>
    'field' in filter && filter.operator === 'in' && Array.isArray(filter.value) && filter.value.length === 2
      ? fields.filter((field) => field.key === filter.field && isGroup(field))
      : [],
  );
  const field = onlyOne(both);
  const match = field && line.take(/\b(?:vs|versus)\b/u, 'group');
  if (!match) return undefined;
  line.doubt(...line.wordsIn(match));
  return field;
}

/** Whether records are ranked, as in "the lowest fee visit", and not only a number of them. */
function ranksRecords({ words }: Line, { heads }: Subject, direction: number): boolean {
  const at = words.findLastIndex((word) => heads.some((head) => isSameWord(word, head)));
  if (at < 0) return false;
  if (at > direction)
    return at === words.length - 1 && at > direction + 1 && !hasPreposition(words.slice(direction, at));
  return (
    !hasPreposition(words.slice(0, at)) && words.slice(at + 1, direction).some(({ folded }) => having.test(folded))
  );
}

/** The place of records behind a preposition, before the word that ranks: "for tax matters, the highest". */
function placeOfRecords({ words }: Line, { heads }: Subject, direction: number): number | undefined {
  const at = words.findIndex((word) => heads.some((head) => isSameWord(word, head)));
  return at >= 0 && at < direction && hasPreposition(words.slice(0, at)) ? at : undefined;
}

const hasPreposition = (words: readonly Word[]): boolean => words.some(({ folded }) => prepositions.test(folded));

const prepositions =
  /^(?:of|for|in|among|on|at|by|per|from|to|within|across|with|any|all|each|every|a|an|do|does|did)$/u;
const having = /^(?:with|having|has|had|have|that)$/u;

/** Whether a word stands for the records. */
const isRecordWord = (root: string | undefined, { called }: Subject): boolean =>
  root !== undefined && (called.has(root) || records.has(root));

/** The kind of answer that is asked for: records in "which deal", and in "the visit with the highest fee". */
export function openingOf(
  line: Line,
  subject: Subject,
  direction: number | undefined,
): Pick<Asked, 'isWhether' | 'isWhich' | 'isListed' | 'ofRecordsAt'> {
  const { words } = line;
  const first = words[0]?.folded ?? '';
  const asksWhich = first === 'which' && !/^(?:is|are|was|were)$/u.test(words[1]?.folded ?? '');
  return {
    isWhether: /^(?:is|are|was|were|do|does|did|has|have|can|will)$/u.test(first),
    isWhich:
      asksWhich ||
      words.some(({ folded }, at) => folded === 'which' && isRecordWord(words[at + 1]?.root, subject)) ||
      (direction !== undefined && ranksRecords(line, subject, direction)),
    ofRecordsAt: direction === undefined ? undefined : placeOfRecords(line, subject, direction),
    isListed: /^(?:which|list|show|name|give|find|display|all)$/u.test(first),
  };
}
