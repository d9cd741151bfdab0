import type { FieldType } from '../../../schemas/fields.ts';
import type { Row } from '../../../schemas/queries.ts';
import type { CatalogueField, Fields } from '../catalogue.ts';
import { type Condition, planSort } from '../plan.ts';
import type { AggregatePlan } from '../plan-aggregate.ts';
import { type DefinitionOf, fieldOfType, type Layout, shownFields } from './definition.ts';

/** Types whose values can be a board's columns. */
export const groupTypes: ReadonlySet<FieldType> = new Set(['select', 'user', 'checkbox']);

export interface BoardGroup {
  /** Left out of the group of records without a value. */
  readonly key?: unknown;
  readonly label: string;
  readonly count: number;
}

export function boardLayout(dataSet: Fields, definition: DefinitionOf<'board'>): Layout {
  const group = fieldOfType(dataSet, definition.groupByFieldKey, groupTypes, '/groupByFieldKey');
  return {
    sort: planSort(dataSet, definition.sort ?? [], '/sort'),
    shown: shownFields(dataSet, definition.cardFieldKeys, '/cardFieldKeys'),
    placing: [group],
    group,
  };
}

/** The alias cannot equal a field's key, because keys are in lower case. */
const count = 'Count';

/** How many records each value of the board's field has. */
export const countsPlan = (field: CatalogueField, where: Condition): AggregatePlan => ({
  where,
  groups: [{ field, key: field.key }],
  metrics: [{ alias: count, function: 'count_rows' }],
  order: [],
});

/** The values of the board's field that are users. */
export const usersIn = (field: CatalogueField, counts: readonly Row[]): string[] =>
  field.type === 'user' ? counts.flatMap((row) => (row[field.key] === undefined ? [] : [String(row[field.key])])) : [];

/** A board's columns: every choice in its order, users by name, false before true; last the records without a value. */
export function boardGroups(
  field: CatalogueField,
  counts: readonly Row[],
  userNames: ReadonlyMap<string, string>,
): BoardGroup[] {
  const countOf = new Map(counts.map((row) => [row[field.key], Number(row[count])]));
  const group = (key: unknown, label: string): BoardGroup => ({ key, label, count: countOf.get(key) ?? 0 });
  const withoutValue: BoardGroup = { label: `No ${field.label}`, count: countOf.get(undefined) ?? 0 };
  switch (field.type) {
    case 'checkbox':
      return [group(false, 'No'), group(true, 'Yes')];
    case 'user':
      return [
        ...usersIn(field, counts)
          .map((id) => group(id, userNames.get(id) ?? id))
          .toSorted(byLabel),
        withoutValue,
      ];
    default:
      return [...(field.options.choices ?? []).map(({ key, label }) => group(key, label)), withoutValue];
  }
}

const byLabel = (one: BoardGroup, other: BoardGroup): number =>
  one.label.localeCompare(other.label, 'en') || String(one.key).localeCompare(String(other.key), 'en');
