import { type Asked, isExtremes, isPlain, meanOf } from '../asked.ts';
import type { Rule } from '../line.ts';
import { isAddable, isHarm } from '../measures.ts';
import { isGroup, isRecord, onlyOne } from '../named.ts';
import { type Desk, measureOf, personOf, type Planning, resting } from './desk.ts';

/** Plans figures of each group: "amount by region", "how many deals per owner?". */
export const grouped: Planning = (desk, asked) => {
  const { groups, numbers, isCount, isAverage, direction } = asked;
  const { line, fields, subject, plans } = desk;
  if (!isPlain(asked) || (isCount && numbers.length > 0)) return undefined;
  const each = fields.find((field) => field.key === groups[0] && isRecord(field, subject) && !field.options?.choices);
  const isOfEach = each !== undefined;
  if (isOfEach && isAverage && groups.length === 1) {
    const plan = plans.metric(meanOf(asked), measureOf(desk, asked));
    return plan && { ...plan, assumes: [plans.isUnique(each)], rests: ['group', 'average'] };
  }
  if (isOfEach && direction) line.doubtAll('group');
  // The average per month may be of the months' totals.
  if (isAverage && groups.some((one) => typeof one !== 'string')) line.doubtAll('average');
  return isExtremes(asked) ? groupedExtremes(desk, asked) : figuresOfGroups(desk, asked);
};

const groupedExtremes: Planning = (desk, asked) => {
  const { groups, numbers, direction, isTable, isPlural, isListed } = asked;
  const isOfRecords = numbers.length === 0;
  if (isOfRecords && !isTable && desk.conditions.filters.length === 0) return undefined;
  if (isListed || (isOfRecords && isPlural)) desk.line.doubtAll('direction');
  const measure = measureOf(desk, asked);
  const plan = measure && desk.plans.groupedExtremes(groups, measure, direction!.way);
  return resting(plan, 'group', 'direction', 'howMuch', 'worth');
};

const figuresOfGroups: Planning = (desk, asked) => {
  const { groups, numbers, isCount, isAverage, isSum, isHowMuch, isWorth, direction } = asked;
  doubtGroups(desk, asked);
  const isOfSum = isSum || numbers.length > 0 || isHowMuch || (isWorth && !isAverage);
  const measure = !isCount && (isAverage || isOfSum) ? measureOf(desk, asked) : undefined;
  const mean = isAverage ? meanOf(asked) : undefined;
  const plan = desk.plans.grouped(groups, mean, isOfSum, isCount, measure, direction?.way);
  const rests: Rule[] = isCount ? ['count', 'sum'] : isAverage ? ['average'] : ['sum', 'howMuch', 'worth'];
  return resting(plan, 'group', 'direction', ...rests);
};

/**
 * Doubts an order of figures, a sum of prices, a list of records, and an amount behind the groups. Such an amount may
 * be a condition on the groups.
 */
function doubtGroups({ line, subject }: Desk, asked: Asked): void {
  const { groups, numbers, isCount, isAverage, isSum, isListed, direction, measure } = asked;
  const isNumbered = numbers.length > 0;
  const isMeant = isCount || isAverage || isSum;
  if (direction && (isMeant || isNumbered)) line.doubtAll('direction');
  if (isNumbered && !isSum && !isAverage && measure && !isAddable(measure)) line.doubtAll('field');
  if (groups.length > 0 && line.isBehind('amount', 'group')) line.doubtAll('amount');
  const isOfRecords = numbers.some((field) => isRecord(field, subject));
  const isList = isListed && !isSum && !isNumbered;
  if (!isCount && !isAverage && (isOfRecords || isList)) line.doubtAll('group');
}

/** Plans "which companies have more than one deal?". */
export const withMany: Planning = (desk, asked) => {
  const { others, numbers, dates, isWho, isTable, isCount, groups, period } = asked;
  const group = onlyOne(others) ?? (isWho ? personOf(desk) : undefined);
  const isMore = numbers.length + dates.length + groups.length > 0 || asked.isSum || asked.isAverage;
  if (!group || !isGroup(group) || isMore || !isTable || period || asked.direction) return undefined;
  if (isCount && group !== asked.counted) return undefined;
  const plan = {
    ...desk.plans.withMany(group, desk.conditions.many!, isCount),
    assumes: desk.plans.holdsValues(group),
  };
  return resting(plan, 'who', 'owning', 'count', 'distinct');
};

/** Plans "which month had the most deals?". A period without any record is not among the fewest. */
export const busiest: Planning = (desk, asked) => {
  const { direction, numbers, isTable, isSum } = asked;
  const { date, interval, way } = asked.period!;
  const isOfHarm = numbers.length === 1 && isHarm(numbers[0]!);
  if (isOfHarm && way) desk.line.doubtAll('group');
  const order = isOfHarm && way ? opposite[way] : (way ?? direction?.way);
  if (!order || asksMoreThanPeriod(asked)) return undefined;
  const isCounted = direction?.isMany === true && isTable && numbers.length === 0 && !isSum;
  const measure = isCounted ? undefined : measureOf(desk, asked);
  if (!isCounted && (!measure || !isAddable(measure))) return undefined;
  if (order === 'asc' || (!isCounted && !isSum)) desk.line.doubtAll(direction ? 'direction' : 'group');
  const plan = desk.plans.busiest({ field: date.key, interval }, date, measure, order);
  return resting(plan, 'group', 'direction', 'sum', 'worth', 'howMuch');
};

const asksMoreThanPeriod = ({ others, groups, dates, numbers, period, ...asked }: Asked): boolean =>
  others.length + groups.length > 0 ||
  dates.some((field) => field !== period!.date) ||
  numbers.length > 1 ||
  asked.isCount ||
  asked.isAverage ||
  asked.isWho;

const opposite = { asc: 'desc', desc: 'asc' } as const;
