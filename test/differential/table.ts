import type { Field } from '../../schemas/fields.ts';

/** A date is `2026-10-05`, a time RFC 3339 in UTC, several values a list; no value is none of these. */
export type Value = string | number | boolean | readonly string[] | undefined;

export interface Row {
  readonly id: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** A Data Set as its cells were before they went to the product, with what the product alone decides: IDs and times. */
export interface Table {
  readonly name: string;
  readonly channelId: string;
  readonly objectTypeId: string;
  /** As the inspected channel lists them, those of every record included. */
  readonly fields: readonly Field[];
  readonly rows: readonly Row[];
}

/** What the field's column is named in answers when it is grouped by an interval or not. */
export const columnKey = (group: string | { field: string; interval: string }): string =>
  typeof group === 'string' ? group : `${group.field}_${group.interval}`;

export function fieldOf(table: Table, key: string): Field {
  const field = table.fields.find((candidate) => candidate.key === key);
  if (!field) throw new Error(`${table.name} has no field ${key}.`);
  return field;
}
