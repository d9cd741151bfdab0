import { textTypes } from '../../../../schemas/fields.ts';
import { type Asked, isAskedFor, isPlain, meanOf } from '../asked.ts';
import { asksForOne, isConditionOn, mayAskForPrice } from '../conditions.ts';
import type { Rule } from '../line.ts';
import { isAddable, isRelative } from '../measures.ts';
import {
  isCounting,
  isGroup,
  isInterval,
  isPerson,
  isRecord,
  looksPlural,
  onlyOne,
  type SubjectField,
  tellsEvent,
} from '../named.ts';
import type { Plan } from '../plans.ts';
import { type Desk, doubtConditions, isSheet, measureOf, personOf, type Planning, resting } from './desk.ts';

/** Plans sums. "Total deals" may also mean a count, which is a doubt. */
export const sum: Planning = (desk, asked) => {
  if (!isPlain(asked) || asked.numbers.some((field) => isNumbered(desk, asked, field))) return undefined;
  const { numbers, isPlural, isHowMuch, isWorth } = asked;
  const isCountable = numbers.length === 0 || (isPlural && numbers.every((field) => isRecord(field, desk.subject)));
  const isAdded = !numbers.some(isRelative) || desk.conditions.names;
  if (!isAdded || (isCountable && !isHowMuch && !isWorth)) desk.line.doubtAll('sum');
  return figure(desk, asked, 'sum', 'sum', 'worth', 'howMuch');
};

/** Whether a number tells things apart. "The total number of districts" does not add up `District`. */
function isNumbered({ line }: Desk, { placeOf }: Asked, field: SubjectField): boolean {
  const at = placeOf(field) ?? 0;
  const [number, of, word] = line.words.slice(Math.max(0, at - 2), at + 1);
  return number?.folded === 'number' && of?.folded === 'of' && looksPlural(word!.folded) && !looksPlural(field.label);
}

/** Plans averages, and "which region has the highest average amount?". */
export const averaged: Planning = (desk, asked) => {
  if (asked.direction) return averagedGroup(desk, asked);
  return isPlain(asked) ? figure(desk, asked, meanOf(asked), 'average', 'howMuch', 'worth') : undefined;
};

const averagedGroup: Planning = (desk, asked) => {
  const { others, dates, numbers, isWho, isCount, isSum, direction } = asked;
  const group = onlyOne(others) ?? (isWho ? personOf(desk) : undefined);
  const measure = measureOf(desk, asked);
  const isOther = others.length > 1 || dates.length > 0 || numbers.length > 1 || isCount || isSum;
  if (!group || !measure || isOther || !isGroup(group)) return undefined;
  if (others.length === 1 && !isAskedFor(group, asked)) return undefined;
  if (isWho && !isPerson(group)) return undefined;
  if (isInterval(group)) desk.line.doubtAll('field');
  const plan = desk.plans.averaged(group, measure, meanOf(asked), direction!.way);
  return resting(plan, 'average', 'direction', 'who', 'worth');
};

/** Plans the total of the matching records. Prices of single pieces are never added up. */
export const amount: Planning = (desk, asked) => {
  if (!isPlain(asked)) return undefined;
  const { line, conditions, plans } = desk;
  const measure = measureOf(desk, asked);
  if (!measure || (conditions.filters.length === 0 && !isAddable(measure))) return undefined;
  const isOfAll = isAddable(measure) && !asksForOne(line, conditions);
  if (isOfAll && !asked.isPlural && asked.isTable) line.doubtAll('table');
  const isOfThing = asked.numbers.length === 0 && !asked.isPlural && !asked.isWorth;
  if (isOfAll && isOfThing && mayAskForPrice(line)) line.doubtAll('howMuch');
  return resting(isOfAll ? plans.metric('sum', measure) : plans.lookUp(measure), 'howMuch', 'worth');
};

/** Plans counts of records, of values, and of pieces that a number says. */
export const counted: Planning = (desk, asked) => {
  const { dates, numbers, isWhen, direction } = asked;
  if (countsPieces(desk, asked)) {
    if (!asked.numbers.every(isCounting) || asked.isTable) desk.line.doubtAll('count');
    return figure(desk, asked, 'sum', 'count', 'sum', 'worth', 'owning');
  }
  // "How many dogs are registered?" asks for no day.
  const isSaid = dates.length === 1 && /\p{L}ed\b/iu.test(dates[0]!.label);
  if (isSaid) desk.line.doubtAll('field');
  if (numbers.length > 0 || (dates.length > 0 && !isSaid) || direction || isWhen) return undefined;
  return asked.counted ? countedValues(desk, asked, asked.counted) : countedRecords(desk, asked);
};

function countsPieces({ line }: Desk, asked: Asked): boolean {
  const [number, ...more] = asked.numbers;
  if (!number || more.length > 0) return false;
  const isBehindMany = line.words[(asked.placeOf(number) ?? 0) - 1]?.folded === 'many';
  return (!asked.isTable || isBehindMany) && isPlain(asked) && isAddable(number);
}

const countedRecords: Planning = ({ line, conditions, fields, plans }, { others, isDistinct, isTable }) => {
  if (others.length > 0 || isDistinct || !(isTable || conditions.filters.length > 0)) return undefined;
  if (!isTable) line.doubtAll('condition');
  if (fields.some(({ identifies }) => identifies)) line.doubtAll('count');
  return resting(plans.count(), 'count', 'sum');
};

function countedValues(
  desk: Desk,
  { others, isDistinct, isSum, isTable }: Asked,
  field: SubjectField,
): Plan | undefined {
  const { line, conditions, fields, plans, subject } = desk;
  if (others.some((other) => other !== field) || (isSheet(desk) && !isDistinct)) return undefined;
  doubtConditions(desk);
  if (!isDistinct && (field.options?.choices || isConditionOn(conditions, field))) line.doubtAll('count');
  if (isSum) line.doubtAll('amount');
  // Problems that were reported, or animals that are insured, may be counted again and again.
  const isOfEvents = fields.some((other) => tellsEvent(other) && isConditionOn(conditions, other));
  // "How many companies have contracts" counts no company twice. "How many nominees in 1985" may mean each time.
  const isOfRecords = isTable || fields.some((other) => isRecord(other, subject) && isConditionOn(conditions, other));
  const isText = textTypes.has(field.type) && !isOfRecords;
  const repeats = (isText || isOfEvents) && !isDistinct ? [plans.isUnique(field)] : [];
  const assumes = [
    ...repeats,
    ...(isText ? [plans.isGivenToAll(field)] : []),
    ...plans.holdsValues(field),
    ...plans.namesThings(field),
  ];
  return { ...plans.countDistinct(field), assumes, rests: ['count', 'distinct', 'sum'] };
}

function figure(desk: Desk, asked: Asked, name: 'average' | 'median' | 'sum', ...rests: Rule[]): Plan | undefined {
  return resting(desk.plans.metric(name, measureOf(desk, asked)), ...rests);
}
