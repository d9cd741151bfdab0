import type { Interval } from '../../../schemas/fields.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import { superlatives } from '../language/lexicon.ts';
import { rootOf, type Word, wordsOf } from '../language/words.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { type Conditions, takeConditions } from './conditions.ts';
import { Line, numberIn, numeral } from './line.ts';
import {
  isDate,
  isGroup,
  isNumber,
  isPerson,
  onlyOne,
  ownFields,
  rootsOfLabel,
  type SubjectField,
  takeField,
  takeFields,
} from './named.ts';
import { type Direction, mostRows, mostTies, type Plan, Plans } from './plans.ts';

/**
 * Reads a question whose every word means something in a table: counts, sums, averages, extremes, groups, rankings, lists
 * and look-ups. Undefined as soon as a word is left, or may mean two things.
 */
export function planOf(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
): Plan | undefined {
  const line = new Line(words);
  while (line.take(asides));
  const isNamed = takeNumberedName(line, subject);
  const conditions = takeConditions(line, subject, cells, today);
  const plan = conditions && new Reader(line, subject, conditions, isNamed).plan();
  return plan && line.left().length === 0 ? plan : undefined;
}

/** The year of "Sales 2024" is of the name, and no day is asked for with it. */
function takeNumberedName(line: Line, { name }: Subject): boolean {
  const place = /\d/.test(name) ? line.find(rootsOfLabel(name)) : undefined;
  if (!place || place[1] - place[0] !== wordsOf(name).length) return false;
  line.read(...place);
  return true;
}

const patterns = {
  count: /\b(?:how many|(?:what is )?(?:the )?(?:total |overall )?(?:number|count) of|count(?: the| all)?(?= ))/u,
  average: /\b(?:averages?|mean|avg|on average)\b/u,
  sum: /\b(?:totals?|sum|altogether|overall|adds? up(?: to)?|in total|in all|combined)\b/u,
  most: /\b(?:most expensive|highest|largest|biggest|greatest|maximum|max|top|most)\b/u,
  least: /\b(?:least expensive|cheapest|lowest|smallest|minimum|min|least|fewest)\b/u,
  latest: /\b(?:latest|newest|most recent(?:ly)?|last)\b/u,
  earliest: /\b(?:earliest|oldest|first)\b/u,
  distinct: /\b(?:different|distinct|unique)\b/u,
  howMuch: /\b(?:how (?:much|expensive)(?: money)?|what amount)\b/u,
  when: /\b(?:when|(?:on )?what day|what date|which day)\b/u,
  who: /\b(?:who|whom|whose)\b/u,
  list: /^(?:which|what|list|show|name|give|find|display)\b/u,
};

const worth =
  /\b(?:worth|valued?|cost(?:s|ing)?|priced?|money|spen[dt]|earned|brought in|bring in|made|paid|pays?|sign(?:ed)?|size|volume)\b/u;
/** What is said besides, and changes nothing. */
const asides =
  /^(?:(?:please|so|and|ok|okay|well|now) )*(?:(?:can|could|would) you )?(?:please )?(?:tell|show|give) me(?= )|\b(?:so far|as of now|at the moment|to date|right now)\b/u;

/** Labels that hold a word of those that order are read before these. */
const ordering =
  /(?:^|[\s_])(?:max|min|maximum|minimum|total|average|first|last|top|number|count|most|best)(?:$|[\s_])/i;

const owning =
  /\b(?:owns?|owned|responsible(?: for)?|assigned(?: to)?|handles?|handled|in charge(?: of)?|belongs?(?: to)?)\b/u;

class Reader {
  readonly #line: Line;
  readonly #subject: Subject;
  readonly #conditions: Conditions;
  /** Whether the name of the table was read. */
  readonly #isNamed: boolean;
  readonly #fields: readonly SubjectField[];
  readonly #numbers: readonly SubjectField[];
  readonly #dates: readonly SubjectField[];
  readonly #plans: Plans;

  constructor(line: Line, subject: Subject, conditions: Conditions, isNamed: boolean) {
    this.#isNamed = isNamed;
    this.#line = line;
    this.#subject = subject;
    this.#conditions = conditions;
    this.#fields = ownFields(subject);
    this.#numbers = this.#fields.filter(isNumber);
    this.#dates = this.#fields.filter(isDate);
    this.#plans = new Plans(subject.of, this.#fields, conditions);
  }

