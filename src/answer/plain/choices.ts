import { isContent } from '../language/accounting.ts';
import { isMultiple } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { isSameWord, labelWords, positiveOf, spelledApart, type Word, wordsOf } from '../language/words.ts';
import type { Choice } from '../subjects/near.ts';
import type { Subject } from '../subjects/subjects.ts';
import { takeExclusion, takeExclusionBehind, takeJoint } from './exclusions.ts';
import type { Line } from './line.ts';
import { isDate, onlyOne, rootsOfLabel, type SubjectField, wordsOfLabel } from './named.ts';

interface Chosen {
  readonly field: SubjectField;
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** Whether the word begins with "un", as "unpaid" does. */
  readonly isUn?: boolean;
}

interface Named {
  readonly filters: Filters;
  /** The field that decides a question such as "is it won or lost?". */
  readonly alternative?: SubjectField | undefined;
}

/** Choices that a question names by their own words; undefined when a word may be a choice of several fields. */
export function takeChoices(
  line: Line,
  fields: readonly SubjectField[],
  subject: Subject,
  isLoose: boolean,
): Named | undefined {
  const asks = line.has(/^(?:is|are|was|were) /u);
  const joined = line.has(/\bor\b/u);
  const taken = takeNamed(line, fields, subject, isLoose);
  if (!taken) return undefined;
  const filters: Filters = [];
  for (const [field, some] of Map.groupBy(taken, (one) => one.field)) {
    if (some.length > 1) line.take(/\bor\b/u);
    if (asks && joined && some.length > 1) return { filters, alternative: field };
    const filter = filterOf(line, field, some, fields);
    if (!filter) return undefined;
    filters.push(filter);
  }
  return { filters };
}

function takeNamed(
  line: Line,
  fields: readonly SubjectField[],
  subject: Subject,
  isLoose: boolean,
): readonly Chosen[] | undefined {
  const found = fields
    .flatMap((field) => choicesIn(line, field, subject))
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from);
  const labels = longLabels(line, fields);
  const taken: Chosen[] = [];
  for (const one of found) {
    if (
      !isLeft(line, one) ||
      labels.some(([from, to]) => from <= one.from && one.to <= to && one.to - one.from < to - from)
    )
      continue;
    const rivals = found.filter(({ field, from, to }) => field !== one.field && from === one.from && to === one.to);
    const meant = rivals.length === 0 ? one : onlyOne([one, ...rivals].filter((rival) => isBesideLabel(line, rival)));
    if (!meant) return undefined;
    line.read(meant.from, meant.to);
    readBeside(line, meant.from, meant.to, meant.field);
    if (isCalledAlso(line, meant, isLoose ? fields : fields.filter((field) => !isDate(field)), subject.called))
      line.doubt(meant.from, meant.to);
    taken.push(meant);
  }
  return taken;
}

/** Where labels of several words stand: the "paid" of "amount paid" is not a choice. */
const longLabels = (line: Line, fields: readonly SubjectField[]) =>
  fields.flatMap(({ label }) => {
    const words = wordsOfLabel(label);
    const place = words.length > 1 ? line.findLabel(words) : undefined;
    return place ? [place] : [];
  });

function choicesIn(line: Line, field: SubjectField, { choices, heads }: Subject): Chosen[] {
  const chosen: readonly Choice[] = choices.get(field.key) ?? [];
  return chosen.flatMap(({ key, label }) => {
    const place = [label, key].map((text) => placeOf(line, text.replaceAll('_', ' '), field, heads)).find(Boolean);
    if (place) return [{ field, key, from: place[0], to: place[1] }];
    const at = line.words.findIndex(({ folded }) => folded === `un${label.toLowerCase()}`);
    return at < 0 ? [] : [{ field, key, from: at, to: at + 1, isUn: true }];
  });
}

/**
 * Some choices count only beside their field's label: a number, a word of grammar such as "On", the records' name. In a
 * table of loans, "on loan" is the choice `On loan`, and "loans" is not.
 */
