import type { Interval } from '../../../schemas/fields.ts';
import type { Subject } from '../subjects/subjects.ts';
import { type Asked, asksOfRecords } from './asked.ts';
import { type Conditions, isConditionOn } from './conditions.ts';
import { openingOf, takeDirection, takeNth, takeSuperlative, takeTop, takeVersus, takeWanted } from './directions.ts';
import { isHead, isSumOfNext, takeCountedField, takeCountedRecords, takeQuantity } from './counted.ts';
import { impliedMeasure, isMoney } from './measures.ts';
import type { Line, Rule } from './line.ts';
import {
  isAmount,
  isDate,
  isGroup,
  isInterval,
  isNumber,
  isPerson,
  isYear,
  looksPlural,
  mainDate,
  onlyOne,
  ownFields,
  rootsOfLabel,
  type SubjectField,
  takeField,
  takeFields,
  wordsOfLabel,
} from './named.ts';
import {
  being,
  firstGroup,
  happening,
  nextGroup,
  ordering,
  owners,
  owning,
  paid,
  patterns,
  periods,
  records,
  working,
  worth,
} from './patterns.ts';
import { mayEnd, takeEvent, takeMeasured } from './verbs.ts';

export const readAsked = (line: Line, subject: Subject, conditions: Conditions, isNamed: boolean): Asked =>
  new Asking(line, subject, conditions).read(isNamed);

/** Which figure is asked for, and whether of the latest record. */
type Signs = Pick<
  Asked,
  'isCount' | 'isMedian' | 'isAverage' | 'isHowMuch' | 'isWhen' | 'isWho' | 'isDistinct' | 'isSum'
> & { readonly isRecent: boolean };

interface Namesakes {
  readonly fields: readonly SubjectField[];
  /** Whether no field is named before them. */
  readonly isAsked: boolean;
}

class Asking {
  readonly #line: Line;
  readonly #subject: Subject;
  readonly #conditions: Conditions;
  readonly #fields: readonly SubjectField[];
  readonly #numbers: readonly SubjectField[];
  readonly #dates: readonly SubjectField[];

  constructor(line: Line, subject: Subject, conditions: Conditions) {
    this.#line = line;
    this.#subject = subject;
    this.#conditions = conditions;
    this.#fields = ownFields(subject);
    this.#numbers = this.#fields.filter(isNumber);
    this.#dates = this.#fields.filter(isDate);
  }

