import { invalidRequest } from '../../../schemas/errors.ts';
import type { Row } from '../../../schemas/queries.ts';
import type { CatalogueField, Fields } from '../catalogue.ts';
import { planSort } from '../plan.ts';
import { countOf, groupTypes, type RecordGroup } from './board.ts';
import { type DefinitionOf, fieldOfType, type Layout, shownFields } from './definition.ts';

/** The records of a group follow one another, because its field orders them first. */
export function tableLayout(dataSet: Fields, { columns, groupByFieldKey, sort = [] }: DefinitionOf<'table'>): Layout {
  const order = planSort(dataSet, sort, '/sort');
  const shown = shownFields(dataSet, columns, '/columns');
  if (groupByFieldKey === undefined) return { sort: order, shown, placing: [] };
  const group = singleField(dataSet, groupByFieldKey);
  const { direction = 'asc' } = order.find(({ field }) => field === group) ?? {};
  const within = order.filter(({ field }) => field !== group);
  return { sort: [{ field: group, direction }, ...within], shown, placing: [group], group, groupOrder: direction };
}

function singleField(dataSet: Fields, key: string): CatalogueField {
  const field = fieldOfType(dataSet, key, groupTypes, '/groupByFieldKey');
  if (!field.multiple) return field;
  throw invalidRequest('/groupByFieldKey', `"${key}" holds several values; name a field that holds one`);
}

/** The groups of a table that have records, in the order of these. */
export const tableGroups = (
  field: CatalogueField,
  counts: readonly Row[],
  userNames: ReadonlyMap<string, string>,
): RecordGroup[] =>
  counts.map((row) => {
    const key = row[field.key];
    return { ...(key !== undefined && { key }), label: labelOf(field, key, userNames), count: countOf(row) };
  });

function labelOf(field: CatalogueField, key: unknown, userNames: ReadonlyMap<string, string>): string {
  if (key === undefined) return `No ${field.label}`;
  if (field.type === 'checkbox') return key === true ? 'Yes' : 'No';
  const name = key as string;
  if (field.type === 'user') return userNames.get(name) ?? name;
  return field.options.choices?.find((choice) => choice.key === name)?.label ?? name;
}
