import type { Filters } from '../../../../schemas/queries.ts';
import { listed } from '../../language/listed.ts';
import { looksPlural, type SubjectField } from '../named.ts';

/** Cells that say that there is nothing, or that nobody knows. */
const placeholders = listed(
  '- – — -- ? . … None none NONE N/A n/a NA na n.a. Nothing nothing nil null NULL TBD tbd TBA tba Unknown unknown',
);

/** Keeps records whose cell says that there is nothing. Undefined where the field can hold no such cell. */
export function sayingNothing({ key, type, options }: SubjectField): Filters[number] | undefined {
  if (type === 'text') return { field: key, operator: 'in', value: placeholders };
  const choices = (options?.choices ?? []).filter(({ label }) => placeholders.includes(label));
  return choices.length === 0 ? undefined : { field: key, operator: 'in', value: choices.map((choice) => choice.key) };
}

/** Keeps records whose cell lists several things. Undefined where the label names one thing. */
export const listing = ({ key, type, label }: SubjectField): Filters[number] | undefined =>
  type === 'text' && looksPlural(label)
    ? { or: [',', ';', '/', '\n'].map((mark) => ({ field: key, operator: 'contains' as const, value: mark })) }
    : undefined;
