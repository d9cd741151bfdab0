import { isMultiple } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { stopWords } from '../language/lexicon/grammar.ts';
import { formsOf, isSameWord, mostOfLabel, type Word, wordsOf } from '../language/words.ts';
import { stemOf } from '../language/stems.ts';
import { yesOf } from '../plain/choices.ts';
import type { Line } from '../plain/line.ts';
import { isDate, isNumber, ownFields, type SubjectField, wordsOfLabel } from '../plain/named.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Choice } from '../subjects/near.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Work } from '../../turns/turn.ts';
import { fillers } from './lexicon.ts';
import { isNegatedAt, isNegatedBehind, joinsOnly } from './negations.ts';

/** Values of one field that some words of a question name. */
export interface Mention {
  readonly field: SubjectField;
  readonly values: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Whether the words are the whole value. */
  readonly isWhole: boolean;
}

/** A condition, and where it stands. */
export interface Condition {
  readonly field: string;
  readonly filter: Filters[number];
  readonly from: number;
  readonly to: number;
  readonly kind: 'value' | 'flag' | 'empty' | 'amount' | 'time';
  readonly isNot?: boolean;
  readonly mentions?: readonly Mention[];
}

/** A field of more choices is matched by whole names only, elsewhere. */
const mostChoices = 200;
/** A table with more has only those looked at that the question may name in whole. */
const mostChoicesInAll = 1_000;
const leastPart = 3;
/** Fields of remarks hold sentences, whose single words describe nothing. */
const remarks = /\b(?:notes?|remarks?|comments?|description|details?)\b/iu;

/** The values that a question names by some or all of their words, the longest first. */
export function* mentionsIn(line: Line, subject: Subject, cells: readonly CellNamed[]): Work<Mention[]> {
  const beside = new Beside(line, subject);
  const found: Mention[] = [];
  for (const [field, choices] of choicesOf(subject)) found.push(...(yield* mentionsOf(beside, field, choices)));
  found.push(...cells.flatMap((cell) => cellMention(line, cell, subject)));
  const weight = ({ from, to, isWhole, values }: Mention) =>
    100 * (to - from) + (isWhole ? 150 : 0) - Math.min(values.length, 40);
  const taken: Mention[] = [];
  const isToCome = ({ from }: Mention) =>
    line.words[from - 1]?.folded === 'be' && line.words[from - 2]?.folded === 'to';
  for (const one of found.toSorted((a, b) => weight(b) - weight(a) || besideLabel(line, b) - besideLabel(line, a))) {
    if (isToCome(one) || taken.some((other) => one.from < other.to && other.from < one.to)) continue;
    const rivals = found.filter(
      ({ from, to, isWhole, field }) =>
        from === one.from && to === one.to && isWhole === one.isWhole && field !== one.field,
    );
    // "Portal or email" are of one field, also where another has an "Email" of its own.
    const isNear = (rival: Mention) =>
      found.some(
        (other) =>
          other.field === rival.field &&
          other !== rival &&
          other.isWhole &&
          Math.min(Math.abs(other.from - rival.to), Math.abs(rival.from - other.to)) < 2,
      );
    taken.push([one, ...rivals].find(isNear) ?? one);
  }
  return taken.toSorted((a, b) => a.from - b.from);
}

/** Whether the label of the field stands beside. */
const besideLabel = (line: Line, { field, from, to }: Mention): number => {
  const roots = new Set(wordsOfLabel(field.label).map(({ root }) => root));
  return [from - 2, from - 1, to, to + 1].some((at) => roots.has(line.words[at]?.root ?? '')) ? 1 : 0;
};

function cellMention(line: Line, cell: CellNamed, subject: Subject): Mention[] {
  const fields = subject.fields as readonly SubjectField[];
  const field = fields.find(({ key }) => key === cell.fieldKey);
  const title = { key: 'title', label: 'Title', type: 'text' } as SubjectField;
  const [from, to] = [line.indexAt(cell.start), line.indexAt(cell.end - 1) + 1];
  const words = line.words.slice(from, to);
  if (!cell.isWhole && words.length === 1 && !(words[0]!.kind === 'name' && words[0]!.folded.length >= leastPart))
    return [];
  if (field?.options?.choices) return [];
  const value = cell.isWhole ? cell.value : beginningOf(cell.value, to - from);
  return [{ field: field ?? title, values: [value], from, to, isWhole: cell.isWhole }];
}

/** The first words of a value, in its spelling. */
function beginningOf(value: string, count: number): string {
  const words = wordsOf(value);
  return value.slice(words[0]!.start, words[Math.min(count, words.length) - 1]!.end);
}

