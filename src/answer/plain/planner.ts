import { mostOfList } from '../figures/data.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Many } from './amounts.ts';
import { type Asked, isAskedFor, isExtremes, isNamedByVerb, isPlain, meanOf } from './asked.ts';
import { asksForOne, type Conditions, isConditionOn } from './conditions.ts';
import { doubtAmounts, doubtJoined, doubtNegations } from './doubt/doubts.ts';
import type { Line, Rule } from './line.ts';
import { isAddable, isHarm } from './measures.ts';
import {
  isDate,
  isGroup,
  isInterval,
  isNumber,
  isOfPeople,
  isPerson,
  isRecord,
  onlyOne,
  ownFields,
  type SubjectField,
  tellsEvent,
} from './named.ts';
import { type Direction, mostTies, type Plan, Plans } from './plans.ts';

/** Makes a plan, and names the rules that it rests on. */
export class Planner {
  readonly #line: Line;
  readonly #subject: Subject;
  readonly #conditions: Conditions;
  readonly #fields: readonly SubjectField[];
  readonly #plans: Plans;

  constructor(line: Line, subject: Subject, conditions: Conditions) {
    this.#line = line;
    this.#subject = subject;
    this.#conditions = conditions;
    this.#fields = ownFields(subject);
    this.#plans = new Plans(subject.of, this.#fields, conditions);
  }

