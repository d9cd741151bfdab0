import { isContent } from '../language/accounting.ts';
import { units } from '../language/lexicon/units.ts';
import { rootOf } from '../language/words.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { type Line, numberIn, numeral } from './line.ts';
import { takeMeasured } from './verbs.ts';
import {
  isAmount,
  isNumber,
  onlyOne,
  rootsOfLabel,
  type SubjectField,
  takeField,
  unitOf,
  wordsOfLabel,
} from './named.ts';

const sized = String.raw`(?:worth |of |for |costing |priced |valued )?`;
const comparisons: readonly (readonly [RegExp, 'gt' | 'gte' | 'lt' | 'lte'])[] = [
  [
    new RegExp(
      String.raw`\b${sized}(?:more than|greater than|higher than|larger than|bigger than|over|above|beyond|exceed(?:s|ing)?) (${numeral})(?= )`,
      'u',
    ),
    'gt',
  ],
  [
    new RegExp(
      String.raw`\b${sized}(?:less than|lower than|smaller than|fewer than|cheaper than|under|below) (${numeral})(?= )`,
      'u',
    ),
    'lt',
  ],
  [new RegExp(String.raw`\b${sized}(?:at least|no less than|minimum of) (${numeral})(?= )`, 'u'), 'gte'],
  [new RegExp(String.raw`\b${sized}(?:at most|no more than|up to|maximum of) (${numeral})(?= )`, 'u'), 'lte'],
];
const range = new RegExp(String.raw`\b${sized}(?:between|from) (${numeral}) (?:and|to) (${numeral})(?= )`, 'u');

/** A number of records, as in "more than one deal". */
export interface Many {
  readonly operator: 'gt' | 'gte' | 'lt' | 'lte' | 'between';
  readonly value: unknown;
}

/** Takes amounts such as "more than 20,000" and "with at least 3 hours". */
export function* takeAmounts(
  line: Line,
  fields: readonly SubjectField[],
  called: ReadonlySet<string>,
): Generator<Filters[number] | Many> {
  const numbers = fields.filter(isNumber);
  const measured = (match: RegExpExecArray) => fieldBeside(line, line.wordsIn(match), numbers, called);
  for (let match = line.take(range, 'amount'); match; match = line.take(range, 'amount')) {
    doubtDots(line, match);
    const field = measured(match);
    const value = [numberIn(match[1]!), numberIn(match[2]!)];
    yield { ...(field && { field: field.key }), operator: 'between', value };
  }
  for (const [pattern, operator] of comparisons) {
    for (let match = line.take(pattern, 'amount'); match; match = line.take(pattern, 'amount')) {
      doubtDots(line, match);
      const field = measured(match);
      yield { ...(field && { field: field.key }), operator, value: numberIn(match[1]!) };
    }
  }
  yield* takeEqual(line, numbers, called);
}

/** Doubts numbers such as "3.000", which may be three thousand. */
function doubtDots(line: Line, match: RegExpExecArray): void {
  if (match.slice(1).some((number) => /^\d{1,3}(?:\.\d{3})+$/.test(number))) line.doubt(...line.wordsIn(match));
}

/** The field of an amount: the field named beside it, or else the only number. */
function fieldBeside(
  line: Line,
  [from, to]: readonly [from: number, to: number],
  numbers: readonly SubjectField[],
  called: ReadonlySet<string>,
): SubjectField | undefined {
  const unit = line.isLeft(to) ? (line.words[to]?.folded ?? '') : '';
  const isUnit = units.has(unit) && !numbers.some((one) => isNamedAt(line, one, to));
  const rest = isUnit ? to + 1 : to;
  const behind = nextContent(line, rest, 1);
  const before = nextContent(line, /^(?:by|of)$/u.test(line.words[from - 1]?.folded ?? '') ? from - 2 : from - 1, -1);
  const field =
    numbers.find((one) => isNamedAt(line, one, behind)) ??
    numbers.find((one) => isNamedAt(line, one, before)) ??
    partlyNamedAt(line, numbers, [behind, before], called);
  const told = field ? undefined : takeMeasured(line, numbers);
  if (told && isUnit) readUnit(line, to, told, unit);
  if (told) return told;
  if (field) takeField(line, [field]);
  else if (countsRecords(line, [from, rest], called) && !isUnit) return undefined;
  const meant = field ?? onlyOne(numbers) ?? likelyAmount(line, numbers, [from, rest]);
  if (isUnit && meant) readUnit(line, to, meant, unit);
  return meant;
}

