import type { Field } from '../../schemas/fields.ts';

/** A date is `2026-10-05`, a time RFC 3339 in UTC, several values a list; no value is none of these. */
export type Value = string | number | boolean | readonly string[] | undefined;

export interface Row {
  readonly id: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** A Data Set with its cells as they were sent, and the values that the product sets: IDs and times. */
export interface Table {
  readonly name: string;
  readonly channelId: string;
  readonly objectTypeId: string;
  /** As the inspected channel lists them, those of every record included. */
  readonly fields: readonly Field[];
  readonly rows: readonly Row[];
}

/** The column of the field in answers that are grouped by it, with or without an interval. */
export const columnKey = (group: string | { field: string; interval: string }): string =>
  typeof group === 'string' ? group : `${group.field}_${group.interval}`;

export function fieldOf(table: Table, key: string): Field {
  const field = table.fields.find((candidate) => candidate.key === key);
  if (!field) throw new Error(`${table.name} has no field ${key}.`);
  return field;
}
