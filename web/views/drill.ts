import { dayMs } from '../../schemas/durations.ts';
import type { Field } from '../../schemas/fields.ts';
import type { Filters, Row } from '../../schemas/queries.ts';
import { fieldNamed } from '../fields/words.ts';
import type { DefinitionOf } from './props.ts';

export type Condition = Filters[number];

/** The condition that records of a group fulfil: the value of its field, or none. */
export function conditionOf(field: Field, value: unknown): Condition {
  const { key, type } = field;
  if (type === 'checkbox') return { field: key, operator: 'eq', value: value === true };
  if (value === undefined || value === null) return { field: key, operator: 'is_empty' };
  return field.operators.includes('has_any_of')
    ? { field: key, operator: 'has_any_of', value: [value] }
    : { field: key, operator: 'eq', value };
}

/** The condition that records of a period fulfil, by the key of a bucket such as `2026-W48`. */
function periodCondition(field: string, key: unknown): Condition {
  const days = typeof key === 'string' ? daysOf(key) : undefined;
  return days ? between(field, days) : { field, operator: 'is_empty' };
}

export const between = (field: string, days: readonly [string, string]): Condition => ({
  field,
  operator: 'between',
  value: [...days],
});

type Group = NonNullable<DefinitionOf<'dashboard'>['widgets'][number]['groupBy']>[number];

/** The conditions that the records of a row of figures fulfil. */
export const rowConditions = (groups: readonly Group[], row: Row, fields: readonly Field[]): Filters =>
  groups.flatMap((group) => {
    const field = fieldNamed(fields, typeof group === 'string' ? group : group.field);
    if (!field) return [];
    return typeof group === 'string'
      ? conditionOf(field, row[field.key])
      : periodCondition(field.key, row[`${field.key}_${group.interval}`]);
  });

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const beforeMonth = (year: number, month: number): string => isoDay(Date.UTC(year, month, 1) - dayMs);
const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The first and last day of a period. */
function daysOf(key: string): [string, string] | undefined {
  const [, year, kind, number] = /^(\d{4})(?:-([WQ])?(\d{1,2})(?!\d))?$/.exec(key) ?? [];
  if (year === undefined) return /^\d{4}-\d{2}-\d{2}$/.test(key) ? [key, key] : undefined;
  if (number === undefined) return [`${year}-01-01`, `${year}-12-31`];
  if (kind === 'W') return weekOf(Number(year), Number(number));
  const months = kind === 'Q' ? 3 : 1;
  const first = (Number(number) - 1) * months;
  return [`${year}-${twoDigits(first + 1)}-01`, beforeMonth(Number(year), first + months)];
}

/** Weeks begin on Monday. The first of a year is the one with the fourth of January. */
function weekOf(year: number, week: number): [string, string] {
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs + (week - 1) * 7 * dayMs;
  return [isoDay(monday), isoDay(monday + 6 * dayMs)];
}
