import { mostOfList } from '../../figures/data.ts';
import type { Asked } from '../asked.ts';
import { isAddable } from '../measures.ts';
import { onlyOne, type SubjectField } from '../named.ts';
import type { Plan } from '../plans.ts';
import { type Desk, doubtEmptyGroups, measureOf, type Planning, resting } from './desk.ts';

/** Plans rankings: "top five companies by won amount", "the three largest deals". */
export const ranking: Planning = (desk, asked) => {
  const { others, dates, direction } = asked;
  const { count, way } = asked.top!;
  const isInRange = Number.isInteger(count) && count >= 1 && count <= mostOfList;
  if (dates.length > 0 || (direction?.way ?? way) !== way || !isInRange) return undefined;
  if (direction?.isMany) return rankedCounts(desk, asked);
  const measure = measureOf(desk, asked);
  if (!measure || others.length > 1) return undefined;
  const [group] = others;
  if (group) return resting(rankedGroups(desk, asked, group, measure), 'top', 'sum', 'worth');
  return resting(desk.plans.top(count, measure, way), 'top', 'worth', 'direction');
};

/** Sums prices, or a number of the group itself. It is certain only where a total is asked for. */
function rankedGroups(desk: Desk, { top, isSum }: Asked, group: SubjectField, measure: SubjectField): Plan {
  if (!isSum && !isAddable(measure)) desk.line.doubtAll('top');
  const { count, way } = top!;
  if (way === 'asc') doubtEmptyGroups(desk, group);
  const first = desk.plans.topGroups(group, measure, way, count);
  // A ranking by a number shows the numbers.
  const plan = { ...first, column: first.cut!, field: measure };
  return isSum ? plan : { ...plan, assumes: [desk.plans.variesWithin(group, measure)] };
}

/** Plans "the three regions with the most orders". */
const rankedCounts: Planning = (desk, { others, numbers, isTable, top }) => {
  const group = onlyOne(others);
  const { count, way } = top!;
  if (!group || !isTable || numbers.length > 0) return undefined;
  if (way === 'asc') doubtEmptyGroups(desk, group);
  return resting(desk.plans.topGroups(group, undefined, way, count), 'top', 'direction');
};
