import { type Asked, isAskedFor } from '../asked.ts';
import { isAddable } from '../measures.ts';
import { isGroup, isRecord, onlyOne, type SubjectField } from '../named.ts';
import { mostTies, type Plan } from '../plans.ts';
import { type Desk, doubtEmptyGroups, measureOf, type Planning, resting } from './desk.ts';

/** Plans "the second largest deal" and "the third highest amount". */
export const nth: Planning = (desk, asked) => {
  const { direction, numbers, others, dates, groups, isCount } = asked;
  const place = asked.nth!;
  const isInRange = place >= 2 && place < mostTies;
  if (!direction || !isInRange || dates.length > 0 || numbers.length > 1) return undefined;
  const group = onlyOne(others);
  if (!group || !isAskedFor(group, asked) || !isGroup(group) || isRecord(group, desk.subject))
    return nthRecord(desk, asked, place);
  return isCount || groups.length > 0 ? undefined : nthGroup(desk, asked, group, place);
};

function nthRecord(desk: Desk, asked: Asked, place: number): Plan | undefined {
  const { direction, numbers, others, groups, isTable } = asked;
  const measure = measureOf(desk, asked);
  const isOther = others.some((field) => !isRecord(field, desk.subject)) || groups.length > 0 || asked.isCount;
  if (!measure || isOther || asked.isSum || (numbers.length === 0 && !isTable)) return undefined;
  const target = numbers.length > 0 && !asked.isWhich ? measure : undefined;
  return resting(desk.plans.nth(place, target, measure, direction!.way), 'direction', 'worth');
}

/** Plans "which region has the second most orders?". */
function nthGroup(desk: Desk, asked: Asked, group: SubjectField, place: number): Plan | undefined {
  const { numbers, isTable, isSum } = asked;
  const { way, isMany } = asked.direction!;
  const isCounted = isMany && isTable && numbers.length === 0 && !isSum;
  const measure = isCounted ? undefined : measureOf(desk, asked);
  if (!isCounted && (!measure || !isAddable(measure) || asked.isAverage)) return undefined;
  if (way === 'asc') doubtEmptyGroups(desk, group);
  const { cut, ...plan } = desk.plans.topGroups(group, measure, way, place);
  const assumes = isCounted || isSum ? {} : { assumes: [desk.plans.variesWithin(group, measure!)] };
  return resting({ ...plan, ...assumes, nth: { at: place, by: cut! } }, 'direction', 'sum', 'worth');
}