  /**
   * The order matters, because each word is read once. `Total hours` is a field with the word "total". The word "first"
   * of "first quarter" belongs to a time.
   */
  read(isNamed: boolean): Asked {
    const line = this.#line;
    const namesakes = this.#namesakes();
    const fields = this.#fields.filter((field) => !namesakes.fields.includes(field));
    const isInTotal = line.take(/\bin total\b/u, 'sum') !== undefined;
    const early = takeFields(
      line,
      fields.filter((field) => this.#isOrdering(field)),
    );
    const groups = this.#takeGroups();
    const period = this.#takePeriod();
    const top = takeTop(line);
    takeQuantity(line, this.#fields, this.#subject);
    this.#takeNumberOf();
    const count = line.take(patterns.count, 'count');
    const signs = this.#takeSigns(count !== undefined, isInTotal);
    const isCounted = count !== undefined && takeCountedRecords(line, count, this.#subject, this.#fields);
    const isOfField = !isCounted && groups.length === 0;
    const counted = count && isOfField ? takeCountedField(line, count, fields, this.#subject) : undefined;
    const nth = takeNth(line);
    const direction = takeDirection(line, this.#numbers);
    const measured = direction === undefined ? takeSuperlative(line, this.#numbers) : undefined;
    const wanted = takeWanted(line, this.#subject, fields, top, nth === undefined ? direction : undefined);
    const isOfRecords = asksOfRecords({ ...signs, nth, period, direction, groups, top: wanted });
    const named = [...(counted ? [counted] : []), ...early, ...takeFields(line, fields)];
    this.#takeImplied(named, signs.isWhen, namesakes, isOfRecords);
    const inTime = this.#takeOrderInTime(named, signs.isRecent, direction);
    const isTable = this.#takeTable() || isCounted || isNamed;
    if (isTable || direction?.isMany || this.#conditions.filters.length > 0) this.#takeBeing();
    const isWorth = this.#takeWorth();
    const numbers = named.filter(isNumber);
    // A stock of plants is worth money, and the number of plants does not say how much.
    if (isWorth && numbers.some((field) => !isMoney(field) && !isAmount(field))) line.doubtAll('worth');
    const measure = onlyOne(numbers) ?? this.#impliedMeasure(numbers, signs, isWorth, direction);
    return {
      ...openingOf(line, this.#subject, direction?.at),
      ...signs,
      isPlural: namesPlural(line),
      placeOf: (field) => placeIn(line, field),
      groups,
      top: wanted,
      isWorth,
      isTable,
      counted,
      nth,
      period,
      direction,
      measured,
      inTime,
      named,
      numbers,
      dates: named.filter(isDate),
      others: named.filter((field) => !isNumber(field) && !isDate(field)),
      measure,
      isMeasureSure: numbers.length > 0 || (this.#numbers.length === 1 && measure !== undefined && isAmount(measure)),
    };
  }

  /** The number that is meant where the question names none. */
  #impliedMeasure(
    numbers: readonly SubjectField[],
    { isAverage }: Signs,
    isWorth: boolean,
    direction: Asked['direction'],
  ): SubjectField | undefined {
    if (numbers.length > 0) return undefined;
    const isOne = isAverage || direction !== undefined;
    return impliedMeasure(this.#subject, this.#numbers, { isWorth, isCostly: direction?.isCostly === true, isOne });
  }

  /** Whether the label is named, and has a word such as "total" that would be read otherwise. */
  #isOrdering(field: SubjectField): boolean {
    return (
      ordering.test(field.label) &&
      this.#line.findLabel(wordsOfLabel(field.label)) !== undefined &&
      !isSumOfNext(this.#line, field, this.#numbers)
    );
  }

  /** Takes the words that say which figure is asked for. */
  #takeSigns(isCount: boolean, isInTotal: boolean): Signs {
    const takes = (pattern: RegExp, rule: Rule) => this.#line.take(pattern, rule) !== undefined;
    const isMedian = takes(patterns.median, 'average');
    return {
      isCount,
      isMedian,
      isAverage: isMedian || takes(patterns.average, 'average'),
      isHowMuch: takes(patterns.howMuch, 'howMuch'),
      isWhen: takes(patterns.when, 'when'),
      isWho: takes(patterns.who, 'who'),
      isDistinct: takes(patterns.distinct, 'distinct'),
      isRecent: takes(patterns.recent, 'inTime'),
      isSum: takes(patterns.sum, 'sum') || isInTotal,
    };
  }

  /** Adds the fields that the question names without their label: by a measure, an event, the records or an owner. */
  #takeImplied(named: SubjectField[], isWhen: boolean, namesakes: Namesakes, isOfRecords: boolean): void {
    const add = (field: SubjectField | undefined) => field && named.push(field);
    if (!named.some(isNumber)) add(takeMeasured(this.#line, this.#fields));
    if (isWhen && !named.some(isDate)) add(takeEvent(this.#line, this.#fields));
    const hasNumber = named.some(isNumber);
    const isMeant = (field: SubjectField) => (isNumber(field) ? !hasNumber : namesakes.isAsked && !isOfRecords);
    named.push(...takeFields(this.#line, namesakes.fields.filter(isMeant)));
    const owner = this.#takeOwner();
    if (owner && !named.includes(owner) && !isConditionOn(this.#conditions, owner)) named.push(owner);
  }

  #takeOrderInTime(named: readonly SubjectField[], isRecent: boolean, direction: Asked['direction']): Asked['inTime'] {
    const recent = isRecent ? (onlyOne(named.filter(isDate)) ?? this.#onlyDate('inTime')) : undefined;
    if (recent) return { way: 'desc', date: recent };
    return direction === undefined ? this.#takeInTime(named) : undefined;
  }

  /** Reads "number of" behind the name of a text: "the phone number of Acme". */
  #takeNumberOf(): void {
    const match = /\b(\p{L}+) number of\b/u.exec(this.#line.text);
    if (!match) return;
    const [from, to] = this.#line.wordsIn(match);
    const { root } = this.#line.words[from]!;
    if (this.#fields.some((field) => !isNumber(field) && rootsOfLabel(field.label)[0] === root))
      this.#line.read(from + 1, to, 'field');
  }

  /** The date field that the question names, or else the main date of a record. */
  #mainDate(): SubjectField | undefined {
    const spoken = new Set(this.#line.words.flatMap(({ root, folded }) => (folded === 'date' ? [] : [root])));
    const told = this.#dates.filter(({ label }) => rootsOfLabel(label).some((root) => spoken.has(root)));
    return onlyOne(told) ?? mainDate(this.#dates);
  }

  #onlyDate(rule: 'inTime'): SubjectField | undefined {
    this.#line.doubtAll(rule);
    return onlyOne(this.#dates);
  }

  #takeTable(): boolean {
    const { called } = this.#subject;
    this.#takePlace();
    const read: number[] = [];
    for (const [index, { root }] of this.#line.words.entries()) {
      const isName = called.has(root) || records.has(root);
      if (!isName || !this.#line.isLeft(index)) continue;
      this.#line.read(index, index + 1, 'table');
      read.push(index);
    }
    if (!this.#line.words.some((word) => isHead(word, this.#subject)))
      for (const index of read) this.#line.doubt(index, index + 1);
    return read.length > 0;
  }

  /** Reads verbs that only say that there are records. "Works" may leave out people who left. */
  #takeBeing(): void {
    this.#line.take(being, 'table');
    const happened = this.#line.take(happening, 'table');
    if (happened) this.#line.doubt(...this.#line.wordsIn(happened));
    const match = this.#line.take(working, 'table');
    if (match && mayEnd(this.#dates)) this.#line.doubt(...this.#line.wordsIn(match));
  }

  /** Takes a channel after "in" or "of the channel". A channel's name alone may be any word. */
  #takePlace(): void {
    const { words } = this.#line;
    const place = this.#line.find([...this.#subject.placed]);
    if (!place) return;
    const isCalled = [place[0] - 1, place[1]].filter((at) => words[at]?.folded === 'channel');
    const isName = words.slice(...place).some(({ kind }) => kind === 'name');
    if (isCalled.length === 0 && !isName) return;
    this.#line.read(...place, 'table');
    for (const at of isCalled) this.#line.read(at, at + 1, 'table');
  }

  /**
   * Fields that the question names only by the word for the records. A text field is meant only where it is asked for,
   * which requires that no field is named before it. A number field is meant only where no other number is named.
   */
  #namesakes(): Namesakes {
    const placeOf = (roots: readonly string[]) => this.#line.find(roots)?.[0] ?? Infinity;
    const fields = this.#fields.filter((field) => this.#isNamesake(field));
    const first = Math.min(...fields.map(({ label }) => placeOf(rootsOfLabel(label).slice(0, 1))));
    const isAsked = this.#fields.every((field) => fields.includes(field) || placeOf(rootsOfLabel(field.label)) > first);
    return { fields, isAsked };
  }

  /** Whether the question names the field only by the word for the records. */
  #isNamesake({ label }: SubjectField): boolean {
    const { called } = this.#subject;
    const roots = rootsOfLabel(label);
    if (roots.length === 0 || !called.has(roots[0]!)) return false;
    return roots.every((root) => called.has(root)) || this.#line.find(roots) === undefined;
  }

  /** Reads a word of worth. In "paid invoices" the word is a condition on the invoices, so it is not read. */
  #takeWorth(): boolean {
    if (this.#line.take(worth, 'worth')) return true;
    const match = paid.exec(this.#line.text);
    if (!match) return false;
    const next = this.#line.words[this.#line.wordsIn(match)[1]];
    if (next !== undefined && this.#subject.called.has(next.root)) return false;
    this.#line.take(paid, 'worth');
    this.#line.doubtAll('worth');
    return true;
  }

  /** Takes "which month" where the records have one date, or the question names one. */
  #takePeriod(): Asked['period'] {
    const match = periods.exec(this.#line.text);
    const dates = this.#dates.filter(({ label }) => this.#line.find(rootsOfLabel(label)));
    const only = onlyOne(dates) ?? onlyOne(this.#dates);
    const date = match && (only ?? this.#mainDate());
    if (!date) return undefined;
    this.#line.take(periods, 'group');
    if (!only) this.#line.doubtAll('group');
    if (this.#fields.some(isInterval)) this.#line.doubtAll('group');
    const end = match[2] ?? match[3];
    const way = end === undefined ? undefined : end === 'best' ? 'desc' : 'asc';
    if (way) this.#line.doubtAll('group');
    return { date, interval: (match[1] ?? match[4]) as Interval, way };
  }

  /** Takes groups, as in "by stage and month". */
  #takeGroups(): Asked['groups'] {
    const versus = takeVersus(this.#line, this.#conditions, this.#fields);
    if (versus) return [versus.key];
    const groups: Asked['groups'] = [];
    for (let behind = firstGroup; groups.length < 2; behind = nextGroup) {
      const match = behind.exec(this.#line.text);
      const [from, to] = match ? this.#line.wordsIn(match) : [0, 0];
      if (match && this.#takePerRecord(from, to)) continue;
      const group = match && this.#takeGroup(to);
      if (!group) return groups;
      this.#line.read(from, to, 'group');
      // "Each" may include groups without records, which the answer lacks.
      if (/ each\b/u.test(match[0]) && !match[0].startsWith('for')) this.#line.doubt(from, to);
      // "Per branch-month" means groups by branch and month.
      if (/^(?:day|week|month|quarter|year)$/u.test(this.#line.words[to + 1]?.folded ?? '')) this.#line.doubt(from, to);
      groups.push(group);
    }
    return groups;
  }

  /** Reads "per sale" of an average, which is of the sales anyway. */
  #takePerRecord(from: number, to: number): boolean {
    const word = this.#line.words[to];
    const isMean = this.#line.has(patterns.average) || this.#line.has(patterns.median);
    const isGroupToo = this.#fields.some((field) => isGroup(field) && rootsOfLabel(field.label).join() === word?.root);
    if (!isMean || !word || !isHead(word, this.#subject) || isGroupToo) return false;
    this.#line.read(from, to + 1, 'table');
    return true;
  }

  #takeGroup(at: number): Asked['groups'][number] | undefined {
    const begin = ['the', 'a', 'an'].includes(this.#line.words[at]?.folded ?? '') ? at + 1 : at;
    const isThere = ({ label }: SubjectField) => this.#line.find(rootsOfLabel(label), begin)?.[0] === begin;
    const field = takeField(
      this.#line,
      this.#fields.filter((one) => (isGroup(one) || isYear(one)) && isThere(one)),
      begin,
    );
    if (field) {
      if (this.#dates.length > 0 && isInterval(field)) this.#line.doubtAll('field');
      return field.key;
    }
    if (this.#fields.some(({ label }) => isLongLabelAt(this.#line, label, begin))) return undefined;
    const interval = /^(day|week|month|quarter|year)s?$/.exec(this.#line.words[begin]?.folded ?? '')?.[1];
    const date = interval && this.#mainDate();
    if (!date) return undefined;
    this.#line.read(begin, begin + 1, 'group');
    if (this.#dates.length > 1) this.#line.doubt(begin, begin + 1);
    return { field: date.key, interval: interval as Interval };
  }

  /** Takes an order in time, as in "the latest deal" and "closed first". The date is the named one or the only one. */
  #takeInTime(named: readonly SubjectField[]): Asked['inTime'] {
    const own = onlyOne(named.filter(isDate));
    const isOrdered = this.#line.has(patterns.latest) || this.#line.has(patterns.earliest);
    const told = own || !isOrdered ? undefined : takeEvent(this.#line, this.#fields);
    const date = own ?? told ?? this.#mainDate();
    if (!date) return undefined;
    const isLatest = this.#line.take(patterns.latest, 'inTime') !== undefined;
    if (!isLatest && !this.#line.take(patterns.earliest, 'inTime')) return undefined;
    if (!own) this.#line.doubtAll('inTime');
    return { way: isLatest ? 'desc' : 'asc', date };
  }

  /** The owner in questions such as "who owns it?": the only field for one person. */
  #takeOwner(): SubjectField | undefined {
    const match = this.#line.take(owning, 'owning');
    if (!match) return undefined;
    const person = onlyOne(this.#fields.filter(isPerson));
    if (person && isConditionOn(this.#conditions, person)) this.#line.read(...this.#line.wordsIn(match), 'condition');
    if (person && !rootsOfLabel(person.label).some((root) => owners.has(root))) this.#line.doubtAll('owning');
    return person;
  }
}

/** Whether a label of several words stands there. The "day" of "day rate" is not a time. */
function isLongLabelAt(line: Line, label: string, at: number): boolean {
  const words = wordsOfLabel(label);
  return words.length > 1 && line.findLabel(words, at)?.[0] === at;
}

/** The index of the first word that names a field. */
const placeIn = (line: Line, { label }: SubjectField): number =>
  line.words.findIndex(({ root }, index) => line.ruleOf(index) === 'field' && rootsOfLabel(label).includes(root));

/** Whether a field or the records are named in the plural. */
const namesPlural = (line: Line): boolean =>
  line.words.some(({ folded }, index) => {
    const rule = line.ruleOf(index);
    return (rule === 'field' || rule === 'table') && looksPlural(folded);
  });
