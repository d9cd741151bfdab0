import type { CatalogueField } from './catalogue.ts';
import type { Condition, SortKey, Test } from './plan.ts';

/** The fields of which a condition lets one value through each. */
export const heldFields = (condition: Condition): CatalogueField[] => fieldsWhere(condition, holdsOneValue);

/** The fields that a condition compares with single values, besides whatever else it tests. */
export const comparedFields = (condition: Condition): CatalogueField[] =>
  fieldsWhere(condition, (test) => test.is === 'one_of' || (test.is !== 'empty' && holdsOneValue(test)));

/**
 * Removes the needless parts of an order, given the condition. A field held to one value is needless. The test for
 * empty values is needless where a value is always present. An index for the shorter order can also be searched by
 * ranges of its fields.
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
 * The fields by which an index finds what the condition matches. Defined when the condition holds each field to one
 * value and tests nothing else. It may also test that the first field of the order has a value; the order itself shows
 * that. No index has the values that leave something out.
 */
export function searchedFields(condition: Condition, [first]: readonly SortKey[]): CatalogueField[] | undefined {
  if (condition.kind === 'or' || first?.field.liveValue) return undefined;
  if (condition.kind === 'compare') {
    if (condition.field.liveValue) return undefined;
    if (holdsOneValue(condition.test)) return [condition.field];
    return condition.test.is === 'present' && condition.field === first?.field ? [] : undefined;
  }
  const each = condition.of.map((one) => searchedFields(one, first ? [first] : []));
  return each.includes(undefined) ? undefined : each.flatMap((fields) => fields!);
}
