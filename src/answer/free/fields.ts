import { events } from '../language/lexicon/events.ts';
import { units } from '../language/lexicon/units.ts';
import { isSameWord, labelWords, rootOf, spelledApart, type Word, wordsOf } from '../language/words.ts';
import type { Line } from '../plain/line.ts';
import { isAddable, isAside, isMoney } from '../plain/measures.ts';
import {
  isDate,
  isGroup,
  isNumber,
  onlyOne,
  ownFields,
  type SubjectField,
  unitOf,
  wordsOfLabel,
} from '../plain/named.ts';
import type { Subject } from '../subjects/subjects.ts';
import { moneys, notions, outlays, personal, roles, takings } from './lexicon.ts';

/** How words name a field: by its label, by a part of it, or by what it is about. */
export const levels = { label: 3, related: 2, part: 1, notion: 0 } as const;

export interface FieldNamed {
  readonly field: SubjectField;
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

const knownLabels = new WeakMap<SubjectField, readonly Word[]>();

/** The words of a label, or all of them where it has words of grammar only. */
export function labelOf(field: SubjectField): readonly Word[] {
  let words = knownLabels.get(field);
  if (!words) {
    words = labelWords(spelledApart(field.label));
    if (words.length === 0) words = wordsOf(field.label);
    knownLabels.set(field, words);
  }
  return words;
}

/** All ways in which the words name fields. */
export function fieldsNamed(line: Line, subject: Subject): FieldNamed[] {
  return ownFields(subject).flatMap((field) => {
    const label = wordsOfLabel(field.label);
    const all = labelOf(field);
    return [...line.words.keys()].flatMap((at): FieldNamed[] => {
      const word = line.words[at]!;
      const whole = [label, all].find((words) => words.length > 0 && isAt(line, at, words, isSameWord));
      if (whole) return [{ field, from: at, to: at + whole.length, level: levels.label }];
      if (label.length > 0 && isAt(line, at, label, isRelated))
        return [{ field, from: at, to: at + label.length, level: levels.related }];
      if (label.length > 1 && label.some((one) => isRelated(word, one)))
        return [{ field, from: at, to: at + 1, level: levels.part }];
      const known = notions.get(word.folded);
      const isMeant = known !== undefined && all.some(({ root }) => known.has(root));
      const isOfMoney = moneys.has(word.folded) && isNumber(field) && isMoney(field);
      const isUnit = isNumber(field) && units.has(word.folded) && unitOf(field) === units.get(word.folded);
      if (isUnit) return [{ field, from: at, to: at + 1, level: levels.part }];
      return isMeant || isOfMoney ? [{ field, from: at, to: at + 1, level: levels.notion }] : [];
    });
  });
}

const isRelated = (word: Word, label: Word): boolean =>
  word.folded.length > 2 &&
  label.folded.length > 1 &&
  (word.root === label.root || isSameWord(word, label) || word.folded.replace(/people$/u, 'person') === label.folded);

const isAt = (
  { words }: Line,
  at: number,
  label: readonly Word[],
  isSame: (one: Word, other: Word) => boolean,
): boolean => label.every((word, index) => words[at + index] !== undefined && isSame(words[at + index]!, word));

/** The number that is meant among those named: the best by its name, then by what is asked of it. */
export function numberMeant(
  line: Line,
  named: readonly FieldNamed[],
  subject: Subject,
  isOfSum: boolean,
): FieldNamed | undefined {
  const text = line.words.map(({ folded }) => folded).join(' ');
  const some = named.filter(({ field }) => isNumber(field));
  const [speaksOfOutlays, speaksOfTakings] = [outlays.test(text), takings.test(text)];
  const bonuses = new Map<SubjectField, number>();
  const bonusOf = (field: SubjectField): number => {
    let bonus = bonuses.get(field);
    if (bonus !== undefined) return bonus;
    const { label } = field;
    const isAmountOfMoney = isMoney(field);
    bonus = isOfSum ? (isAddable(field) ? 3 : -15) : 0;
    if (isAmountOfMoney) bonus += 1;
    if (isAmountOfMoney && speaksOfOutlays && /\b(?:cost|spend|spent|invoice|price|paid|expense)\b/iu.test(label))
      bonus += 2;
    if (isAmountOfMoney && speaksOfTakings && !/\b(?:cost|budget|price|ticket|discount)\b/iu.test(label)) bonus += 2;
    if (/\b(?:total|amount|final)\b/iu.test(label)) bonus += 1;
    if (/\b(?:budget|deposit|discount|each|per|reorder|level)\b/iu.test(label)) bonus -= 2;
    if (isAmountOfMoney && isAside(field) && speaksOfTakings) bonus -= 20;
    bonuses.set(field, bonus);
    return bonus;
  };
  const score = ({ field, level, from, to }: FieldNamed) =>
    20 * level + 4 * (to - from) + (level < levels.label ? bonusOf(field) : 0);
  const scored = some.map((one) => ({ one, points: score(one) }));
  const [best] = scored.toSorted((a, b) => b.points - a.points || a.one.from - b.one.from);
  if (best) return best.one;
  const numbers = ownFields(subject).filter(isNumber);
  return numbers.length === 1 ? { field: numbers[0]!, from: -1, to: -1, level: -1 } : undefined;
}

const leastShared = 4;

/** Whether a word speaks of a field: by a form of its label, or by what happens then. */
export function speaksOf(word: Word, field: SubjectField): boolean {
  return labelOf(field).some(
    (label) =>
      isRelated(word, label) ||
      (word.kind !== 'number' && sharesBeginning(word.folded, label.folded)) ||
      (isDate(field) && eventsOf(word.folded)?.has(label.root) === true),
  );
}

/** Whether two words are forms of one: "expiry" and `Expires`. */
function sharesBeginning(one: string, other: string): boolean {
  const most = Math.min(one.length, other.length);
  let shared = 0;
  while (shared < most && one[shared] === other[shared]) shared += 1;
  return shared >= leastShared && shared >= most - 2 && Math.abs(one.length - other.length) <= 4;
}

/** The field at a word by which records may be grouped, or that may be asked for. */
export function fieldAt(
  named: readonly FieldNamed[],
  at: number,
  suits: (field: SubjectField) => boolean = isGroup,
): FieldNamed | undefined {
  return named
    .filter(({ field, from }) => from === at && suits(field))
    .toSorted(
      (a, b) => b.level - a.level || b.to - b.from - (a.to - a.from) || a.field.label.length - b.field.label.length,
    )[0];
}

/** The field that says who did what the question says. */
export function personMeant(line: Line, subject: Subject, taken: ReadonlySet<string>): SubjectField | undefined {
  const people = ownFields(subject).filter(
    (field) => isGroup(field) && !taken.has(field.key) && (field.type === 'user' || personal.test(field.label)),
  );
  const roots = new Set(
    line.words.filter(({ kind, folded }) => kind !== 'stop' || folded.endsWith('ed')).map(({ root }) => root),
  );
  const named = people.filter((field) => labelOf(field).some(({ root }) => roots.has(root)));
  if (named.length > 0) return named[0];
  const text = line.words.map(({ folded }) => folded).join(' ');
  const byRole = roles.flatMap(([label, verbs]) =>
    verbs.test(text) ? people.filter((field) => label.test(field.label)) : [],
  );
  const clients = /\b(?:client|customer|buyer)s?\b/u.test(text) ? people.filter(({ label }) => buying.test(label)) : [];
  return onlyOne(clients) ?? byRole[0] ?? (people.length === 1 ? people[0] : undefined);
}

/** Labels of fields that hold clients, by whatever name. */
const buying = /\b(?:customer|client|buyer|guest|requester|applicant|ordered by|booked by)\b/iu;

const knownPlaces = new WeakMap<Line, Map<SubjectField, readonly number[]>>();

/** Where words of a question speak of a date. Each time in the question needs them. */
function toldAt(line: Line, field: SubjectField): readonly number[] {
  const known = knownPlaces.get(line) ?? new Map<SubjectField, readonly number[]>();
  knownPlaces.set(line, known);
  const isTold = (word: Word) => word.root !== rootOf('date') && speaksOf(word, field);
  let places = known.get(field);
  if (!places) known.set(field, (places = [...line.words.keys()].filter((at) => isTold(line.words[at]!))));
  return places;
}

/** The date that a time is about: one that the words beside it name, or else that of the record. */
export function dateMeant(
  line: Line,
  [from, to]: readonly [number, number],
  dates: readonly SubjectField[],
  main: SubjectField | undefined,
): SubjectField | undefined {
  const near = dates.flatMap((field) => {
    const distances = toldAt(line, field).map((at) => (at < from ? from - at : at >= to ? at - to + 3 : 0));
    return distances.length > 0 ? [{ field, distance: Math.min(...distances) }] : [];
  });
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.field ?? main ?? dates.find(isDate);
}

const eventsOf = (folded: string): ReadonlySet<string> | undefined => events.get(folded);
