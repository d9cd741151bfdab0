import { isContent } from '../language/accounting.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { isSameWord } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { type Many, takeAmounts } from './amounts.ts';
import { type Beginning, takeCells, takeEmpty, takePresent } from './cells.ts';
import { takeChecked, takeChoices } from './choices.ts';
import type { Line } from './line.ts';
import {
  isDate,
  isYear,
  mainDate,
  onlyOne,
  ownFields,
  type SubjectField,
  takeField,
  tellsYear,
  wordsOfLabel,
} from './named.ts';
import { takeTime, type Time } from './times/times.ts';
import { takeEnded, takeEvent } from './verbs.ts';

export interface Conditions {
  readonly filters: Filters;
  /** The number of records that a group must have. */
  readonly many?: Many | undefined;
  /** Whether a record is named. */
  readonly names: boolean;
  /** Whether a title is the only condition. */
  readonly isTitle: boolean;
  readonly titles: readonly (readonly [from: number, to: number])[];
  readonly beginnings: readonly Beginning[];
  /** Years that are read as days, but may be titles of records. */
  readonly years: readonly string[];
  /** Keys of the numbers that may be empty or 0. */
  readonly zeros: readonly string[];
  /** Keys of the texts that may be empty or say that there is none. */
  readonly nones: readonly string[];
  /** Keys of the numbers that must be given. A record with 0 may have none. */
  readonly somes: readonly string[];
  /** The field that decides a question such as "is it won or lost?". */
  readonly alternative?: SubjectField | undefined;
}

/** Whether a condition is on a field. */
export const isConditionOn = ({ filters }: Pick<Conditions, 'filters'>, { key }: Pick<SubjectField, 'key'>): boolean =>
  filters.some((filter) => 'field' in filter && filter.field === key);

/** The conditions that a question puts on the records; undefined when it is ambiguous. */
export function takeConditions(
  line: Line,
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
): Conditions | undefined {
  const fields = ownFields(subject);
  const named = takeCells(line, fields, cells);
  const labels = labelsOfYears(line, fields);
  const times = named && line.hiding(labels, () => takeTimes(line, subject, fields, today));
  if (!times) return undefined;
  const lacking = takeEmpty(line, fields);
  const present = takePresent(line, fields);
  const filters = [...named.filters, ...times.filters, ...lacking.filters, ...present.filters];
  let many: Many | undefined;
  for (const amount of takeAmounts(line, fields, subject.called)) {
    const isOfRecords = !('field' in amount) && 'operator' in amount;
    if (isOfRecords && many) return undefined;
    if (isOfRecords) many = amount;
    else filters.push(amount);
  }
  const chosen = takeChoices(line, fields, subject, times.isLoose);
  if (!chosen) return undefined;
  filters.push(...chosen.filters, ...takeChecked(line, fields, subject), ...takeEnded(line, fields));
  doubtCompounds(line, cells);
  if (filters.filter(isOfSeveral).length > 1) line.doubtAll('condition');
  return {
    ...named,
    filters,
    many,
    names: named.filters.length > 0,
    isTitle: cells.some(({ fieldKey }) => fieldKey === 'title') && filters.length === 1 && named.filters.length === 1,
    years: times.years,
    zeros: lacking.zeros,
    nones: [...lacking.nones, ...present.nones],
    somes: present.somes,
    alternative: chosen.alternative,
  };
}

/** Where labels with a year stand, as `Population 2020`. */
const labelsOfYears = (line: Line, fields: readonly SubjectField[]) =>
  fields
    .filter(({ label }) => /(?<!\d)(?:19|20)\d\d(?!\d)/u.test(label))
    .map(({ label }) => line.findLabel(wordsOfLabel(label)))
    .filter((place) => place !== undefined);

/** Whether a filter keeps several values of one field. Two of them may mean pairs: "DHL to Bath and UPS to Nice". */
const isOfSeveral = (filter: Filters[number]): boolean =>
  'field' in filter && ['in', 'has_any_of'].includes(filter.operator);

/** Doubts a value in small letters beside another condition: "sales manager" may be one value. */
function doubtCompounds(line: Line, cells: readonly CellNamed[]): void {
  for (const { start, end } of cells) {
    const [from, to] = [line.indexAt(start), line.indexAt(end - 1) + 1];
    if (line.words.slice(from, to).some(({ kind }) => kind !== 'plain')) continue;
    if (line.ruleOf(from - 1) === 'condition' && isContent(line.words[from - 1]!.folded)) line.doubt(from - 1, to);
    if (line.ruleOf(to) === 'condition' && isContent(line.words[to]!.folded)) line.doubt(from, to + 1);
  }
}

interface Times {
  readonly filters: Filters;
  readonly years: readonly string[];
  /** Whether the time is next to no date field, or next to a different one. */
  readonly isLoose: boolean;
}

function takeTimes(
  line: Line,
  { fields: all, called }: Subject,
  fields: readonly SubjectField[],
  today: string,
): Times | undefined {
  const filters: Filters = [];
  const years: string[] = [];
  const made = all.find(({ key }) => key === 'created_at');
  let isLoose = false;
  for (let time = takeTime(line, today); time; time = takeTime(line, today)) {
    const joined = takeJoined(line, time, fields);
    const beside = dateBefore(line, time, fields);
    const meant =
      joined.length > 0 ? joined : [takeBefore(line, time, fields) ?? dateMeant(line, time, fields, made, called)];
    for (const field of meant) {
      if (!field || filters.some((filter) => 'field' in filter && filter.field === field.key)) return undefined;
      filters.push({ field: field.key, ...(isYear(field) ? yearOf(time) : time.days) });
    }
    if (!time.isSure) line.doubt(...time.place);
    if (time.year !== undefined && !isYear(meant[0]!)) years.push(time.year);
    isLoose ||= joined.length === 0 && beside !== meant[0];
  }
  return { filters, years, isLoose };
}

