import type { CatalogueField } from './catalogue.ts';
import type { Condition, SortKey, Test } from './plan.ts';

/** The fields of which a condition lets one value through each. */
export const heldFields = (condition: Condition): CatalogueField[] => fieldsWhere(condition, holdsOneValue);

/**
 * An order of what a condition lets through, without what is needless there: by fields of one value, and by whether there is
 * a value where there always is one. An index for such an order is also searched by ranges of its fields.
 */
export function sortWithin(sort: readonly SortKey[], condition: Condition): readonly SortKey[] {
  const held = heldFields(condition);
  const filled = fieldsWhere(condition, excludesEmpty);
  if (held.length === 0 && filled.length === 0) return sort;
  return sort
    .filter(({ field }) => !held.includes(field))
    .map((key) => (filled.includes(key.field) ? { ...key, isFilled: true } : key));
}

function fieldsWhere(condition: Condition, holds: (test: Test) => boolean): CatalogueField[] {
  if (condition.kind === 'and') return condition.of.flatMap((each) => fieldsWhere(each, holds));
  return condition.kind === 'compare' && holds(condition.test) ? [condition.field] : [];
}

function holdsOneValue(test: Test): boolean {
  if (test.is === 'empty') return true;
  if (test.is === 'one_of') return test.values.length === 1;
  if (test.is !== 'in_range' || test.ranges.length !== 1) return false;
  return test.ranges.every(({ from, upTo }) => from !== undefined && from === upTo);
}

const excludesEmpty = ({ is }: Test): boolean => is === 'present' || is === 'one_of' || is === 'in_range';

/**
 * The fields by which an index leads to what a condition lets through, when it holds each to one value and asks nothing else;
 * that the first of an order has a value is seen in the order itself.
 */
export function searchedFields(condition: Condition, [first]: readonly SortKey[]): CatalogueField[] | undefined {
  if (condition.kind === 'or') return undefined;
  if (condition.kind === 'compare') {
    if (holdsOneValue(condition.test)) return [condition.field];
    return condition.test.is === 'present' && condition.field === first?.field ? [] : undefined;
  }
  const each = condition.of.map((one) => searchedFields(one, first ? [first] : []));
  return each.includes(undefined) ? undefined : each.flatMap((fields) => fields!);
}