function placeOf(line: Line, choice: string, field: SubjectField, heads: readonly Word[]) {
  const telling = labelWords(choice);
  const whole = wordsOf(choice);
  if (whole.length > telling.length && telling.length > 0) {
    const place = line.findLabel(whole);
    if (place && place[1] - place[0] === whole.length) return place;
  }
  const isHead = telling.every((word) => heads.some((head) => isSameWord(word, head)));
  const words = isHead ? whole : telling;
  const place = placeOfValue(line, words, heads);
  const isOrder = words.every(({ folded }) => orders.has(folded));
  const isPlain =
    words.length > telling.length
      ? words.length > 1
      : !isHead && !isOrder && words.some(({ kind }) => kind !== 'number');
  if (!place || isPlain) return place;
  return isBesideLabel(line, { field, key: '', from: place[0], to: place[1] }) ? place : undefined;
}

/** Where the words stand as a value. In a table of sailings, "sailings" is not the choice `Sailed`. */
function placeOfValue(line: Line, words: readonly Word[], heads: readonly Word[]) {
  const isHead = (at: number) =>
    heads.some((head) => isSameWord(line.words[at]!, head)) &&
    !words.some(({ folded }) => folded === line.words[at]!.folded);
  let place = line.findLabel(words);
  while (place && place[1] - place[0] === 1 && isHead(place[0])) place = line.findLabel(words, place[1]);
  return place;
}

/** Choices such as `First` and `Best` are usually an order. */
const orders: ReadonlySet<string> = new Set([
  ...ordinalWords.keys(),
  ...'best worst top last final latest newest oldest'.split(' '),
]);

const isLeft = (line: Line, { from, to }: Chosen): boolean =>
  Array.from({ length: to - from }, (_, index) => from + index).every((index) => line.isLeft(index));

const isBesideLabel = (line: Line, { field, from, to }: Chosen): boolean =>
  [from - 1, to].some((at) => line.words[at]?.root === onlyOne(rootsOfLabel(field.label)));

/** Reads the kind of value beside a choice: "the Starter plan", "stage won". */
export function readBeside(line: Line, from: number, to: number, field: SubjectField | undefined): void {
  const root = field && onlyOne(rootsOfLabel(field.label));
  if (field) readLabelBefore(line, from, field);
  if (field) readLabelBehind(line, to, field);
  if (root === undefined) return;
  for (const at of [from - 1, to]) {
    if (line.words[at]?.root === root && line.isLeft(at)) line.read(at, at + 1);
  }
}

/** Reads the label before a value, as in "handled by Abby": `Handled by`. */
function readLabelBefore(line: Line, from: number, { label }: SubjectField): void {
  const words = wordsOf(spelledApart(label.replaceAll('_', ' ')));
  const begin = from - words.length;
  if (words.length < 2 || begin < 0) return;
  if (words.every(({ folded }, at) => line.words[begin + at]!.folded === folded && line.isLeft(begin + at)))
    line.read(begin, from);
}

/** Reads the label behind a value: "Kirkvoe as home port". */
function readLabelBehind(line: Line, to: number, { label }: SubjectField): void {
  const words = wordsOfLabel(label);
  const isAs = line.words[to]?.folded === 'as';
  if (!isAs && words.length < 2) return;
  const place = line.findLabel(words, to);
  if (place && place[0] <= to + (isAs ? 2 : 1) && (isAs || place[0] === to || !isContent(line.words[to]!.folded)))
    line.read(to, place[1]);
}

/** The end of a value with the kind that stands behind it: "the North region". */
export const endBeside = (line: Line, to: number, field: SubjectField | undefined): number =>
  field && line.words[to]?.root === onlyOne(rootsOfLabel(field.label)) ? to + 1 : to;

/**
 * Whether the words are also the name of the records or of a field. `Manager` may be a role and the person who manages.
 */
function isCalledAlso(
  line: Line,
  { from, to }: Chosen,
  fields: readonly SubjectField[],
  called: ReadonlySet<string>,
): boolean {
  const roots = line.words.slice(from, to).map(({ root }) => root);
  return (
    roots.every((root) => called.has(root)) ||
    fields.some((field) => rootsOfLabel(field.label).every((root) => roots.includes(root)))
  );
}