/** "borrowed and returned in May" puts both in May. It also works when "borrowed" was already read as a label. */
function takeJoined(line: Line, { place: [at] }: Time, fields: readonly SubjectField[]): SubjectField[] {
  const last = dateUpTo(line, at, fields);
  const first = last && line.words[last.from - 1]?.folded === 'and' && dateUpTo(line, last.from - 1, fields);
  if (!first || first.field === last.field) return [];
  line.read(first.from, at);
  return [first.field, last.field];
}

/** Takes the date before the time: "returned in May". */
function takeBefore(line: Line, { place: [at] }: Time, fields: readonly SubjectField[]): SubjectField | undefined {
  const found = dateUpTo(line, at, fields);
  if (found) line.read(found.from, at);
  return found?.field;
}

/** The date whose label ends before a word: the longest one, or undefined on a tie. */
function dateUpTo({ words }: Line, at: number, fields: readonly SubjectField[]) {
  const found = fields.filter(isDated).flatMap((field) => {
    const label = wordsOfLabel(field.label);
    const from = at - label.length;
    const isThere = from >= 0 && from < at && label.every((word, index) => isSameWord(words[from + index]!, word));
    return isThere ? [{ field, from }] : [];
  });
  const begin = Math.min(...found.map(({ from }) => from));
  return onlyOne(found.filter(({ from }) => from === begin));
}

/** Whether a field is a date, or a year with the word for what happened: `Founded`. */
const isDated = (field: SubjectField): boolean => isDate(field) || (isYear(field) && tellsYear(field));

/** The last date that is named before a time. */
function dateBefore(line: Line, { place }: Time, fields: readonly SubjectField[]): SubjectField | undefined {
  for (let at = place[0]; at > 0; at -= 1) {
    const found = dateUpTo(line, at, fields);
    if (found) return found.field;
  }
  return undefined;
}

/**
 * The date named beside a time, or else the only one. A year may also be a number field's value, which is ambiguous.
 */
function dateMeant(
  line: Line,
  { place, year }: Time,
  fields: readonly SubjectField[],
  made: SubjectField | undefined,
  called: ReadonlySet<string>,
): SubjectField | undefined {
  const dates = fields.filter(isDate);
  const named = takeField(
    line,
    dates.filter((date) => !isOtherLabel(line, date, fields)),
    0,
    'condition',
  );
  if (named) return named;
  const told = takeEvent(line, fields);
  if (told) return told;
  const numbered = year === undefined ? [] : fields.filter(isYear);
  // Films that were made in 2008 have a year of their own, and were not made when their records were.
  if (made && dates.length + numbered.length === 0 && line.take(/\b(?:created|added|entered)\b/u)) return made;
  const only = onlyOne([...dates, ...numbered]);
  if (only && !isYear(only) && !isGeneric(only, called)) line.doubt(...place);
  // The season that "comes after 1986" is one.
  if (only && isYear(only) && line.has(/\b(?:comes?|came|listed)\b/u)) line.doubt(...place);
  if (only) return only;
  line.doubt(...place);
  return mainDate(dates);
}

/** Whether the words for a date are the label of another field: "players" beside `Played on`. */
function isOtherLabel(line: Line, date: SubjectField, fields: readonly SubjectField[]): boolean {
  const place = line.find(wordsOfLabel(date.label).map(({ root }) => root));
  if (!place || line.findLabel(wordsOfLabel(date.label))) return false;
  return fields.some((field) => !isDate(field) && line.findLabel(wordsOfLabel(field.label))?.[0] === place[0]);
}

/** Labels that only say that something has a date. */
const isGeneric = ({ label }: SubjectField, called: ReadonlySet<string>): boolean =>
  wordsOfLabel(label).every(
    ({ folded, root }) => ['date', 'day', 'when', 'time', 'datum'].includes(folded) || called.has(root),
  );

/** The same for a field that holds years as numbers. */
function yearOf({ days: { operator }, year }: Time): { operator: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'; value: number } {
  const isBeyond = operator === 'lt' || operator === 'lte' || operator === 'gt' || operator === 'gte';
  return { operator: isBeyond ? operator : 'eq', value: Number(year) };
}

/** Whether each named item is asked for instead of a total: "How much is Starter?". */
export const asksForOne = (line: Line, { isTitle }: Conditions): boolean => isTitle && asksHowMuchIs(line);

/** Whether a price may be meant, and not all that was paid: "How much is the Starter plan?". */
export const mayAskForPrice = (line: Line): boolean =>
  asksHowMuchIs(line) && /^(?:the|an?|one)$/u.test(line.words[3]?.folded ?? '');

function asksHowMuchIs({ words }: Line): boolean {
  const [how, much, verb] = words.map(({ folded }) => folded);
  return how === 'how' && much === 'much' && ['is', 'was', 'does'].includes(verb ?? '');
}
