import type { Filters } from '../../../../schemas/queries.ts';
import { yesOf } from '../choices.ts';
import type { Conditions } from '../conditions.ts';
import type { Line } from '../line.ts';
import { isNumber, type SubjectField } from '../named.ts';

/** Doubts negations. "Companies without an owner" may have one record without an owner, or no record with one. */
export function doubtNegations(line: Line, { filters }: Conditions): void {
  const isNegated = (filter: Filters[number]) =>
    'field' in filter &&
    (filter.value === false || ['neq', 'not_in', 'is_empty', 'has_none_of', 'not_contains'].includes(filter.operator));
  if (filters.some(isNegated)) line.doubtAll('condition');
}

/** Doubts "customers with paid and disputed invoices", who may have one of both or both. */
export function doubtJoined(line: Line, { filters }: Conditions): void {
  const isOfSeveral = (filter: Filters[number]) => 'field' in filter && ['in', 'has_any_of'].includes(filter.operator);
  if (filters.some(isOfSeveral)) line.doubtAll('condition');
}

/** Doubts "customers with more than 200 guests", who may have them in all their orders together. */
export function doubtAmounts(line: Line, { filters }: Conditions, fields: readonly SubjectField[]): void {
  const numbers = new Set(fields.filter(isNumber).map(({ key }) => key));
  const isOfNumber = (filter: Filters[number]) => 'or' in filter || ('field' in filter && numbers.has(filter.field));
  if (!filters.some(isOfNumber)) return;
  line.doubtAll('amount');
  line.doubtAll('condition');
}

/** Doubts "how many animals were insured", where an animal may be insured in one record and not in another. */
export function doubtFlags(line: Line, { filters }: Conditions, fields: readonly SubjectField[]): void {
  const flags = new Map(fields.flatMap((field) => [[field.key, yesOf(field)] as const]));
  const isFlag = (filter: Filters[number]) =>
    'field' in filter && filter.value !== undefined && flags.get(filter.field) === filter.value;
  if (filters.some(isFlag)) line.doubtAll('condition');
}
