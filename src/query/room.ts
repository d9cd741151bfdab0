import { hasChoices, textTypes } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import type { Row } from '../../schemas/queries.ts';
import { storageClass } from '../store/data-tables/data-tables.ts';
import type { Room } from '../store/room.ts';
import { allFields, type CatalogueField, type CatalogueTable, titleField } from './catalogue.ts';

/** Texts and lists; what is of another type is short. */
export const isUnbounded = ({ type, multiple }: CatalogueField): boolean => multiple || textTypes.has(type);

/** UTF-8 has at most 4 bytes for a character, and 3 for a unit of UTF-16. */
const mostBytes = 4;
const mostBytesOfUnit = 3;

/** The bytes that a number counts as. */
const shortValue = 5;

/** Rows are read one by one where the texts before their values may exceed this. */
const mostPassed = 300_000_000;

/**
 * The room that an answer has for rows of these fields. Undefined when the rows cannot exceed it, so nothing need be
 * counted.
 */
export function roomFor(
  table: CatalogueTable,
  fields: readonly CatalogueField[],
  { rows, before = 0, bytes = limits.answerBytes }: RoomRequest,
): Room | undefined {
  const longest = total(fields, longestShown);
  const passed = allFields(table).filter(isUnbounded).length;
  if (rows * longest <= bytes && rows * passed * limits.cell <= mostPassed) return undefined;
  const factors = [...Array.from({ length: before }, () => 0), ...fields.map(factorOf)];
  if (table.longestText === undefined) return { bytes, factors };
  const unbounded = fields.filter((field) => field !== titleField && isUnbounded(field));
  const left = bytes / rows - (longest - total(unbounded, longestShown));
  const characters = Math.min(left / total(unbounded, mostBytesOfUnitShown), mostPassed / rows / passed);
  return { bytes, factors, unlessShort: { longest: table.longestText, characters } };
}

const total = (fields: readonly CatalogueField[], bytesOf: (field: CatalogueField) => number): number =>
  fields.reduce((sum, field) => sum + bytesOf(field), 0);

const mostBytesOfUnitShown = (field: CatalogueField): number => mostBytesOfUnit * Math.max(1, factorOf(field));

interface RoomRequest {
  readonly rows: number;
  /** Columns that stand before the fields and do not count. */
  readonly before?: number;
  /** By default as many as an answer may have. */
  readonly bytes?: number | undefined;
}

const longestShown = (field: CatalogueField): number => {
  if (field === titleField) return mostBytes * limits.title;
  if (hasChoices(field.type)) return longestChoice(field) * (field.multiple ? limits.fieldValues : 1);
  if (isUnbounded(field)) return mostBytes * limits.cell;
  return storageClass(field) === 'text' ? limits.identifier : shortValue;
};

/** A choice is stored as its place and shown as its key. In a list, a place takes at least two bytes, such as `7,`. */
function factorOf(field: CatalogueField): number {
  if (hasChoices(field.type)) return field.multiple ? longestChoice(field) / 2 : longestChoice(field);
  return storageClass(field) === 'text' ? 1 : shortValue;
}

/** The bytes that shown values take of a room. */
export function bytesShown(rows: readonly Row[]): number {
  let bytes = 0;
  for (const row of rows) {
    for (const value of Object.values(row)) bytes += typeof value === 'string' ? Buffer.byteLength(value) : shortValue;
  }
  return bytes;
}

const known = new WeakMap<CatalogueField, number>();

function longestChoice(field: CatalogueField): number {
  let longest = known.get(field);
  if (longest === undefined) {
    const keys = (field.options.choices ?? []).map(({ key }) => Buffer.byteLength(key));
    known.set(field, (longest = 3 + keys.reduce((one, other) => Math.max(one, other), 0)));
  }
  return longest;
}