  plan(): Plan | undefined {
    const line = this.#line;
    const namesakes = this.#namesakes();
    const fields = this.#fields.filter((field) => !namesakes.fields.includes(field));
    const early = takeFields(
      line,
      fields.filter(({ label }) => ordering.test(label)),
    );
    const groups = this.#takeGroups();
    const top = this.#takeTop();
    const asks = Object.fromEntries(
      (['count', 'average', 'howMuch', 'when', 'who', 'distinct'] as const).map((name) => [
        name,
        line.take(patterns[name]) !== undefined,
      ]),
    ) as Record<'count' | 'average' | 'howMuch' | 'when' | 'who' | 'distinct', boolean>;
    const recent = line.take(/\bmost recent(?:ly)?\b/u) ? onlyOne(this.#dates) : undefined;
    const isSum = line.take(patterns.sum) !== undefined;
    const isCounted = asks.count && this.#takeCounted();
    const direction = line.take(patterns.most) ? 'desc' : line.take(patterns.least) ? 'asc' : undefined;
    const measured = direction === undefined ? this.#takeSuperlative() : undefined;
    const isFigure = asks.average || asks.howMuch || groups.length > 0 || (isSum && direction === undefined);
    const isOfRecords = isFigure || top !== undefined || asks.count || asks.when || asks.who;
    const named = [...early, ...takeFields(line, fields)];
    const hasNumber = named.some(isNumber);
    const isMeant = (field: SubjectField) => (isNumber(field) ? !hasNumber : namesakes.isAsked && !isOfRecords);
    named.push(...takeFields(line, namesakes.fields.filter(isMeant)));
    const owned = line.take(owning) ? onlyOne(this.#fields.filter(isPerson)) : undefined;
    if (owned && !named.includes(owned) && !this.#isCondition(owned.key)) named.push(owned);
    if (measured) {
      if (named.length > 0 && !named.every(isNumber)) return undefined;
      this.#takeTable();
      return this.#plans.ranked(
        [{ field: measured.field.key, direction: measured.direction }],
        undefined,
        measured.field,
      );
    }
    const inTime = recent
      ? { direction: 'desc' as const, date: recent }
      : direction === undefined
        ? this.#takeInTime(named)
        : undefined;
    const isTable = this.#takeTable() || isCounted || this.#isNamed;
    const valued = line.take(worth);
    if (valued && this.#isOfTable(valued)) return undefined;
    const isWorth = valued !== undefined;
    const numbers = named.filter(isNumber);
    const others = named.filter((field) => !isNumber(field) && !isDate(field));
    const measure = onlyOne(numbers) ?? (numbers.length === 0 ? this.#measure() : undefined);

    const dates = named.filter(isDate);
    const isPlain = others.length === 0 && dates.length === 0 && numbers.length < 2 && !asks.when && !asks.who;

    if (this.#conditions.alternative)
      return named.length === 0 ? this.#plans.lookUp(this.#conditions.alternative) : undefined;
    if (groups.length > 0) {
      if (!isPlain || (asks.count && numbers.length > 0)) return undefined;
      return this.#plans.grouped(groups, asks.average, isSum || numbers.length > 0, asks.count, measure, direction);
    }
    if (top !== undefined) return dates.length === 0 ? this.#topOf(top, others, measure) : undefined;
    if (asks.count) {
      return dates.length === 0 && !asks.when
        ? this.#counted(others, numbers, asks.distinct, isTable, direction)
        : undefined;
    }
    if (asks.average) return isPlain ? this.#plans.metric('average', measure) : undefined;
    if (direction) {
      const date = onlyOne(dates) ?? (asks.when ? onlyOne(this.#dates) : undefined);
      return this.#extreme(direction, date ? [...others, date] : others, numbers, measure, isSum, isTable, asks.who);
    }
    if (inTime) return this.#inTime(inTime, others, numbers, asks.when, isTable);
    if (isSum) return isPlain ? this.#plans.metric('sum', measure) : undefined;
    if (asks.when) return named.every(isDate) ? this.#plans.lookUp(onlyOne(named) ?? onlyOne(this.#dates)) : undefined;
    if (asks.who) {
      const people = others.length === 0 ? this.#fields.filter(isPerson) : others.filter(isPerson);
      return numbers.length + dates.length === 0 ? this.#plans.lookUp(onlyOne(people)) : undefined;
    }
    if (asks.howMuch || isWorth) return isPlain ? this.#amount(measure) : undefined;
    if (named.length === 1) return this.#asked(named[0]!);
    return named.length === 0 ? this.#list(isTable) : undefined;
  }

  /** Columns of a sheet were not made to be asked: only what is named there is meant. */
  get #isSheet(): boolean {
    return 'artifactId' in this.#subject.of;
  }

  /** The amount that is meant where none is named: the only number. */
  #measure(): SubjectField | undefined {
    if (this.#isSheet) return undefined;
    return onlyOne(this.#numbers) ?? onlyOne(this.#numbers.filter(({ type }) => type === 'currency'));
  }

  #takeTable(): boolean {
    const place = this.#line.find([...this.#subject.placed]);
    if (place) this.#line.read(...place);
    let found = false;
    for (const [index, { root }] of this.#line.words.entries()) {
      const isName = this.#subject.called.has(root) || records.has(root);
      if (!isName || !this.#line.isLeft(index)) continue;
      this.#line.read(index, index + 1);
      found = true;
    }
    return found;
  }

  /**
   * Fields of which no more is said than what the records are called. Of a text the word means the field only where it is what
   * is asked for, which is where no field is named before it; of a number where no other number is named.
   */
  #namesakes(): { readonly fields: readonly SubjectField[]; readonly isAsked: boolean } {
    const placeOf = (roots: readonly string[]) => this.#line.find(roots)?.[0] ?? Infinity;
    const fields = this.#fields.filter((field) => this.#isNamesake(field));
    const first = Math.min(...fields.map(({ label }) => placeOf(rootsOfLabel(label).slice(0, 1))));
    const isAsked = this.#fields.every((field) => fields.includes(field) || placeOf(rootsOfLabel(field.label)) > first);
    return { fields, isAsked };
  }

  /** Whether of its label no more is said than what the records are called. */
  #isNamesake({ label }: SubjectField): boolean {
    const { called } = this.#subject;
    const roots = rootsOfLabel(label);
    if (roots.length === 0 || !called.has(roots[0]!)) return false;
    return roots.every((root) => called.has(root)) || this.#line.find(roots) === undefined;
  }

  /** "paid invoices" are some of the invoices. */
  #isOfTable({ index, 0: { length } }: RegExpExecArray): boolean {
    const next = this.#line.words[this.#line.wordsBefore(index + length + 1)];
    return next !== undefined && this.#subject.called.has(next.root);
  }

  /** What is counted is the records, also where a field is called as they are. */
  #takeCounted(): boolean {
    const { words } = this.#line;
    const at = words.findIndex((word, index) => this.#line.isLeft(index) && word.kind !== 'stop');
    const isTable = at >= 0 && this.#subject.called.has(words[at]!.root);
    if (isTable) this.#line.read(at, at + 1);
    return isTable;
  }

  /** "the heaviest": by the field that it is measured in. */
  #takeSuperlative(): { direction: Direction; field: SubjectField } | undefined {
    for (const [index, { folded }] of this.#line.words.entries()) {
      const superlative = superlatives.get(folded);
      if (!superlative || !this.#line.isLeft(index)) continue;
      const names = new Set(superlative.of.map(rootOf));
      const field = onlyOne(this.#numbers.filter(({ label }) => wordsOf(label).some(({ root }) => names.has(root))));
      if (!field) return undefined;
      this.#line.read(index, index + 1);
      return { direction: superlative.direction, field };
    }
    return undefined;
  }

  /** "by stage and month" */
  #takeGroups(): NonNullable<TypedQuery['groupBy']> {
    const line = this.#line;
    const groups: NonNullable<TypedQuery['groupBy']> = [];
    let by = line.take(
      /\b(?:by|per|for each|for every|in each|of each|across(?: all)?|grouped by|split by)(?= (?!-))/u,
    );
    while (by) {
      const from = by.index + by[0].length;
      const interval = /^ (?:the )?(day|week|month|quarter|year)s?\b/u.exec(line.text.slice(from));
      if (interval) {
        const date = onlyOne(this.#dates);
        if (!date) return [];
        line.take(new RegExp(String.raw`\b${interval[1]}s?\b`, 'u'));
        groups.push({ field: date.key, interval: interval[1] as Interval });
      } else {
        const field = takeField(line, this.#fields.filter(isGroup), line.wordsBefore(from + 1));
        if (!field) return groups;
        groups.push(field.key);
      }
      by =
        groups.length < 2 ? line.take(/\b(?:and|by|per)(?= (?:day|week|month|quarter|year|\p{L}+)\s*$)/u) : undefined;
    }
    return groups;
  }

  #takeTop(): number | undefined {
    const match = this.#line.take(
      new RegExp(
        String.raw`\b(?:top|best|largest|biggest|highest) (${numeral})\b|\b(${numeral}) (?:best|largest|biggest|highest)\b`,
        'u',
      ),
    );
    return match && numberIn((match[1] ?? match[2])!);
  }

  /** "the latest deal", "closed first": by the date that is named, or the only one. */
  #takeInTime(named: readonly SubjectField[]): { direction: Direction; date: SubjectField } | undefined {
    const date = onlyOne(named.filter(isDate)) ?? onlyOne(this.#dates);
    if (!date) return undefined;
    if (this.#line.take(patterns.latest)) return { direction: 'desc', date };
    return this.#line.take(patterns.earliest) ? { direction: 'asc', date } : undefined;
  }

  /** "top five companies by won amount", "the three largest deals" */
  #topOf(limit: number, others: readonly SubjectField[], measure: SubjectField | undefined): Plan | undefined {
    this.#line.take(/\bby\b/u);
    if (!measure || others.length > 1 || !Number.isInteger(limit) || limit < 1 || limit > mostRows) return undefined;
    const [group] = others;
    if (group) return this.#plans.summed(group, measure, 'desc', limit, true);
    return this.#plans.top(limit, measure);
  }

  #counted(
    others: readonly SubjectField[],
    numbers: readonly SubjectField[],
    isDistinct: boolean,
    isTable: boolean,
    direction: Direction | undefined,
  ): Plan | undefined {
    if (numbers.length > 0 || direction) return undefined;
    const [field] = others;
    if (!field) {
      if (isDistinct || (!isTable && this.#conditions.filters.length === 0)) return undefined;
      return this.#plans.count();
    }
    if (others.length > 1 || (this.#isSheet && !isDistinct)) return undefined;
    return this.#plans.countDistinct(field);
  }

  /** "the largest deal", "the highest amount", "which company has the highest total" */
  #extreme(
    direction: Direction,
    others: readonly SubjectField[],
    numbers: readonly SubjectField[],
    measure: SubjectField | undefined,
    isSum: boolean,
    isTable: boolean,
    isWho: boolean,
  ): Plan | undefined {
    if (others.length > 1 || numbers.length > 1) return undefined;
    const target = others[0] ?? (isWho ? onlyOne(this.#fields.filter(isPerson)) : undefined);
    const isMost = /\b(?:most|fewest|least)\b/u.test(this.#line.words.map(({ folded }) => folded).join(' '));
    if (target && isMost && isTable && numbers.length === 0)
      return this.#plans.summed(target, undefined, direction, mostTies, false);
    if (!measure) return undefined;
    if (target && isSum) return this.#plans.summed(target, measure, direction, mostTies, false);
    const orderBy = [{ field: measure.key, direction }];
    if (target) return this.#plans.ranked(orderBy, target, measure);
    if (isWho) return this.#plans.ranked(orderBy, undefined, measure);
    if (numbers.length > 0 && !/^(?:which|what) \S*$/u.test(this.#line.text.trim())) {
      return this.#plans.metric(direction === 'desc' ? 'maximum' : 'minimum', measure);
    }
    return isTable || this.#conditions.filters.length > 0 ? this.#plans.ranked(orderBy, undefined, measure) : undefined;
  }

  #inTime(
    { direction, date }: { readonly direction: Direction; readonly date: SubjectField },
    others: readonly SubjectField[],
    numbers: readonly SubjectField[],
    isWhen: boolean,
    isTable: boolean,
  ): Plan | undefined {
    if (others.length + numbers.length > 1 || (!isTable && others.length + numbers.length === 0 && !isWhen))
      return undefined;
    const target = others[0] ?? numbers[0] ?? (isWhen ? date : undefined);
    return this.#plans.ranked([{ field: date.key, direction }], target, date);
  }

  /** What the records that are meant come to; what one piece costs is never added up. */
  #amount(measure: SubjectField | undefined): Plan | undefined {
    if (!measure || (this.#conditions.filters.length === 0 && !isAddable(measure))) return undefined;
    return isAddable(measure) && !this.#asksForOne() ? this.#plans.metric('sum', measure) : this.#plans.lookUp(measure);
  }

  /** "How much is Starter?" is what each that is called so comes to, and no total. */
  #asksForOne(): boolean {
    const [how, much, verb] = this.#line.words.map(({ folded }) => folded);
    return this.#conditions.isTitle && how === 'how' && much === 'much' && ['is', 'was', 'does'].includes(verb ?? '');
  }

  #asked(field: SubjectField): Plan | undefined {
    if (this.#conditions.filters.length === 0) return undefined;
    if (isNumber(field) && !this.#conditions.names && isAddable(field)) return this.#plans.metric('sum', field);
    return this.#plans.lookUp(field);
  }

  #isCondition(key: string): boolean {
    return this.#conditions.filters.some((filter) => 'field' in filter && filter.field === key);
  }

  #list(isTable: boolean): Plan | undefined {
    const asked = this.#line.words.map(({ folded }) => folded).join(' ');
    const isAsked =
      patterns.list.test(asked) || (isTable && !/^(?:is|are|was|were|do|does|did|has|have|can|will)\b/u.test(asked));
    this.#line.take(patterns.list);
    if (!isAsked || this.#conditions.filters.length === 0) return undefined;
    const besides = this.#fields.find(({ key, type }) => type === 'text' && !this.#isCondition(key));
    return this.#plans.list(besides);
  }
}

const records = new Set(['record', 'row', 'entri', 'item']);

const isAddable = ({ label }: SubjectField): boolean =>
  !/\b(?:price|rate|cost per|percent|percentage|share|ratio|age|score|rating)\b|%/i.test(label);