  plan(asked: Asked): Plan | undefined {
    const plan = this.#planOf(asked);
    if (!plan) return undefined;
    const isOne =
      !asked.isListed &&
      (!asked.isPlural || (plan.field !== undefined && isNumber(plan.field))) &&
      plan.query.operation === 'records' &&
      plan.ties === undefined &&
      plan.cut === undefined;
    const isOfAll = plan.query.operation === 'records' && plan.field !== undefined && !isDate(plan.field);
    const isHiding = isOfAll && (isOne || (asked.isWho && plan.ties === undefined));
    const given = isHiding ? [this.#plans.isGivenToAll(plan.field)] : [];
    return { ...plan, isOne, assumes: [...(plan.assumes ?? []), ...given, ...this.#plans.conditionsHold()] };
  }

  #planOf(asked: Asked): Plan | undefined {
    const { named, numbers, others, dates, direction, measured } = asked;
    if (this.#conditions.many) return this.#withMany(asked, this.#conditions.many);
    if (dates.length > 1 || (asked.isWhether && !this.#conditions.alternative)) return undefined;
    if (this.#conditions.alternative)
      return named.length === 0 ? this.#plans.lookUp(this.#conditions.alternative) : undefined;
    if (measured) {
      if (named.length > 0 && !named.every(isNumber)) return undefined;
      const orderBy = [{ field: measured.field.key, direction: measured.direction }];
      return resting(this.#plans.ranked(orderBy, undefined, measured.field), 'superlative');
    }
    if (asked.nth !== undefined) return this.#nth(asked, asked.nth);
    if (asked.period) return this.#busiest(asked, asked.period);
    if (asked.groups.length > 0) return this.#grouped(asked);
    if (asked.top !== undefined) return dates.length === 0 ? this.#topOf(asked) : undefined;
    if (asked.isCount) return this.#counted(asked);
    if (asked.isAverage && direction) return this.#averaged(asked, direction.way);
    if (asked.isAverage)
      return isPlain(asked) ? this.#figure(meanOf(asked), asked, 'average', 'howMuch', 'worth') : undefined;
    if (direction) return this.#extreme(asked, direction.way);
    if (asked.inTime) return this.#inTime(asked, asked.inTime);
    if (asked.isSum) return this.#sum(asked);
    if (asked.isWhen) return named.every(isDate) ? resting(this.#plans.lookUp(this.#date(asked)), 'when') : undefined;
    if (asked.isWho) {
      const told = others.filter((field) => !isNamedByVerb(field, asked, this.#line, this.#fields));
      if (told.length < others.length) this.#line.doubtAll('who');
      const people = told.length === 0 ? this.#fields.filter(isPerson) : told;
      if (isOfPeople(this.#subject) && others.length + numbers.length + dates.length === 0)
        return resting(this.#list({ ...asked, isTable: true }), 'who', 'owning');
      const person = numbers.length + dates.length === 0 ? onlyOne(people) : undefined;
      if (person && !isPerson(person)) this.#line.doubtAll('who');
      return person && isGroup(person) ? resting(this.#plans.lookUp(person), 'who', 'owning') : undefined;
    }
    if (asked.isHowMuch || asked.isWorth) return isPlain(asked) ? this.#amount(asked) : undefined;
    const isOfRecords = named.length === 1 && isNumber(named[0]!) && isRecord(named[0]!, this.#subject);
    if (named.length === 1 && !isOfRecords) return resting(this.#lookedUp(named[0]!), 'owning');
    return named.length === 0 || isOfRecords ? this.#list({ ...asked, isTable: true }) : undefined;
  }

  #figure(name: 'average' | 'median' | 'sum', asked: Asked, ...rests: Rule[]): Plan | undefined {
    return resting(this.#plans.metric(name, this.#measure(asked)), ...rests);
  }

  /** Sums a number. "Total deals" may also mean a count, which is a doubt. */
  #sum(asked: Asked): Plan | undefined {
    if (!isPlain(asked)) return undefined;
    const isCountable =
      asked.numbers.length === 0 || (asked.isPlural && asked.numbers.every((field) => isRecord(field, this.#subject)));
    if (isCountable && !asked.isHowMuch && !asked.isWorth) this.#line.doubtAll('sum');
    return this.#figure('sum', asked, 'sum', 'worth', 'howMuch');
  }

  /** The number that is asked for. An implied number is doubted when there are several. */
  #measure({ measure, isMeasureSure }: Asked): SubjectField | undefined {
    if (!isMeasureSure) for (const rule of ofMeasure) this.#line.doubtAll(rule);
    return measure;
  }

  #grouped(asked: Asked): Plan | undefined {
    const { groups, numbers, isCount, isAverage, isSum, isHowMuch, direction } = asked;
    if (!isPlain(asked) || (isCount && numbers.length > 0)) return undefined;
    const [group] = groups;
    const isOfEach = this.#fields.some((field) => field.key === group && isRecord(field, this.#subject));
    if (isOfEach && isAverage && groups.length === 1)
      return resting(this.#plans.metric(meanOf(asked), this.#measure(asked)), 'group', 'average');
    if (isOfEach && direction) this.#line.doubtAll('group');
    // The average per month may be of the months' totals.
    if (isAverage && groups.some((one) => typeof one !== 'string')) this.#line.doubtAll('average');
    if (isExtremes(asked)) return this.#groupedExtremes(asked);
    this.#doubtGroups(asked);
    const isOfRecords = numbers.some((field) => isRecord(field, this.#subject));
    if (!isCount && !isAverage && (isOfRecords || (!isSum && numbers.length === 0 && asked.isListed)))
      this.#line.doubtAll('group');
    const isOfSum = isSum || numbers.length > 0 || isHowMuch || (asked.isWorth && !isAverage);
    const measure = !isCount && (isAverage || isOfSum) ? this.#measure(asked) : undefined;
    const mean = isAverage ? meanOf(asked) : undefined;
    const plan = this.#plans.grouped(groups, mean, isOfSum, isCount, measure, direction?.way);
    const rests: Rule[] = isCount ? ['count', 'sum'] : isAverage ? ['average'] : ['sum', 'howMuch', 'worth'];
    return resting(plan, 'group', 'direction', ...rests);
  }

  #groupedExtremes(asked: Asked): Plan | undefined {
    const { groups, numbers, direction, isTable, isPlural, isListed } = asked;
    const isOfRecords = numbers.length === 0;
    if (isOfRecords && !isTable && this.#conditions.filters.length === 0) return undefined;
    if (isListed || (isOfRecords && isPlural)) this.#line.doubtAll('direction');
    const measure = this.#measure(asked);
    const plan = measure && this.#plans.groupedExtremes(groups, measure, direction!.way);
    return resting(plan, 'group', 'direction', 'howMuch', 'worth');
  }

  /**
   * Doubts an order of figures, a sum of prices, and an amount behind the groups. Such an amount may be a condition on
   * the groups.
   */
  #doubtGroups({ groups, numbers, isCount, isAverage, isSum, direction, measure }: Asked): void {
    const isOrdered = isCount || isAverage || isSum || numbers.length > 0;
    if (direction && isOrdered) this.#line.doubtAll('direction');
    if (numbers.length > 0 && !isSum && !isAverage && measure && !isAddable(measure)) this.#line.doubtAll('field');
    if (groups.length > 0 && this.#line.isBehind('amount', 'group')) this.#line.doubtAll('amount');
  }

  /** Plans "the second largest deal" and "the third highest amount". */
  #nth(asked: Asked, nth: number): Plan | undefined {
    const { direction, numbers, others, dates, isTable, groups } = asked;
    const isOther = others.some((field) => !isRecord(field, this.#subject)) || groups.length > 0 || asked.isCount;
    const isInRange = nth >= 2 && nth < mostTies;
    if (!direction || !isInRange || dates.length > 0 || numbers.length > 1) return undefined;
    const group = onlyOne(others);
    if (group && isAskedFor(group, asked) && isGroup(group) && !isRecord(group, this.#subject))
      return asked.isCount || groups.length > 0 ? undefined : this.#nthGroup(asked, group, nth, direction);
    const measure = this.#measure(asked);
    if (!measure || isOther || asked.isSum || (numbers.length === 0 && !isTable)) return undefined;
    const target = numbers.length > 0 && !asked.isWhich ? measure : undefined;
    return resting(this.#plans.nth(nth, target, measure, direction.way), 'direction', 'worth');
  }

  /** Plans "which region has the second most orders?". */
  #nthGroup(
    asked: Asked,
    group: SubjectField,
    nth: number,
    { way, isMany }: NonNullable<Asked['direction']>,
  ): Plan | undefined {
    const { numbers, isTable, isSum } = asked;
    const isCounted = isMany && isTable && numbers.length === 0 && !isSum;
    const measure = isCounted ? undefined : this.#measure(asked);
    if (!isCounted && (!measure || !isAddable(measure) || asked.isAverage)) return undefined;
    if (way === 'asc') this.#doubtEmptyGroups(group);
    const { cut, ...plan } = this.#plans.topGroups(group, measure, way, nth);
    const ranked = resting({ ...plan, nth: { at: nth, by: cut! } }, 'direction', 'sum', 'worth');
    return isCounted || isSum ? ranked : ranked && { ...ranked, assumes: [this.#plans.variesWithin(group, measure!)] };
  }

  /** Plans "which companies have more than one deal?". */
  #withMany(asked: Asked, many: Many): Plan | undefined {
    const { others, numbers, dates, isWho, isTable, isCount, groups, period } = asked;
    const group = onlyOne(others) ?? (isWho ? onlyOne(this.#fields.filter(isPerson)) : undefined);
    const isMore = numbers.length + dates.length + groups.length > 0 || asked.isSum || asked.isAverage;
    if (!group || !isGroup(group) || isMore || !isTable || period || asked.direction) return undefined;
    if (isCount && group !== asked.counted) return undefined;
    return resting(this.#plans.withMany(group, many, isCount), 'who', 'owning', 'count', 'distinct');
  }

  /** Plans "which month had the most deals?". A period without any record is not among the fewest. */
  #busiest(asked: Asked, { date, interval, way }: NonNullable<Asked['period']>): Plan | undefined {
    const { direction, numbers, others, groups, isTable, isSum } = asked;
    const isOfHarm = numbers.length === 1 && isHarm(numbers[0]!);
    if (isOfHarm && way) this.#line.doubtAll('group');
    const order = isOfHarm && way ? (way === 'asc' ? 'desc' : 'asc') : (way ?? direction?.way);
    const isOther = others.length + groups.length > 0 || asked.dates.some((field) => field !== date);
    if (!order || isOther || asked.isCount || asked.isAverage || asked.isWho || numbers.length > 1) return undefined;
    const isCounted = direction?.isMany === true && isTable && numbers.length === 0 && !isSum;
    const measure = isCounted ? undefined : this.#measure(asked);
    if (!isCounted && (!measure || !isAddable(measure))) return undefined;
    if (order === 'asc' || (!isCounted && !isSum)) this.#line.doubtAll(direction ? 'direction' : 'group');
    const plan = this.#plans.busiest({ field: date.key, interval }, date, measure, order);
    return resting(plan, 'group', 'direction', 'sum', 'worth', 'howMuch');
  }

  /** Plans rankings: "top five companies by won amount", "the three largest deals". */
  #topOf(asked: Asked): Plan | undefined {
    const { others, direction } = asked;
    const { count, way } = asked.top!;
    if ((direction?.way ?? way) !== way || !Number.isInteger(count) || count < 1 || count > mostOfList)
      return undefined;
    if (direction?.isMany) return this.#topCounts(asked);
    const measure = this.#measure(asked);
    if (!measure || others.length > 1) return undefined;
    const [group] = others;
    if (group) return resting(this.#topGroups(group, measure, asked), 'top', 'sum', 'worth');
    return resting(this.#plans.top(count, measure, way), 'top', 'worth', 'direction');
  }

  /** Sums prices, or a number of the group itself. It is certain only where a total is asked for. */
  #topGroups(group: SubjectField, measure: SubjectField, { top, isSum }: Asked): Plan {
    if (!isSum && !isAddable(measure)) this.#line.doubtAll('top');
    const { count, way } = top!;
    if (way === 'asc') this.#doubtEmptyGroups(group);
    const first = this.#plans.topGroups(group, measure, way, count);
    // A ranking by a number shows the numbers.
    const plan = { ...first, column: first.cut!, field: measure };
    return isSum ? plan : { ...plan, assumes: [this.#plans.variesWithin(group, measure)] };
  }

  /** Plans "the three regions with the most orders". */
  #topCounts({ others, numbers, isTable, top }: Asked): Plan | undefined {
    const group = onlyOne(others);
    const { count, way } = top!;
    if (!group || !isTable || numbers.length > 0) return undefined;
    if (way === 'asc') this.#doubtEmptyGroups(group);
    return resting(this.#plans.topGroups(group, undefined, way, count), 'top', 'direction');
  }

  #counted(asked: Asked): Plan | undefined {
    const { counted, others, numbers, dates, isDistinct, isSum, isTable, isWhen, direction } = asked;
    const isOfNumber =
      numbers.length === 1 && this.#line.words[(asked.placeOf(numbers[0]!) ?? 0) - 1]?.folded === 'many';
    if ((!isTable || isOfNumber) && numbers.length === 1 && isPlain(asked) && isAddable(numbers[0]!)) {
      this.#line.doubtAll('count');
      return this.#figure('sum', asked, 'count', 'sum', 'worth', 'owning');
    }
    // "How many dogs are registered?" asks for no day.
    const isSaid = dates.length === 1 && /\p{L}ed\b/iu.test(dates[0]!.label);
    if (isSaid) this.#line.doubtAll('field');
    if (numbers.length > 0 || (dates.length > 0 && !isSaid) || direction || isWhen) return undefined;
    if (!counted) {
      if (others.length > 0 || isDistinct || !(isTable || this.#conditions.filters.length > 0)) return undefined;
      if (!isTable) this.#line.doubtAll('condition');
      if (this.#fields.some(({ identifies }) => identifies)) this.#line.doubtAll('count');
      return resting(this.#plans.count(), 'count', 'sum');
    }
    if (others.some((field) => field !== counted) || (this.#isSheet && !isDistinct)) return undefined;
    doubtNegations(this.#line, this.#conditions);
    doubtJoined(this.#line, this.#conditions);
    doubtAmounts(this.#line, this.#conditions, this.#fields);
    if (!isDistinct && (counted.options?.choices || isConditionOn(this.#conditions, counted)))
      this.#line.doubtAll('count');
    if (isSum) this.#line.doubtAll('amount');
    // Problems that were reported, or animals that are insured, may be counted again and again.
    const isOfEvents = this.#fields.some((field) => tellsEvent(field) && isConditionOn(this.#conditions, field));
    const assumes = isOfEvents && !isDistinct ? [this.#plans.isUnique(counted)] : [];
    return { ...this.#plans.countDistinct(counted), assumes, rests: ['count', 'distinct', 'sum'] };
  }

  /** Plans "which region has the highest average amount?". */
  #averaged(asked: Asked, way: Direction): Plan | undefined {
    const { others, dates, numbers, isWho, isCount, isSum } = asked;
    const group = onlyOne(others) ?? (isWho ? onlyOne(this.#fields.filter(isPerson)) : undefined);
    const measure = this.#measure(asked);
    const isOther = others.length > 1 || dates.length > 0 || numbers.length > 1 || isCount || isSum;
    if (!group || !measure || isOther || !isGroup(group)) return undefined;
    if (others.length === 1 && !isAskedFor(group, asked)) return undefined;
    if (isWho && !isPerson(group)) return undefined;
    if (isInterval(group)) this.#line.doubtAll('field');
    return resting(this.#plans.averaged(group, measure, meanOf(asked), way), 'average', 'direction', 'who', 'worth');
  }

  /** Plans extremes: "the largest deal", "the highest amount", "which company has the highest total". */
  #extreme(asked: Asked, way: Direction): Plan | undefined {
    const { direction, numbers, dates, isSum, isTable, isWho, isWhen } = asked;
    const date = isWhen ? this.#date(asked) : onlyOne(dates);
    const others = date ? [...asked.others, date] : asked.others;
    if (others.length > 1 || numbers.length > 1) return undefined;
    const named = others[0] ?? (isWho ? onlyOne(this.#fields.filter(isPerson)) : undefined);
    const isMeant = named !== undefined && isAskedFor(named, asked);
    if (named && !isMeant && !isRecord(named, this.#subject)) return undefined;
    const target = isMeant ? named : undefined;
    if (isWho && !(target && isPerson(target)) && !isOfPeople(this.#subject)) return undefined;
    const rests: Rule[] = ['direction', 'who', 'when', 'worth', 'owning'];
    if (target && way === 'asc') this.#doubtEmptyGroups(target);
    const isOfKind = !isTable && this.#conditions.filters.length > 0 && !this.#conditions.names;
    if (isOfKind) this.#line.doubtAll('condition');
    if (target && direction!.isMany && (isTable || isOfKind) && numbers.length === 0)
      return resting(this.#plans.summed(target, undefined, way, mostTies), ...rests);
    const measure = this.#measure(asked);
    if (!measure) return undefined;
    if (target && isSum) return resting(this.#plans.summed(target, measure, way, mostTies), 'sum', ...rests);
    const orderBy = [{ field: measure.key, direction: way }];
    // The phrase "Which owner has the highest amount?" may mean one deal or an owner's total. Both agree if each owner
    // has one deal.
    if (target && !date && numbers.length > 0 && !isRecord(target, this.#subject)) {
      const plan = isAddable(measure)
        ? this.#plans.summed(target, measure, way, mostTies)
        : this.#plans.ranked(orderBy, target, measure);
      return { ...plan, rests, assumes: [this.#plans.isUnique(target)] };
    }
    if (target) return resting(this.#plans.ranked(orderBy, target, measure), ...rests);
    // The number is asked for in "what was our largest sale worth?"
    const isOfWorth = asked.isWorth && this.#line.words.at(-1)?.folded === 'worth';
    if ((numbers.length > 0 || isOfWorth) && !asked.isWhich && !isWho)
      return resting(this.#plans.metric(way === 'desc' ? 'maximum' : 'minimum', measure), ...rests);
    return isTable || isWho || named || this.#conditions.filters.length > 0
      ? resting(this.#plans.ranked(orderBy, undefined, measure), ...rests)
      : undefined;
  }

  /** Doubts the fewest. A group without any of these records has fewer, and is not among them. */
  #doubtEmptyGroups({ options }: SubjectField): void {
    if (this.#conditions.filters.length > 0 || options?.choices) this.#line.doubtAll('direction');
  }

  #inTime({ others, numbers, isWhen, isWho, isTable }: Asked, { way, date }: NonNullable<Asked['inTime']>) {
    const named = others.length + numbers.length;
    if (named > 1 || (!isTable && named === 0 && !isWhen && !isWho)) return undefined;
    const person = isWho && others.length === 0 ? onlyOne(this.#fields.filter(isPerson)) : undefined;
    if (person) this.#line.doubtAll('who');
    const target = person ?? others[0] ?? numbers[0] ?? (isWhen ? date : undefined);
    if (isWho && !(target && isPerson(target)) && !isOfPeople(this.#subject)) return undefined;
    return resting(
      this.#plans.ranked([{ field: date.key, direction: way }], target, date),
      'inTime',
      'when',
      'who',
      'owning',
    );
  }

  /** The named date, or else the only one with a doubt. A ticket's closing date is not its opening date. */
  #date({ dates }: Asked): SubjectField | undefined {
    if (dates.length > 0) return onlyOne(dates);
    this.#line.doubtAll('when');
    return onlyOne(this.#fields.filter(isDate));
  }

  /** The total of the matching records. Prices of single pieces are never added up. */
  #amount(asked: Asked): Plan | undefined {
    const measure = this.#measure(asked);
    if (!measure || (this.#conditions.filters.length === 0 && !isAddable(measure))) return undefined;
    const isOfAll = isAddable(measure) && !asksForOne(this.#line, this.#conditions);
    if (isOfAll && !asked.isPlural && asked.isTable) this.#line.doubtAll('table');
    return resting(isOfAll ? this.#plans.metric('sum', measure) : this.#plans.lookUp(measure), 'howMuch', 'worth');
  }

  #lookedUp(field: SubjectField): Plan | undefined {
    if (this.#conditions.filters.length === 0) return undefined;
    if (!isRecord(field, this.#subject)) {
      doubtNegations(this.#line, this.#conditions);
      doubtJoined(this.#line, this.#conditions);
      doubtAmounts(this.#line, this.#conditions, this.#fields);
    }
    if (isNumber(field) && !this.#conditions.names && isAddable(field)) {
      if (field.type !== 'currency') this.#line.doubtAll('field');
      return this.#plans.metric('sum', field);
    }
    return this.#plans.lookUp(field);
  }

  #list({ isTable }: Asked): Plan | undefined {
    const first = this.#line.words[0]?.folded ?? '';
    const isList = isTable || /^(?:which|what|list|show|name|give|find|display)$/u.test(first);
    if (!isList || this.#conditions.filters.length === 0) return undefined;
    if (!isTable) this.#line.doubtAll('condition');
    const isShown = (field: SubjectField) => field.type === 'text' && !isConditionOn(this.#conditions, field);
    return this.#plans.list(this.#fields.find(isShown));
  }

  get #isSheet(): boolean {
    return 'artifactId' in this.#subject.of;
  }
}

/** Rules whose words imply a number. */
const ofMeasure: readonly Rule[] = ['direction', 'howMuch', 'worth', 'sum', 'average', 'top', 'group'];

const resting = (plan: Plan | undefined, ...rests: Rule[]): Plan | undefined => plan && { ...plan, rests };
