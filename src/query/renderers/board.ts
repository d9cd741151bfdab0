import type { FieldType } from '../../../schemas/fields.ts';
import type { Direction, Row } from '../../../schemas/queries.ts';
import type { CatalogueField, Fields } from '../catalogue.ts';
import { type Condition, planSort } from '../plan.ts';
import type { AggregatePlan } from '../plan-aggregate.ts';
import { type DefinitionOf, fieldOfType, type Layout, shownFields } from './definition.ts';

/** Types whose values can be the columns of a board, or the groups of a table or timeline. */
export const groupTypes: ReadonlySet<FieldType> = new Set(['select', 'user', 'checkbox']);

export interface RecordGroup {
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

/** How many records each value of a field has, in the order of the values. */
export function countsPlan(field: CatalogueField, where: Condition, direction: Direction = 'asc'): AggregatePlan {
  const group = { field, key: field.key };
  const metrics = [{ alias: count, function: 'count_rows' }] as const;
  return { where, groups: [group], metrics, order: [{ by: group, direction }] };
}

export const countOf = (row: Row): number => Number(row[count]);

/** The values of the field that are users. */
export const usersIn = (field: CatalogueField, counts: readonly Row[]): string[] =>
  field.type === 'user' ? counts.flatMap((row) => (row[field.key] === undefined ? [] : [String(row[field.key])])) : [];

/** A board's columns: every choice in its order, users by name, false before true; last the records without a value. */
export function boardGroups(
  field: CatalogueField,
  counts: readonly Row[],
  userNames: ReadonlyMap<string, string>,
): RecordGroup[] {
  const counted = new Map(counts.map((row) => [row[field.key], countOf(row)]));
  const group = (key: unknown, label: string): RecordGroup => ({ key, label, count: counted.get(key) ?? 0 });
  const withoutValue: RecordGroup = { label: `No ${field.label}`, count: counted.get(undefined) ?? 0 };
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

const byLabel = (one: RecordGroup, other: RecordGroup): number =>
  one.label.localeCompare(other.label, 'en') || String(one.key).localeCompare(String(other.key), 'en');
