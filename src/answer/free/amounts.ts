import { units } from '../language/lexicon/units.ts';
import { isContent } from '../language/accounting.ts';
import { type Line, numberIn, numeral } from '../plain/line.ts';
import { isMoney } from '../plain/measures.ts';
import { isNumber, onlyOne, ownFields, type SubjectField, unitOf } from '../plain/named.ts';
import type { Subject } from '../subjects/subjects.ts';
import { isHead } from '../plain/counted.ts';
import { type FieldNamed, numberMeant } from './fields.ts';

/** A bound of an amount in free words, and the number that it is of. Without a field it counts records. */
export interface Bound {
  readonly operator: 'gt' | 'gte' | 'lt' | 'lte';
  readonly value: number;
  readonly field?: SubjectField | undefined;
  /** The unit that stands behind the amount. */
  readonly unit?: string | undefined;
  /** Whether words count occurrences: "more than 3 times". */
  readonly isOfTimes: boolean;
  readonly from: number;
  readonly to: number;
}

const number = String.raw`(half an|an?|${numeral})`;
const comparisons: readonly (readonly [RegExp, Bound['operator']])[] = [
  [new RegExp(String.raw`\b(?:at least|no less than|minimum of|not less than) ${number}(?= )`, 'u'), 'gte'],
  [new RegExp(String.raw`\b(?:at most|no more than|up to|maximum of|not more than) ${number}(?= )`, 'u'), 'lte'],
  [
    new RegExp(
      String.raw`\b(?:more than|greater than|higher than|larger than|bigger than|longer than|over|above|beyond|exceed(?:s|ing)?|better than) ${number}(?= )`,
      'u',
    ),
    'gt',
  ],
  [
    new RegExp(
      String.raw`\b(?:less than|lower than|smaller than|fewer than|cheaper than|shorter than|under|below|worse than) ${number}(?= )`,
      'u',
    ),
    'lt',
  ],
];
const twice = /\bmore than (once|twice)\b/u;
const currencies = /^(?:eur|usd|gbp|chf)$/u;

/** Takes the bounds that amounts set. One whose number is unclear stays unread. */
export function takeBounds(line: Line, subject: Subject, named: readonly FieldNamed[]): Bound[] {
  const found: Bound[] = [];
  const times = line.take(twice, 'amount');
  if (times) {
    const [from, to] = line.wordsIn(times);
    found.push({ operator: 'gt', value: times[1] === 'once' ? 1 : 2, isOfTimes: true, from, to });
  }
  const amounts: Amount[] = [];
  for (const [pattern, operator] of comparisons) {
    for (let match = line.take(pattern, 'amount'); match; match = line.take(pattern, 'amount')) {
      const [from, to] = line.wordsIn(match);
      amounts.push({ operator, value: amountIn(match[1]!), from, to });
    }
  }
  amounts.sort((a, b) => a.from - b.from);
  for (const [at, amount] of amounts.entries()) {
    const near = namedBeside(line, named, amounts, at);
    found.push(near === undefined ? { ...amount, isOfTimes: false } : boundOf(line, subject, near, amount));
  }
  return found.toSorted((a, b) => a.from - b.from);
}

/** An amount with its words. */
type Amount = Pick<Bound, 'operator' | 'value' | 'from' | 'to'>;

const farBefore = 5;
const farBehind = 3;

/**
 * The numbers named near an amount. Beside another amount, they are those of its own clause: "over 25 hours and costing
 * less than 150". Undefined where its clause speaks of something that names no number.
 */
function namedBeside(
  line: Line,
  named: readonly FieldNamed[],
  amounts: readonly Amount[],
  at: number,
): readonly FieldNamed[] | undefined {
  const { from, to } = amounts[at]!;
  const behind = to + farBehind + (units.has(line.words[to]?.folded ?? '') ? 1 : 0);
  const isNear = (one: FieldNamed) => isNumber(one.field) && one.from >= from - farBefore && one.from <= behind;
  if (amounts.length === 1) return named.filter(isNear);
  const begin = clauseBegin(line, amounts[at - 1]?.to ?? 0, from);
  const end = clauseEnd(line, to, amounts[at + 1]?.from ?? line.words.length);
  const own = named.filter((one) => isNumber(one.field) && one.from >= begin && one.from < end);
  if (own.length > 0) return own;
  const isTold = line.words
    .slice(begin, from)
    .some(({ folded }, index) => line.isLeft(begin + index) && isContent(folded));
  return isTold ? undefined : named.filter(isNear);
}

const joins = /^(?:and|but|or|who|that|which)$/u;