/** Reads the unit behind an amount, with a doubt where the field has none. Another one is left unread. */
function readUnit(line: Line, at: number, field: SubjectField, unit: string): void {
  const own = unitOf(field);
  if (own !== undefined && own !== units.get(unit)) return;
  line.read(at, at + 1, 'amount');
  if (own === undefined) line.doubt(at, at + 1);
}

/** The number of whose label a word beside the amount is a part: `Balance owed` of "more than 300 owed". */
function partlyNamedAt(
  line: Line,
  numbers: readonly SubjectField[],
  places: readonly (number | undefined)[],
  called: ReadonlySet<string>,
): SubjectField | undefined {
  for (const at of places) {
    const word = at !== undefined && line.isLeft(at) ? line.words[at] : undefined;
    const field =
      word && !called.has(word.root) ? onlyOne(numbers.filter((one) => isPartOf(one, word.folded))) : undefined;
    if (!field) continue;
    line.read(at!, at! + 1, 'amount');
    line.doubt(at!, at! + 1);
    return field;
  }
  return undefined;
}

const isPartOf = ({ label }: SubjectField, folded: string): boolean =>
  wordsOfLabel(label).some(({ root }) => root === rootOf(folded));

/** The only number that is called an amount, where several numbers may be meant. */
function likelyAmount(line: Line, numbers: readonly SubjectField[], place: readonly [number, number]) {
  line.doubt(...place);
  return onlyOne(numbers.filter(isAmount));
}

/** Whether an amount counts records, as in "more than one deal" and "at least two won deals". */
function countsRecords(line: Line, [from, to]: readonly [number, number], called: ReadonlySet<string>): boolean {
  const isSized = /^(?:worth|costing|priced|valued)$/.test(line.words[from]!.folded);
  const number = Number(line.words[to - 1]!.root);
  const next = line.words.slice(to).filter(({ folded }) => isContent(folded));
  return !isSized && (number < fewestOfAmount || next.slice(0, wordsOfNoun).some(({ root }) => called.has(root)));
}

/** A smaller number needs its field's name beside it. */
const fewestOfAmount = 100;
const wordsOfNoun = 3;

function nextContent(line: Line, from: number, step: 1 | -1): number | undefined {
  for (let at = from; at >= 0 && at < line.words.length; at += step) {
    if (isContent(line.words[at]!.folded)) return at;
  }
  return undefined;
}

function isNamedAt(line: Line, { label }: SubjectField, at: number | undefined): boolean {
  if (at === undefined || !line.isLeft(at)) return false;
  const words = wordsOfLabel(label);
  const place = line.findLabel(words);
  return place !== undefined && place[0] <= at && at < place[1];
}

/** Takes numbers beside their field's label, as in "from 200 seats". The label must not be the records' name. */
function* takeEqual(
  line: Line,
  numbers: readonly SubjectField[],
  called: ReadonlySet<string>,
): Generator<Filters[number]> {
  for (const [index, word] of line.words.entries()) {
    const before = line.words[index - 1]?.folded ?? '';
    if (word.kind !== 'number' || !line.isLeft(index) || ['top', 'first', 'last', 'next', 'best'].includes(before))
      continue;
    if (numbers.some((field) => isNamedAt(line, field, index))) continue;
    const beside = numbers.find(({ label }) => {
      const [root] = rootsOfLabel(label);
      const isBeside = [index - 1, index + 1].some((at) => line.words[at]?.root === root && line.isLeft(at));
      return isBeside && !called.has(root!);
    });
    const value = Number(word.root);
    if (!beside || Number.isNaN(value)) continue;
    line.read(index, index + 1);
    takeField(line, [beside]);
    yield { field: beside.key, operator: 'eq', value };
  }
}
