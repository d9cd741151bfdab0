import { textTypes } from '../../../../schemas/fields.ts';
import type { Filters } from '../../../../schemas/queries.ts';
import { listed } from '../../language/listed.ts';
import type { SubjectField } from '../named.ts';

/** Cells that say that there is nothing, or that nobody knows. */
const placeholders = listed(
  '- \u2013 \u2014 -- ? . \u2026 None none NONE N/A n/a NA na n.a. Nothing nothing nil null NULL TBD tbd TBA tba Unknown unknown',
);

/** Keeps records whose cell says that there is nothing. Undefined where the field can hold no such cell. */
export function sayingNothing({ key, type, options }: SubjectField): Filters[number] | undefined {
  if (textTypes.has(type)) return { field: key, operator: 'in', value: placeholders };
  const choices = (options?.choices ?? []).filter(({ label }) => placeholders.includes(label));
  return choices.length === 0 ? undefined : { field: key, operator: 'in', value: choices.map((choice) => choice.key) };
}

/** Keeps records whose cell lists several things. Undefined where the field holds no text. */
export const listing = ({ key, type }: SubjectField) =>
  textTypes.has(type)
    ? { or: [',', ';', '/', '\n'].map((mark) => ({ field: key, operator: 'contains' as const, value: mark })) }
    : undefined;

/** Keeps other records whose cell holds this value too: as one of several, or before brackets. */
export function listingToo(
  field: SubjectField,
  value: string,
): { readonly value: string; readonly filters: Filters } | undefined {
  const { key, options } = field;
  const lists = listing(field);
  if (lists) {
    const others = { field: key, operator: 'neq' as const, value };
    const either = { or: [...lists.or, { field: key, operator: 'contains' as const, value: `${value} (` }] };
    return { value, filters: [others, { field: key, operator: 'contains', value }, either] };
  }
  const label = options?.choices?.find((choice) => choice.key === value)?.label;
  const alike = (options?.choices ?? []).filter((choice) => choice.label.startsWith(`${label} (`));
  if (label === undefined || alike.length === 0) return undefined;
  return { value: label, filters: [{ field: key, operator: 'in', value: alike.map((choice) => choice.key) }] };
}