function clauseBegin({ words }: Line, least: number, from: number): number {
  const join = words.findLastIndex(({ folded }, index) => index >= least && index < from && joins.test(folded));
  return Math.max(least, join + 1);
}

function clauseEnd({ words }: Line, to: number, most: number): number {
  const join = words.findIndex(({ folded }, index) => index >= to && index < most && joins.test(folded));
  return join < 0 ? most : join;
}

const amountIn = (text: string): number => (text === 'half an' ? 0.5 : /^an?$/u.test(text) ? 1 : numberIn(text));

function boundOf(
  line: Line,
  subject: Subject,
  near: readonly FieldNamed[],
  { operator, value, from, to }: Amount,
): Bound {
  const word = line.words[to];
  if (word?.folded === 'times') {
    line.read(to, to + 1, 'amount');
    return { operator, value, isOfTimes: true, from, to: to + 1 };
  }
  const unit = word && line.isLeft(to) ? units.get(word.folded) : undefined;
  const end = unit === undefined ? to : to + 1;
  const numbers = ownFields(subject).filter(isNumber);
  const timed = unit === 'hr' || unit === 'min' ? convertible(numbers, unit) : undefined;
  if (timed) {
    line.read(to, end, 'amount');
    return { operator, value: value * timed.factor, field: timed.field, isOfTimes: false, from, to: end };
  }
  const isRecord = word !== undefined && (isHead(word, subject) || subject.called.has(word.root));
  const own = namedNumber(line, subject, near, numbers, { unit, end, isRecord });
  const field = isRecord ? own : (own ?? onlyNumber(line, subject, numbers, unit));
  line.read(to, end, 'amount');
  return { operator, value, field, unit, isOfTimes: isRecord && !own, from, to: end };
}

const isOfMoney = (unit: string | undefined): boolean => unit !== undefined && currencies.test(unit);
/** The numbers that are counted in a unit. None of them where it is of money. */
const numbersOf = (numbers: readonly SubjectField[], unit: string | undefined): readonly SubjectField[] =>
  unit === undefined || isOfMoney(unit) ? [] : numbers.filter((field) => unitOf(field) === unit);
const percentsOf = (numbers: readonly SubjectField[], unit: string | undefined): readonly SubjectField[] =>
  unit === 'pct' ? numbers.filter(({ type }) => type === 'percent') : [];

/** The number near an amount that suits its unit. Behind the word for records only a full name means one. */
function namedNumber(
  line: Line,
  subject: Subject,
  near: readonly FieldNamed[],
  numbers: readonly SubjectField[],
  { unit, end, isRecord }: { unit: string | undefined; end: number; isRecord: boolean },
): SubjectField | undefined {
  const percents = percentsOf(numbers, unit);
  const alike = percents.length > 0 ? percents : numbersOf(numbers, unit);
  const fit = near.filter(({ field }) =>
    isOfMoney(unit) ? isMoney(field) : alike.length === 0 || alike.includes(field),
  );
  const isMeant = !isRecord || fit.some(({ level, from }) => level >= 2 && from >= end);
  return fit.length > 0 && isMeant ? numberMeant(line, fit, subject, true)?.field : undefined;
}

/** The only number of a table that suits a unit, or its only number. */
function onlyNumber(
  line: Line,
  subject: Subject,
  numbers: readonly SubjectField[],
  unit: string | undefined,
): SubjectField | undefined {
  return (
    onlyOne(percentsOf(numbers, unit)) ??
    onlyOne(numbersOf(numbers, unit)) ??
    (isOfMoney(unit) ? onlyMoney(line, subject) : undefined) ??
    onlyOne(numbers)
  );
}

function onlyMoney(line: Line, subject: Subject): SubjectField | undefined {
  const moneys = ownFields(subject).filter((field) => isNumber(field) && isMoney(field));
  return numberMeant(
    line,
    moneys.map((field) => ({ field, from: 0, to: 0, level: 0 })),
    subject,
    true,
  )?.field;
}

/** A number of minutes or hours, and how many of its unit an amount's unit has. */
function convertible(
  numbers: readonly SubjectField[],
  unit: string,
): { field: SubjectField; factor: number } | undefined {
  const own = numbers.filter((field) => unitOf(field) === unit);
  if (own.length === 1) return { field: own[0]!, factor: 1 };
  const other = numbers.filter((field) => unitOf(field) === (unit === 'hr' ? 'min' : 'hr'));
  return other.length === 1 ? { field: other[0]!, factor: unit === 'hr' ? 60 : 1 / 60 } : undefined;
}
