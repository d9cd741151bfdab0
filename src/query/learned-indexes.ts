import type { IndexUse } from '../store/scan.ts';
import type { DataIndex } from '../store/data-tables/data-indexes.ts';
import type { Dialect } from '../store/dialect.ts';
import { allFields, asStored, type CatalogueField, columnOf, type Fields } from './catalogue.ts';
import { orderTerms } from './compile.ts';
import { comparedFields } from './conditions.ts';
import type { Condition, SortKey } from './plan.ts';

/*
 * Indexes are learned where they can make no other query slow. One holds the values of a field of which each value is
 * rare. Another holds an order, and begins with whether there is a value, by which no condition is searched.
 */

/** Most fields of an order that an index is learned by. */
const mostKeys = 4;

/** The parts of a query that a learned index could lead to. */
export const indexUse = (where: Condition, sort: readonly SortKey[]): IndexUse => ({
  values: [
    ...new Set(
      comparedFields(where)
        .filter(hasRareValues)
        .map(({ key }) => key),
    ),
  ],
  order: isLearned(sort) ? sort.map(({ field, direction }) => `${field.key} ${direction}`).join(', ') : undefined,
});

/** Whether a value of the field may be rare. Times of creation and change have an order that serves them. */
const hasRareValues = ({ key, type, number, multiple }: CatalogueField): boolean =>
  !multiple && type !== 'checkbox' && (number !== 0 || key === 'title');

/** A View whose filters leave no empty value in its order has an index of its own. */
function isLearned(sort: readonly SortKey[]): boolean {
  const [first] = sort;
  if (!first || first.isFilled || first.field.type === 'checkbox' || sort.length > mostKeys) return false;
  return sort.every(({ field }) => !field.liveValue);
}

/** The index that is learned by the key of a field, or by an order. Undefined where the Data Set lacks a field. */
export function learnedIndex(dialect: Dialect, dataSet: Fields, by: string): DataIndex | undefined {
  const fields = new Map(asStored(allFields(dataSet)).map((field) => [field.key, field]));
  if (!by.includes(' ')) {
    const field = fields.get(by);
    return field && { terms: [columnOf(field), 'id'], filled: columnOf(field) };
  }
  const sort = by.split(', ').map((key) => sortKey(fields, key));
  if (sort.includes(undefined)) return undefined;
  return {
    terms: orderTerms(dialect, sort as SortKey[]).map(({ expression, direction }) => `${expression} ${direction}`),
  };
}

function sortKey(fields: ReadonlyMap<string, CatalogueField>, text: string): SortKey | undefined {
  const [key, direction] = text.split(' ') as [string, 'asc' | 'desc'];
  const field = fields.get(key);
  return field && { field, direction };
}
