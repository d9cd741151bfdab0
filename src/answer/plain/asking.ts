import type { Interval } from '../../../schemas/fields.ts';
import { superlatives } from '../language/lexicon/meanings.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { rootOf, wordsOf } from '../language/words.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Asked } from './asked.ts';
import type { Conditions } from './conditions.ts';
import { isHead, takeCountedField, takeCountedRecords, takeQuantity } from './counted.ts';
import { type Line, numberIn } from './line.ts';
import {
  isAmount,
  isDate,
  isGroup,
  isInterval,
  isNumber,
  isPerson,
  isYear,
  onlyOne,
  ownFields,
  rootsOfLabel,
  type SubjectField,
  takeField,
  takeFields,
} from './named.ts';
import {
  being,
  firstGroup,
  nextGroup,
  ordering,
  owners,
  owning,
  paid,
  patterns,
  periods,
  records,
  tops,
  working,
  worth,
} from './patterns.ts';
import { mayEnd, takeEvent, takeMeasured } from './verbs.ts';

export const readAsked = (line: Line, subject: Subject, conditions: Conditions, isNamed: boolean): Asked =>
  new Asking(line, subject, conditions).read(isNamed);

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
    const early = takeFields(
      line,
      fields.filter(({ label }) => ordering.test(label)),
    );
    const groups = this.#takeGroups();
    const period = this.#takePeriod();
    const top = this.#takeTop();
    takeQuantity(line, this.#numbers, this.#subject);
    const count = line.take(patterns.count, 'count');
    const isMedian = line.take(patterns.median, 'average') !== undefined;
    const isAverage = isMedian || line.take(patterns.average, 'average') !== undefined;
    const isHowMuch = line.take(patterns.howMuch, 'howMuch') !== undefined;
    const isWhen = line.take(patterns.when, 'when') !== undefined;
    const isWho = line.take(patterns.who, 'who') !== undefined;
    const isDistinct = line.take(patterns.distinct, 'distinct') !== undefined;
    const recent = line.take(patterns.recent, 'inTime') ? this.#onlyDate('inTime') : undefined;
    const isSum = line.take(patterns.sum, 'sum') !== undefined;
    const isCounted = count !== undefined && takeCountedRecords(line, count, this.#subject, this.#numbers);
    const counted =
      count && !isCounted && groups.length === 0 ? takeCountedField(line, count, fields, this.#subject) : undefined;
    const nth = this.#takeNth();
    const direction = this.#takeDirection();
    const measured = direction === undefined ? this.#takeSuperlative() : undefined;
    const isFigure = isAverage || isHowMuch || groups.length > 0 || (isSum && direction === undefined);
    const isRanked = nth !== undefined || period !== undefined || direction?.isMany === true;
    const isOfRecords = isRanked || isFigure || top !== undefined || count !== undefined || isWhen || isWho;
    const named = [...(counted ? [counted] : []), ...early, ...takeFields(line, fields)];
    if (!named.some(isNumber)) named.push(...[takeMeasured(line, this.#fields)].filter((field) => field !== undefined));
    const hasNumber = named.some(isNumber);
    const isMeant = (field: SubjectField) => (isNumber(field) ? !hasNumber : namesakes.isAsked && !isOfRecords);
    named.push(...takeFields(line, namesakes.fields.filter(isMeant)));
    const owner = this.#takeOwner();
    if (owner && !named.includes(owner) && !this.#isCondition(owner.key)) named.push(owner);
    const inTime = recent
      ? { way: 'desc' as const, date: recent }
      : direction === undefined
        ? this.#takeInTime(named)
        : undefined;
    const isTable = this.#takeTable() || isCounted || isNamed;
    if (isTable) this.#takeBeing();
    const isWorth = this.#takeWorth();
    const numbers = named.filter(isNumber);
    const measure = onlyOne(numbers) ?? (numbers.length === 0 ? this.#measure() : undefined);
    const first = line.words[0]?.folded ?? '';
    return {
      isWhether: /^(?:is|are|was|were|do|does|did|has|have|can|will)$/u.test(first),
      isWhich: first === 'which' && !/^(?:is|are|was|were)$/u.test(line.words[1]?.folded ?? ''),
      isPlural: namesPlural(line),
      isListed: /^(?:which|list|show|name|give|find|display|all)$/u.test(first),
      placeOf: (field) =>
        line.words.findIndex(
          ({ root }, index) => line.ruleOf(index) === 'field' && rootsOfLabel(field.label).includes(root),
        ),
      groups,
      top,
      isCount: count !== undefined,
      isAverage,
      isMedian,
      isHowMuch,
      isWhen,
      isWho,
      isDistinct,
      isSum,
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

  /** The implied amount: the only number of a Data Set, or the only one that is called so. A sheet's columns were not made for questions. */
  #measure(): SubjectField | undefined {
    if ('artifactId' in this.#subject.of) return undefined;
    return (
      onlyOne(this.#numbers) ??
      onlyOne(this.#numbers.filter(({ type }) => type === 'currency')) ??
      onlyOne(this.#numbers.filter(isAmount))
    );
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
  #namesakes(): { readonly fields: readonly SubjectField[]; readonly isAsked: boolean } {
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

  #takeNth(): number | undefined {
    const match = this.#line.take(patterns.nth, 'direction');
    return match && (ordinalWords.get(match[1] ?? '') ?? Number(match[2]));
  }

  /** Takes "which month" where the records have one date, or the question names one. */
  #takePeriod(): Asked['period'] {
    const match = periods.exec(this.#line.text);
    const dates = this.#dates.filter(({ label }) => this.#line.find(rootsOfLabel(label)));
    const date = match && (onlyOne(dates) ?? onlyOne(this.#dates));
    if (!date) return undefined;
    this.#line.take(periods, 'group');
    if (this.#fields.some(isInterval)) this.#line.doubtAll('group');
    const end = match[2] ?? match[3];
    const way = end === undefined ? undefined : end === 'best' ? 'desc' : 'asc';
    if (way) this.#line.doubtAll('group');
    return { date, interval: (match[1] ?? match[4]) as Interval, way };
  }

  #takeDirection(): Asked['direction'] {
    const line = this.#line;
    const costly = line.take(patterns.costly, 'direction');
    if (costly) return { way: costly[1] === 'most' ? 'desc' : 'asc', isMany: false, at: line.wordsIn(costly)[0] };
    const match = line.take(patterns.most, 'direction');
    if (match) {
      if (match[0] === 'top') line.doubtAll('direction');
      return { way: 'desc', isMany: match[0] === 'most', at: line.wordsIn(match)[0] };
    }
    const least = line.take(patterns.least, 'direction');
    if (!least) return undefined;
    return { way: 'asc', isMany: least[0] === 'least' || least[0] === 'fewest', at: line.wordsIn(least)[0] };
  }

  #takeSuperlative(): Asked['measured'] {
    for (const [index, { folded }] of this.#line.words.entries()) {
      const superlative = superlatives.get(folded);
      if (!superlative || !this.#line.isLeft(index)) continue;
      const names = new Set(superlative.of.map(rootOf));
      const field = onlyOne(this.#numbers.filter(({ label }) => wordsOf(label).some(({ root }) => names.has(root))));
      if (!field) return undefined;
      this.#line.read(index, index + 1, 'superlative');
      return { direction: superlative.direction, field };
    }
    return undefined;
  }

  /** Takes groups, as in "by stage and month". */
  #takeGroups(): Asked['groups'] {
    const groups: Asked['groups'] = [];
    for (let behind = firstGroup; groups.length < 2; behind = nextGroup) {
      const match = behind.exec(this.#line.text);
      const [from, to] = match ? this.#line.wordsIn(match) : [0, 0];
      const group = match && this.#takeGroup(to);
      if (!group) return groups;
      this.#line.read(from, to, 'group');
      groups.push(group);
    }
    return groups;
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
    const interval = /^(day|week|month|quarter|year)s?$/.exec(this.#line.words[begin]?.folded ?? '')?.[1];
    const date = interval && onlyOne(this.#dates);
    if (!date) return undefined;
    this.#line.read(begin, begin + 1, 'group');
    return { field: date.key, interval: interval as Interval };
  }

  #takeTop(): Asked['top'] {
    const match = this.#line.take(tops, 'top');
    if (!match) return undefined;
    if (/\b(?:top|best)\b/u.test(match[0]) && !this.#line.take(/\bby\b/u, 'top')) this.#line.doubtAll('top');
    const way = /\b(?:smallest|lowest)\b/u.test(match[0]) ? 'asc' : 'desc';
    return { count: numberIn((match[1] ?? match[2])!), way };
  }

  /** Takes an order in time, as in "the latest deal" and "closed first". The date is the named one or the only one. */
  #takeInTime(named: readonly SubjectField[]): Asked['inTime'] {
    const own = onlyOne(named.filter(isDate));
    const isOrdered = this.#line.has(patterns.latest) || this.#line.has(patterns.earliest);
    const told = own || !isOrdered ? undefined : takeEvent(this.#line, this.#fields);
    const date = own ?? told ?? onlyOne(this.#dates);
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
    if (person && this.#isCondition(person.key)) this.#line.read(...this.#line.wordsIn(match), 'condition');
    if (person && !rootsOfLabel(person.label).some((root) => owners.has(root))) this.#line.doubtAll('owning');
    return person;
  }

  #isCondition(key: string): boolean {
    return this.#conditions.filters.some((filter) => 'field' in filter && filter.field === key);
  }
}

/** Whether a field or the records are named in the plural. */
const namesPlural = (line: Line): boolean =>
  line.words.some(({ folded }, index) => {
    const rule = line.ruleOf(index);
    return (rule === 'field' || rule === 'table') && /[^s]s$/.test(folded);
  });