function filterOf(
  line: Line,
  field: SubjectField,
  some: readonly Chosen[],
  fields: readonly SubjectField[],
): Filters[number] | undefined {
  const [first, ...others] = some.toSorted((a, b) => a.from - b.from);
  const last = Math.max(...some.map(({ to }) => to));
  const isNot = takeExclusion(line, first!.from, field) || takeExclusionBehind(line, first!.from, last, fields);
  if (isNot) line.exclude(Math.max(...some.map(({ to }) => endBeside(line, to, field))));
  const isOfOthers = others.some(({ from }) =>
    /^(?:not|never|except|excluding|neither)$/u.test(line.words[from - 1]!.folded),
  );
  if (isOfOthers || (isNot && !areJoint(line, some))) return undefined;
  const keys = [...new Set(some.map(({ key }) => key))];
  if (some.some(({ isUn }) => isUn)) {
    line.doubt(first!.from, first!.to);
    return isNot || some.length > 1 ? undefined : { field: field.key, operator: 'neq', value: first!.key };
  }
  if (isMultiple(field)) {
    if (keys.length > 1) for (const { from, to } of some) line.doubt(from, to);
    return { field: field.key, operator: isNot ? 'has_none_of' : 'has_any_of', value: keys };
  }
  if (keys.length === 1) return { field: field.key, operator: isNot ? 'neq' : 'eq', value: keys[0] };
  return { field: field.key, operator: isNot ? 'not_in' : 'in', value: keys };
}

/** Whether the choices stand side by side: "neither won nor lost". */
function areJoint(line: Line, some: readonly Chosen[]): boolean {
  const places = some.toSorted((a, b) => a.from - b.from);
  return places.slice(1).every(({ from }, index) => takeJoint(line, places[index]!.to, from));
}

/** The choice that stands for yes, where a field has one for no. */
export function yesOf({ type, options: { choices = [] } = {} }: SubjectField): string | undefined {
  const isNo = choices.some(({ label }) => /^(?:no|n|false)$/iu.test(label));
  return type === 'select' && isNo ? choices.find(({ label }) => /^(?:yes|y|true)$/iu.test(label))?.key : undefined;
}

/** Whether a field says yes. A third choice, or none, may count as either. */
export function saidBy(
  line: Line,
  { key, options }: SubjectField,
  yes: string,
  isYes: boolean,
  place: readonly [from: number, to: number],
): Filters[number] {
  if (!isYes || options!.choices!.length > 2) line.doubt(...place);
  return { field: key, operator: isYes ? 'eq' : 'neq', value: yes };
}

/** The place of "allow bikes" for `Bikes allowed`. */
function turnedOf(line: Line, words: readonly Word[]): readonly [from: number, to: number] | undefined {
  const place = words.length === 2 ? line.find(words.toReversed().map(({ root }) => root)) : undefined;
  if (place) line.doubt(...place);
  return place;
}

/** The place of "unpaid" for `Paid`. */
function unOf(line: Line, [word, ...others]: readonly Word[]): readonly [from: number, to: number] | undefined {
  const at = line.words.findIndex(
    ({ folded }, index) => line.isLeft(index) && positiveOf(folded).some((positive) => positive === word?.folded),
  );
  return at < 0 || others.length > 0 ? undefined : [at, at + 1];
}

/** Whether a label says by itself what is so: `Returned`, `Paid`, `Remote`. */
const isParticiple = (words: readonly Word[]): boolean => words.length === 1;

/** Takes checkbox conditions: "paid sales", "not paid", "unpaid". */
export function takeChecked(line: Line, fields: readonly SubjectField[], subject: Subject): Filters {
  return fields
    .filter((field) => field.type === 'checkbox' || yesOf(field) !== undefined)
    .flatMap((field): Filters => {
      const words = wordsOfLabel(field.label);
      const place = line.findLabel(words) ?? unOf(line, words) ?? turnedOf(line, words);
      if (!place) return [];
      const yes = yesOf(field);
      const isKind = subject.called.has(line.words[place[1]]?.root ?? '');
      const isLabel = !isKind && /^(?:by|per|each|which|what|the|many)$/u.test(line.words[place[0] - 1]?.folded ?? '');
      if (yes !== undefined && (isLabel || !isParticiple(words))) return [];
      line.read(...place);
      const isUn = line.words[place[0]]!.folded.startsWith('un') && !words[0]!.folded.startsWith('un');
      const isNot = takeExclusion(line, place[0]);
      if (isNot) line.exclude(place[1]);
      if (yes !== undefined) {
        if (line.words[place[0] - 1]?.folded === 'under') line.read(place[0] - 1, place[0]);
        return [saidBy(line, field, yes, isNot === isUn, place)];
      }
      return [{ field: field.key, operator: 'eq', value: isNot === isUn }];
    });
}
