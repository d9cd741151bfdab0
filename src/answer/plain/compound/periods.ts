import { months } from '../../language/lexicon/numbers.ts';
import type { Word } from '../../language/words.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { monthWords } from '../times/calendar.ts';
import { Line } from '../line.ts';
import { isDate, rootsOfLabel } from '../named.ts';
import { type Compared, wordsOfAsking } from './figure.ts';

const year = String.raw`(?:19|20)\d\d`;
const time = String.raw`(?:the )?((?:(?:first|second) half(?: of)?|h[12]|q[1-4]|${monthWords})(?: (?:of )?${year})?|${year}|(?:this|last) (?:month|quarter|year))`;
const link = '(?:(?:in|of|for|during|on) )?';
const fromTo = new RegExp(String.raw`\b(?:from|between) ${time} (?:to|and) ${time}(?= )`, 'u');
const apart = new RegExp(
  String.raw`\b${link}${time} (?:\p{L}+ ){0,2}?(?:vs|versus|against|compared (?:to|with)|than) (?:\p{L}+ ){0,5}?${link}${time}(?= )`,
  'u',
);

/** Words that say that two times are compared, and how the answer shall be said. */
const comparing = new RegExp(
  String.raw`\b(?:${[
    'by how (?:many|much)(?: percentage)?(?: points)?',
    '(?:and )?by what (?:percent|percentage)',
    'how (?:many|much)(?: percent)? (?:more|less|fewer|higher|lower)(?: or (?:more|less|fewer|higher|lower))?',
    'what is the (?:change|difference|growth)',
    'in (?:percent|percentage|absolute terms|euros?|dollars?|pounds?)',
    'percentage points',
    '(?:go(?:ne)?|went) (?:up|down)',
    'changed?|differences?|grow(?:n|th)?|grew|increased?|decreased?|develop(?:ed|ment)?|moved?|rise|risen|rose|drop(?:ped)?|fell|fallen',
    'percent|compare|more|fewer|less|higher|lower|how did|did it',
  ].join('|')})\b`,
  'u',
);

/** Whether one time has more, which is answered by yes or no. */
const whether = /^(?:is|are|was|were|do|does|did|has|have) .*\b(more|fewer|less|higher|lower)\b.* than /u;

/** Two times of one figure: "passengers from Q3 2025 to Q3 2026", "won deals in March versus February". */
export function periodsIn(words: readonly Word[], { fields }: Subject, today: string): Compared | undefined {
  const line = new Line(yearsNamed(words, today));
  const isPercentage = line.has(/\bpercent(?:age)?\b(?! points)/u);
  const isCompared = line.has(comparing);
  const order = whether.exec(line.text)?.[1];
  const inOrder = line.take(fromTo);
  const match = inOrder ?? line.take(apart);
  if (!match || (inOrder && !isCompared)) return undefined;
  const [one, other] = withYears(match[1]!, match[2]!);
  while (line.take(comparing));
  const dates = new Set(fields.filter(isDate).flatMap(({ label }) => rootsOfLabel(label)));
  const kept = line.words.filter(
    ({ folded }, at) => line.isLeft(at) && !(folded === 'by' && dates.has(line.words[at + 1]?.root ?? '')),
  );
  const named = (when: string) => [...kept, ...wordsOfAsking(`in ${when}`)];
  const isFewer = order !== undefined && /^(?:fewer|less|lower)$/u.test(order);
  const isTurned = inOrder !== undefined || isFewer;
  return {
    asking: ['', 'total', 'how many'],
    first: named(isTurned ? other : one),
    second: named(isTurned ? one : other),
    ...(order !== undefined && { as: 'more' as const }),
    isGrowth: inOrder !== undefined,
    isPercentage,
    reading: 'Read as a comparison of two times.',
  };
}

/** "October last year" as "October 2025". */
function yearsNamed(words: readonly Word[], today: string): Word[] {
  return words.flatMap((word, at) => {
    const [before, beside] = [words[at - 1]?.folded ?? '', words[at + 1]?.folded];
    if (word.folded === 'year' && /^(?:this|last)$/u.test(before) && isMonth(words[at - 2])) return [];
    if (beside !== 'year' || !/^(?:this|last)$/u.test(word.folded) || !isMonth(words[at - 1])) return [word];
    return wordsOfAsking(String(Number(today.slice(0, 4)) - (word.folded === 'last' ? 1 : 0)));
  });
}

const isMonth = (word: Word | undefined): boolean =>
  word !== undefined && (months.includes(word.folded) || /^(?:q[1-4]|half|quarter|of)$/u.test(word.folded));

/** A part of a year without its own year is in that of the other. */
function withYears(one: string, other: string): readonly [string, string] {
  const [yearOfOne, yearOfOther] = [one, other].map((text) => new RegExp(year, 'u').exec(text)?.[0]);
  const isPart = (text: string) => !/^(?:this|last) |^(?:19|20)/u.test(text);
  return [
    yearOfOne === undefined && yearOfOther !== undefined && isPart(one) ? `${one} ${yearOfOther}` : one,
    yearOfOther === undefined && yearOfOne !== undefined && isPart(other) ? `${other} ${yearOfOne}` : other,
  ];
}
