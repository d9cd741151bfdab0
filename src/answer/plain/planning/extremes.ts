import { type Asked, isAskedFor } from '../asked.ts';
import type { Rule } from '../line.ts';
import { isAddable } from '../measures.ts';
import { isNumber, isOfPeople, isPerson, isRecord, onlyOne, type SubjectField } from '../named.ts';
import { mostTies, type Plan } from '../plans.ts';
import { dateOf, type Desk, doubtEmptyGroups, measureOf, personOf, type Planning, resting } from './desk.ts';

/** Plans "the heaviest parcel", where the adjective says which number is meant. */
export const measured: Planning = ({ plans }, asked) => {
  const { field, direction } = asked.measured!;
  if (!asked.named.every(isNumber)) return undefined;
  // The number is asked for in "the oldest age".
  if (asked.numbers.includes(field) && !asked.isTable && !asked.isWhich && !asked.isWho)
    return resting(plans.metric(direction === 'desc' ? 'maximum' : 'minimum', field), 'superlative');
  return resting(plans.ranked([{ field: field.key, direction }], undefined, field), 'superlative');
};

/** Plans extremes: "the largest deal", "the highest amount", "which company has the highest total". */
export const extreme: Planning = (desk, asked) => {
  const { isWhen, isWho } = asked;
  const date = isWhen ? dateOf(desk, asked) : onlyOne(asked.dates);
  const others = date ? [...asked.others, date] : asked.others;
  if (others.length > 1 || asked.numbers.length > 1) return undefined;
  const named = others[0] ?? (isWho ? personOf(desk) : undefined);
  const target = named && isAskedFor(named, asked) ? named : undefined;
  if (named && !target && !isRecord(named, desk.subject)) return undefined;
  if (isWho && !(target && isPerson(target)) && !isOfPeople(desk.subject)) return undefined;
  if (isOfKind(desk, asked)) desk.line.doubtAll('condition');
  return target ? extremeBy(desk, asked, target, date !== undefined) : extremeOfAll(desk, asked, named !== undefined);
};

/** Whether a kind of records is named in place of the records: "the largest won". */
const isOfKind = ({ conditions }: Desk, { isTable }: Asked): boolean =>
  !isTable && conditions.filters.length > 0 && !conditions.names;

/** Plans the value of a field that has the most. */
function extremeBy(desk: Desk, asked: Asked, target: SubjectField, isOfDate: boolean): Plan | undefined {
  const { direction, numbers, isTable, isSum } = asked;
  const { way, isMany } = direction!;
  const { plans } = desk;
  if (way === 'asc') doubtEmptyGroups(desk, target);
  if (isMany && numbers.length === 0 && (isTable || isOfKind(desk, asked)))
    return resting(plans.summed(target, undefined, way, mostTies), ...ofExtremes);
  const measure = measureOf(desk, asked);
  if (!measure) return undefined;
  // Who has no figure has not the least.
  const given = way === 'asc' ? [plans.isGivenToAll(measure)] : [];
  const summed = { ...plans.summed(target, measure, way, mostTies), assumes: given };
  if (isSum) return resting(summed, 'sum', ...ofExtremes);
  const ranked = plans.ranked([{ field: measure.key, direction: way }], target, measure);
  const isOfOne = isOfDate || numbers.length === 0 || isRecord(target, desk.subject);
  if (isOfOne) return resting(ranked, ...ofExtremes);
  // The phrase "Which owner has the highest amount?" may mean one deal or an owner's total. Both agree if each owner
  // has one deal.
  const plan = isAddable(measure) ? summed : ranked;
  return { ...plan, rests: ofExtremes, assumes: [...(plan.assumes ?? []), plans.isUnique(target)] };
}

/** Plans the record that has the most, or the number itself. */
function extremeOfAll(desk: Desk, asked: Asked, isRecordNamed: boolean): Plan | undefined {
  const { direction, numbers, isTable, isWho, isWhich, isWorth } = asked;
  const { way } = direction!;
  const { line, conditions, plans } = desk;
  const measure = measureOf(desk, asked);
  if (!measure) return undefined;
  // The number is asked for in "what was our largest sale worth?"
  const isOfWorth = isWorth && line.words.at(-1)?.folded === 'worth';
  if ((numbers.length > 0 || isOfWorth) && !isWhich && !isWho)
    return resting(plans.metric(way === 'desc' ? 'maximum' : 'minimum', measure), ...ofExtremes);
  return isTable || isWho || isRecordNamed || conditions.filters.length > 0
    ? resting(plans.ranked([{ field: measure.key, direction: way }], undefined, measure), ...ofExtremes)
    : undefined;
}

const ofExtremes: readonly Rule[] = ['direction', 'who', 'when', 'worth', 'owning'];
