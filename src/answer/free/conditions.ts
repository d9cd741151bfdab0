import type { Filters } from '../../../schemas/queries.ts';
import { labelWords, positiveOf, rootOf, spelledApart } from '../language/words.ts';
import { yesOf } from '../plain/choices.ts';
import type { Line } from '../plain/line.ts';
import { isDate, isNumber, mainDate, ownFields, type SubjectField } from '../plain/named.ts';
import { isHead } from '../plain/counted.ts';
import { monthOf, monthSpan, monthWords } from '../plain/times/calendar.ts';
import { takeTime } from '../plain/times/times.ts';
import type { Subject } from '../subjects/subjects.ts';
import { dateMeant, labelOf, speaksOf } from './fields.ts';
import { type Span, takeWeekdays, weekdayPlace } from './days/weekdays.ts';
import { fillers } from './lexicon.ts';
import { isNegatedAt, isNegatedBehind } from './negations.ts';
import type { Condition } from './values.ts';

/** Whether a field says yes or no. */
export const isFlag = (field: SubjectField): boolean => field.type === 'checkbox' || yesOf(field) !== undefined;

/** The filter by which a field says yes or no. */
export function flagFilter(field: SubjectField, isYes: boolean): Filters[number] {
  if (field.type === 'checkbox') return { field: field.key, operator: 'eq', value: isYes };
  const no = field.options!.choices!.find(({ label }) => /^(?:no|n|false)$/iu.test(label))!.key;
  return { field: field.key, operator: 'eq', value: isYes ? yesOf(field)! : no };
}

/** The words of a label that say what is so: "paid" of `Invoice paid`, "permit" of `Permit in hand`. */
function tellingOf(field: SubjectField, subject: Subject): readonly string[] {
  const words = labelWords(spelledApart(field.label));
  const others = new Set(
    ownFields(subject).flatMap(({ key, label }) =>
      key === field.key ? [] : labelWords(spelledApart(label)).map(({ root }) => root),
    ),
  );
  const participle = words.filter(({ folded }) => /(?:ed|paid|sold|sent|done)$/u.test(folded));
  const some = words.length > 1 && participle.length > 0 ? participle : words;
  return some
    .filter(
      (word) =>
        words.length === 1 ||
        (!isHead(word, subject) &&
          !subject.called.has(word.root) &&
          !others.has(word.root) &&
          !fillers.has(word.folded)),
    )
    .map(({ root }) => root);
}

/** Conditions on fields that say yes or no. A word that something else was read by counts no more. */
export function takeFlags(line: Line, subject: Subject): Condition[] {
  return ownFields(subject)
    .filter(isFlag)
    .flatMap((field): Condition[] => {
      const all = labelWords(spelledApart(field.label));
      const telling = tellingOf(field, subject);
      const at = line.words.findIndex((word, index) => {
        if (!line.isLeft(index)) return false;
        const isWhole = all.length > 0 && all.every((one, step) => line.words[index + step]?.folded === one.folded);
        const isPart = (word.folded.length > 2 || all.length === 1) && telling.includes(word.root);
        return isWhole || isPart || positiveOf(word.folded).some((one) => telling.includes(rootOf(one)));
      });
      if (at < 0) return [];
      const isWhole = all.every((one, step) => line.words[at + step]?.folded === one.folded);
      const to = at + (isWhole ? all.length : 1);
      const word = line.words[at]!;
      const isUn = positiveOf(word.folded).some((one) => telling.includes(rootOf(one)));
      const isNot = isNegatedAt(line, at) || isNegatedBehind(line, to);
      line.read(at, to);
      return [
        {
          field: field.key,
          filter: flagFilter(field, isNot === isUn),
          from: at,
          to,
          kind: 'flag',
          isNot: isNot !== isUn,
        },
      ];
    });
}

