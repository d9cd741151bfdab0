import { isContent } from '../language/accounting.ts';
import { isSameWord, type Word } from '../language/words.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Line } from './line.ts';
import {
  isCounting,
  isDate,
  isNumber,
  onlyOne,
  rootsOfLabel,
  type SubjectField,
  takeField,
  tellsYear,
  wordsOfLabel,
} from './named.ts';
import { patterns, records } from './patterns.ts';

/**
 * Reads "number of" before a number that is averaged or compared: "the median number of hours". Before a column that
 * counts, these words are its name, and "how many" is so where the column holds texts.
 */
export function takeQuantity(line: Line, fields: readonly SubjectField[], { called }: Subject): void {
  const isFigure = [patterns.average, patterns.median, patterns.sum, patterns.most, patterns.least].some((pattern) =>
    line.has(pattern),
  );
  const isMeant = (field: SubjectField, isMany: boolean) =>
    isNumber(field) ? !isMany && (isFigure || isCounting(field)) : isCounting(field);
  for (const [pattern, isMany] of [
    [quantity, false],
    [many, true],
  ] as const) {
    const match = pattern.exec(line.text);
    const at = match ? contentBehind(line, match) : undefined;
    if (at === undefined) continue;
    const there = fields.filter(({ label }) => line.findLabel(wordsOfLabel(label), at)?.[0] === at);
    const isRecords = called.has(line.words[at]!.root) && !there.some(isCounting);
    if (!isRecords && there.some((field) => isMeant(field, isMany))) line.take(pattern, 'field');
  }
}

/** Whether a label is the word for the sum of the number behind it: "total quantity" beside a field `Total`. */
export function isSumOfNext(line: Line, { label }: SubjectField, numbers: readonly SubjectField[]): boolean {
  const place = line.findLabel(wordsOfLabel(label));
  const isSum = patterns.sum.exec(label.toLowerCase())?.[0].length === label.length;
  const isNext = (one: SubjectField) =>
    one.label !== label && line.findLabel(wordsOfLabel(one.label), place![1])?.[0] === place![1];
  return isSum && place !== undefined && numbers.some(isNext);
}

const quantity = /\b(?:number|amount|count) of(?= )/u;
const many = /\bhow many(?= )/u;

/** Counts the records, even where a field has the same name. */
export function takeCountedRecords(
  line: Line,
  count: RegExpExecArray,
  subject: Subject,
  fields: readonly SubjectField[],
): boolean {
  const at = contentBehind(line, count);
  const word = at === undefined ? undefined : line.words[at]!;
  if (at === undefined || !word || !(subject.called.has(word.root) || records.has(word.root))) return false;
  const isNamed = ({ label }: SubjectField) => word.root === onlyOne(rootsOfLabel(label));
  if (!subject.called.has(word.root) && !fields.some(isNamed)) return false;
  line.read(at, at + 1, 'table');
  const isAlsoField = fields.some((field) => isNamed(field) && (isNumber(field) || records.has(word.root)));
  if (!isHead(word, subject) || isAlsoField) line.doubt(at, at + 1);
  return true;
}

/** Whether a word names the records. */
export const isHead = (word: Word, { heads }: Subject): boolean =>
  records.has(word.root) || heads.some((head) => isSameWord(word, head));

/** The field that is counted, as in "How many companies …". It must directly follow "how many". */
export function takeCountedField(
  line: Line,
  count: RegExpExecArray,
  fields: readonly SubjectField[],
  { called }: Subject,
): SubjectField | undefined {
  const at = contentBehind(line, count);
  if (at === undefined || !isDirectly(line, count, at)) return undefined;
  // "priority tasks" counts the tasks.
  const isRecordAt = (index: number) => line.words[index] !== undefined && called.has(line.words[index].root);
  const isThere = ({ label }: SubjectField) => {
    const place = line.find(rootsOfLabel(label), at);
    return place?.[0] === at && !isRecordAt(place[1]);
  };
  return takeField(
    line,
    fields.filter(
      (field) => !isNumber(field) && !isDate(field) && !isCounting(field) && !tellsYear(field) && isThere(field),
    ),
    at,
  );
}

/** Whether no verb stands between "how many" and what is counted: "how many were returned" counts no returns. */
function isDirectly(line: Line, count: RegExpExecArray, at: number): boolean {
  const [, behind] = line.wordsIn(count);
  return line.words.slice(behind, at).every(({ folded }) => !verbs.has(folded));
}

const verbs: ReadonlySet<string> = new Set('is are was were be been do does did has have had'.split(' '));

/** The next unread word with a meaning. */
function contentBehind(line: Line, match: RegExpExecArray): number | undefined {
  const [, behind] = line.wordsIn(match);
  const at = line.words.findIndex(({ folded }, index) => index >= behind && line.isLeft(index) && isContent(folded));
  return at < 0 ? undefined : at;
}
