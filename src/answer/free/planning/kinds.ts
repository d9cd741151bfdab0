import type { TypedQuery } from '../../../../schemas/queries.ts';
import type { SubjectField } from '../../plain/named.ts';
import type { Frame } from '../frame.ts';
import { positive } from '../negations.ts';
import { type FreePlan, given, type Metric, mostGroups, plain, query, valueOf } from './parts.ts';

type Body = Pick<TypedQuery, 'metrics' | 'having' | 'orderBy'>;

/** The groups of a query, or how many there are where their number is asked for. */
const groupsOf = (frame: Frame, target: SubjectField, body: Body): FreePlan => ({
  query: query(frame, { groupBy: [target.key], limit: mostGroups, ...body }, [given(target)]),
  valuesIn: (rows) =>
    frame.ask === 'distinct' || rows.length === 0
      ? plain(rows.length)
      : rows.flatMap((row) => valueOf(row[target.key], target)),
  needsAll: true,
});

/** The groups whose number of records, or whose sum, is beyond an amount. */
export function groupsHaving(frame: Frame, target: SubjectField): FreePlan {
  const { operator, value, field } = frame.having!;
  const metric: Metric = field
    ? { alias: 'sum', function: 'sum', field: field.key }
    : { alias: 'count', function: 'count_rows' };
  return groupsOf(frame, target, {
    metrics: [metric],
    having: [{ field: metric.alias, operator, value }],
    orderBy: [{ field: metric.alias, direction: 'desc' }],
  });
}

/** The groups in which no record meets the conditions. */
export function groupsWithout(frame: Frame, target: SubjectField): FreePlan | undefined {
  const filters = frame.conditions.flatMap(({ filter, isNot, kind }) => {
    const turned = isNot ? positive(filter) : filter;
    return turned && kind !== 'time' ? [turned] : [];
  });
  const times = frame.conditions.filter(({ kind }) => kind === 'time');
  if (filters.length === 0) return undefined;
  const typed = query(
    { ...frame, conditions: times },
    {
      groupBy: [target.key],
      metrics: [{ alias: 'count', function: 'count_rows', filters }],
      having: [{ field: 'count', operator: 'eq', value: 0 }],
      limit: mostGroups,
    },
    [given(target)],
  );
  return {
    query: typed,
    valuesIn: (rows) => (rows.length === 0 ? plain(0) : rows.flatMap((row) => valueOf(row[target.key], target))),
    needsAll: true,
  };
}

/**
 * The groups that have a record of one kind and none of another: "who bought coffee but not tea". Undefined where no
 * field has both.
 */
export function groupsButNot(frame: Frame, target: SubjectField): FreePlan | undefined {
  const { conditions } = frame;
  const without = conditions.filter(
    ({ isNot, field }) => isNot && conditions.some((one) => !one.isNot && one.field === field),
  );
  const kept = conditions.filter((one) => !one.isNot && without.some(({ field }) => field === one.field));
  const turned = without.flatMap(({ filter }) => positive(filter) ?? []);
  if (without.length === 0 || turned.length < without.length || kept.some(({ field }) => field === target.key))
    return undefined;
  const filters = kept.map(({ filter }) => filter);
  const others = conditions.filter((one) => !without.includes(one) && !kept.includes(one));
  return groupsOf({ ...frame, conditions: others }, target, {
    metrics: [
      { alias: 'with', function: 'count_rows', filters },
      { alias: 'without', function: 'count_rows', filters: turned },
    ],
    having: [
      { field: 'with', operator: 'gt', value: 0 },
      { field: 'without', operator: 'eq', value: 0 },
    ],
  });
}