const none =
  /\b(?:(?:has|have|had|with|needed|needs|got|gave|given) no|has not|have not|had not|hasn't got|without|missing|lacks?|lacking|nobody|no one|no|never|not)\b/gu;
const some = /\b(?:has|have|had|with|wrote|write|got|having|carry|carries|includes?) (?:an?|any|some)\b/gu;

/** Conditions on what is empty or given: "no follow-up date", "nobody is down as moderator", "with a remark". */
export function takeEmpty(line: Line, subject: Subject): Condition[] {
  const found: Condition[] = [];
  for (const [pattern, isNot] of [
    [none, true],
    [some, false],
  ] as const) {
    for (const match of line.text.matchAll(pattern)) {
      const [from, behind] = line.wordsIn(match);
      const place = fieldBehind(line, behind, subject, isNot);
      if (!place || found.some(({ field }) => field === place.field.key)) continue;
      const { field, to } = place;
      line.read(from, to);
      const empty = { field: field.key, operator: 'is_empty' as const };
      const filter: Filters[number] = !isNot
        ? { field: field.key, operator: 'is_not_empty' }
        : isNumber(field)
          ? { or: [empty, { field: field.key, operator: 'eq', value: 0 }] }
          : empty;
      found.push({ field: field.key, filter, from, to, kind: 'empty', isNot });
    }
  }
  return found;
}

/** The field whose label stands just behind "no". */
function fieldBehind(line: Line, behind: number, subject: Subject, isNot: boolean) {
  const fields = ownFields(subject).filter((field) => !isFlag(field) && (isNot || !isNumber(field)));
  const found: { field: SubjectField; to: number; score: number }[] = [];
  for (let at = behind; at < Math.min(line.words.length, behind + (isNot ? 4 : 2)); at += 1) {
    if (!line.isLeft(at)) break;
    if (at > behind && /^(?:date|day)$/u.test(line.words[at]!.folded)) continue;
    const word = line.words[at]!;
    const scored = fields.flatMap((field) => {
      const label = labelOf(field);
      let length = 0;
      while (length < label.length && line.words[at + length]?.root === label[length]!.root) length += 1;
      if (length > 0) return [{ field, to: at + length, score: length === label.length ? 9 : length - 0.5 }];
      return speaksOf(word, field) && word.folded.length > 3 && !isHead(word, subject)
        ? [{ field, to: at + 1, score: 0.5 }]
        : [];
    });
    found.push(...scored);
  }
  const [best] = found.toSorted((a, b) => b.score - a.score || b.to - a.to);
  if (!best) return undefined;
  const isDay = isDate(best.field) && /^(?:date|day)$/u.test(line.words[best.to]?.folded ?? '');
  return { field: best.field, to: isDay ? best.to + 1 : best.to };
}

const monthRange = new RegExp(
  String.raw`\b(?:from |between )?(${monthWords})(?: (?:to|and|through|until|till|thru))? (${monthWords}) (\d{4})\b`,
  'u',
);
const comparedYear = /\b(?:vs|versus|against|compared (?:to|with)) (?:in )?((?:19|20)\d\d)(?! \d)\b/u;
const sameIn = /\b(?:the )?same (?:\p{L}+ ){1,3}?(?:of|in) ((?:19|20)\d\d)\b/u;
const nowadays: readonly (readonly [
  RegExp,
  (today: string, tomorrow: string) => readonly ['gt' | 'gte' | 'lt' | 'lte', string],
])[] = [
  [/\b(?:after|beyond) (?:today|now)\b/u, (today) => ['gt', today]],
  [/\b(?:from|since) tomorrow(?: on(?:wards?)?)?\b/u, (_, tomorrow) => ['gte', tomorrow]],
  [/\b(?:from (?:today|now)(?: on(?:wards?)?)?|still to (?:come|be)|upcoming|coming up)\b/u, (today) => ['gte', today]],
  [/\b(?:before (?:today|now)|already past|past (?:its|their|the)|in the past)\b/u, (today) => ['lt', today]],
  [
    /\b(?:up to(?: and including)? (?:today|now)|until (?:today|now)|as of today|to date)\b/u,
    (today) => ['lte', today],
  ],
];

/** A year that nobody wrote yet bounds no time. */
const mostTimes = 4;

/** Conditions on days. */
export function takeTimes(line: Line, subject: Subject, today: string, spans: Spans): Condition[] {
  const dates = ownFields(subject).filter(isDate);
  if (dates.length === 0) return [];
  const found: Condition[] = [];
  const add = (place: readonly [number, number], operator: Operator, value: unknown, among = dates) => {
    const field = dateMeant(line, place, among, mainDate(among));
    if (field)
      found.push({
        field: field.key,
        filter: { field: field.key, operator, value },
        from: place[0],
        to: place[1],
        kind: 'time',
      });
  };
  const place = weekdayPlace(line);
  const dated = (place && dateMeant(line, place, dates, mainDate(dates))) ?? dates[0]!;
  const span = spans.get(dated.key);
  const weekly = span && takeWeekdays(line, dated.key, span);
  if (weekly) found.push({ ...weekly, field: dated.key, kind: 'time' });
  for (let range = line.take(monthRange); range; range = line.take(monthRange)) {
    const match = range;
    const [first, last] = [1, 2].map((at) => monthSpan(monthOf(match[at]!, match[3], today)));
    add(line.wordsIn(range), 'between', [first![0], last![1]]);
  }
  const same = line.take(sameIn);
  const due = dates.filter(({ label }) => ends.test(label));
  const late = due.length > 0 ? line.take(/\b(?:overdue|expired)\b/u) : undefined;
  if (late) add(line.wordsIn(late), 'lt', today, due);
  for (const [pattern, bound] of nowadays) {
    const match = line.take(pattern);
    if (match) add(line.wordsIn(match), ...bound(today, dayAfter(today)));
  }
  for (let year = line.take(comparedYear); year; year = line.take(comparedYear))
    add(line.wordsIn(year), 'between', [`${year[1]}-01-01`, `${year[1]}-12-31`]);
  for (let left = mostTimes; left > 0; left -= 1) {
    const time = takeTime(line, today);
    if (!time) break;
    add(time.place, time.days.operator, time.days.value);
  }
  const first = found.find(({ filter }) => 'operator' in filter && filter.operator === 'between');
  if (same && first && 'value' in first.filter)
    add(
      line.wordsIn(same),
      'between',
      (first.filter.value as string[]).map((day) => `${same[1]}${day.slice(4)}`),
    );
  return found;
}

/** The time that the records of a table span, by the key of a date. */
export type Spans = ReadonlyMap<string, Span>;

/** Labels of dates by which something must have happened. */
const ends = /\b(?:due|until|expir\w*|deadline|ends?|by|before|valid)\b/iu;

type Operator = Exclude<Filters[number], { or: unknown } | { and: unknown }>['operator'];

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