type ChoicesOfField = readonly [field: SubjectField, choices: readonly Choice[]];

/** The choices to look at. Nothing is named in part where a table has too many. */
function choicesOf(subject: Subject): readonly ChoicesOfField[] {
  const all = ownFields(subject).flatMap((field): ChoicesOfField[] => {
    const { choices = [] } = field.options ?? {};
    if (choices.length === 0 || choices.length > mostChoices || yesOf(field) !== undefined) return [];
    return [[field, choices.filter(({ label }) => label.length <= mostOfLabel)]];
  });
  if (countIn(all) <= mostChoicesInAll) return all;
  const near = all.map(([field]): ChoicesOfField => [field, subject.choices.get(field.key) ?? []]);
  return countIn(near) <= mostChoicesInAll ? near : [];
}

const countIn = (all: readonly ChoicesOfField[]): number => all.reduce((sum, [, choices]) => sum + choices.length, 0);

/** A question beside the fields of a table, with what is looked up for many choices found once. */
class Beside {
  readonly line: Line;
  readonly subject: Subject;
  readonly #places: ReadonlyMap<string, readonly number[]>;
  readonly #labels: readonly Word[];
  readonly #isLabel = new Map<string, boolean>();

  constructor(line: Line, subject: Subject) {
    this.line = line;
    this.subject = subject;
    const forms = [...line.words.entries()].flatMap(([at, word]) =>
      [...new Set(wordForms(word))].map((form) => ({ form, at })),
    );
    this.#places = new Map(
      Array.from(
        Map.groupBy(forms, ({ form }) => form),
        ([form, all]) => [form, all.map(({ at }) => at)],
      ),
    );
    this.#labels = ownFields(subject).flatMap(({ label }) => wordsOfLabel(label));
  }

  /** Where words of the question stand that may be a word of a label. */
  placesOf(label: readonly Word[]): readonly number[] {
    const forms = new Set(label.flatMap((word) => [...wordForms(word), `${word.folded}s`]));
    return [...new Set([...forms].flatMap((form) => this.#places.get(form) ?? []))].toSorted((a, b) => a - b);
  }

  /** Whether a word is one of a field's label. */
  isOfLabel(word: Word): boolean {
    const known = this.#isLabel.get(word.folded) ?? this.#labels.some((one) => isSameWord(one, word));
    this.#isLabel.set(word.folded, known);
    return known;
  }
}

const wordForms = (word: Word): readonly string[] => [...formsOf(word), stemOf(word.folded)];

function* mentionsOf(beside: Beside, field: SubjectField, choices: readonly Choice[]): Work<Mention[]> {
  const places = new Map<string, Mention>();
  const common = commonWords(choices.map(({ label }) => label));
  for (const { key, label } of choices) {
    yield;
    const words = wordsOf(label);
    for (const at of beside.placesOf(words)) {
      const found = matchAt(beside, at, words, field, common);
      if (!found) continue;
      const place = `${at} ${found.to}`;
      const known = places.get(place);
      if (known?.isWhole && !found.isWhole) continue;
      const isBetter = found.isWhole && known?.isWhole === false;
      places.set(place, {
        field,
        values: known && !isBetter ? [...known.values, key] : [key],
        from: at,
        to: found.to,
        isWhole: found.isWhole,
      });
    }
  }
  return [...places.values()];
}

/** Where a part of a value ends that begins at a word. */
function matchAt(beside: Beside, at: number, label: readonly Word[], field: SubjectField, common: ReadonlySet<string>) {
  const { line, subject } = beside;
  let best: { to: number; isWhole: boolean } | undefined;
  for (let begin = 0; begin < label.length; begin += 1) {
    let length = 0;
    while (
      begin + length < label.length &&
      line.words[at + length] !== undefined &&
      line.isLeft(at + length) &&
      isAlike(line.words[at + length]!, label[begin + length]!)
    )
      length += 1;
    if (length === 0) continue;
    const isWhole = length === label.length;
    const words = line.words.slice(at, at + length);
    const part = label.slice(begin, begin + length);
    if (
      !isWhole &&
      !words.some(
        (word, step) =>
          isSameWord(word, part[step]!) &&
          isTelling(word, beside, field) &&
          mayStandFor(part[step]!, label, field, common),
      )
    )
      continue;
    if (isWhole && length === 1 && isOfOtherField(words[0]!, part[0]!, subject, field)) continue;
    if (isWhole && length === 1 && !mayBeValue(line, at, subject, label[0]!)) continue;
    if (!best || at + length > best.to) best = { to: at + length, isWhole };
  }
  return best;
}

const isAlike = (word: Word, label: Word): boolean =>
  isSameWord(word, label) ||
  (word.kind !== 'number' &&
    label.kind !== 'number' &&
    stemOf(word.folded) === stemOf(label.folded) &&
    !fillers.has(word.folded)) ||
  (word.folded.length > 4 && `${label.folded}s` === word.folded);

/** Whether one word of a longer value stands for it: "Whitfield". */
const isTelling = (word: Word, beside: Beside, field: SubjectField): boolean =>
  word.kind !== 'number' &&
  !word.folded.endsWith('est') &&
  word.folded.length >= leastPart &&
  !fillers.has(word.folded) &&
  !beside.subject.called.has(word.root) &&
  !beside.isOfLabel(word) &&
  field.type !== 'user';

/** Words of several values: "flour" of three kinds of it. */
function commonWords(labels: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const common = new Set<string>();
  for (const label of labels) {
    for (const word of new Set(wordsOf(label).map(({ folded }) => folded))) (seen.has(word) ? common : seen).add(word);
  }
  return common;
}

/** A name stands for a longer value, and a noun for a short one: "flour" for `Rye flour`. */
const mayStandFor = (word: Word, label: readonly Word[], field: SubjectField, common: ReadonlySet<string>): boolean =>
  !remarks.test(field.label) &&
  (common.has(word.folded) ||
    label.length < 3 ||
    (/^\p{Lu}/u.test(word.text) && word !== label[0]) ||
    (label.length === 3 && /^\p{Lu}/u.test(word.text)));

/** Whether another form of a value is about another field: "did we quote" beside `Quoted on`. */
const isOfOtherField = (word: Word, label: Word, subject: Subject, field: SubjectField): boolean =>
  word.folded !== label.folded &&
  `${label.folded}s` !== word.folded &&
  ownFields(subject).some(
    (other) =>
      other.key !== field.key &&
      (isDate(other) || isNumber(other)) &&
      wordsOfLabel(other.label).some(({ folded }) => stemOf(folded) === stemOf(word.folded)),
  );

/** A word for the records, or of order, is not a value by itself: "short" beside `Shorts` is one. */
function mayBeValue(line: Line, at: number, { called }: Subject, label: Word): boolean {
  const { folded, root, kind, text } = line.words[at]!;
  if (kind === 'number' || ordinalWords.has(folded)) return false;
  if (called.has(root) && text === folded) return false;
  const isSame = isSameWord(line.words[at]!, label) && !stopWords.has(folded);
  return !fillers.has(folded) || isSame || (kind === 'name' && at > 0);
}

/** The conditions of mentions. The kept ones of a field are joined by "or", and so are the ones that are left out. */
export function conditionsOf(line: Line, mentions: readonly Mention[]): Condition[] {
  const conditions: Condition[] = [];
  for (const some of Map.groupBy(mentions, ({ field }) => field.key).values()) {
    const left: Mention[] = [];
    const kept: Mention[] = [];
    for (const [at, one] of some.entries()) {
      const before = some[at - 1];
      const isJoint = before !== undefined && left.includes(before) && joinsOnly(line, before.to, one.from);
      const isNot = isJoint || isNegatedAt(line, one.from) || isNegatedBehind(line, one.to);
      (isNot ? left : kept).push(one);
    }
    if (kept.length > 0) conditions.push(conditionOf(kept, false));
    if (left.length > 0) conditions.push(conditionOf(left, true));
  }
  return conditions;
}

function conditionOf(mentions: readonly Mention[], isNot: boolean): Condition {
  const [{ field }] = mentions as [Mention];
  const values = [...new Set(mentions.flatMap((one) => one.values))];
  const isPart = !field.options?.choices && mentions.some(({ isWhole }) => !isWhole);
  const place = {
    field: field.key,
    from: Math.min(...mentions.map(({ from }) => from)),
    to: Math.max(...mentions.map(({ to }) => to)),
    kind: 'value' as const,
    isNot,
    mentions,
  };
  const value = values.length === 1 ? values[0] : values;
  if (isMultiple(field))
    return { ...place, filter: { field: field.key, operator: isNot ? 'has_none_of' : 'has_any_of', value: values } };
  if (isPart && values.length === 1)
    return { ...place, filter: { field: field.key, operator: isNot ? 'not_contains' : 'contains', value } };
  const operator = values.length === 1 ? (isNot ? 'neq' : 'eq') : isNot ? 'not_in' : 'in';
  return { ...place, filter: { field: field.key, operator, value } };
}
