import type { ViewData, ViewedRecord } from '../props.ts';

/** A column of a board: a value of its field, and how many records of the whole View have it. */
export type Group = NonNullable<ViewData['groups']>[number];

/** A card that is taken along, and where from. */
export interface Held {
  readonly card: ViewedRecord;
  readonly from: Group;
}

/** Whether a record with this value stands in a column. */
export function isIn({ key }: Group, value: unknown): boolean {
  if (Array.isArray(value)) return key === undefined ? value.length === 0 : value.includes(key);
  return key === false ? value !== true : value === key;
}

/** The value of a card that moves from a column to another. A list keeps its other members. */
export function movedValue(value: unknown, from: Group, to: Group): unknown {
  if (!Array.isArray(value)) return to.key ?? null;
  const others = value.filter((one: unknown) => one !== from.key && one !== to.key) as unknown[];
  const next = to.key === undefined ? others : [...others, to.key];
  return next.length === 0 ? null : next;
}

/** The value of a new card in a column, as its field takes it. */
export function valueIn({ key }: Group, isList: boolean): unknown {
  return isList ? [key] : key;
}
