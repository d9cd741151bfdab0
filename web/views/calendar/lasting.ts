import type { Field } from '../../../schemas/fields.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { fieldNamed } from '../../fields/words.ts';
import type { DefinitionOf } from '../props.ts';
import { addDays } from './days.ts';
import type { Range } from './looks.ts';

/** The moment at which a day begins where the browser is. */
const beginningOf = (day: string): string => new Date(`${day}T00:00`).toISOString();

/** Conditions of the first day or later, and of the last day or earlier. A moment is on the day that it has here. */
export function boundsOf({ first, last }: Range, fields: readonly Field[], key: string) {
  return fieldNamed(fields, key)?.type === 'date_time'
    ? ({
        onward: { op: 'gte', value: beginningOf(first) },
        until: { op: 'lt', value: beginningOf(addDays(last, 1)) },
      } as const)
    : ({ onward: { op: 'gte', value: first }, until: { op: 'lte', value: last } } as const);
}

/** Records that begin before the last day and do not end before the first. Without an end they end as they begin. */
export function lastingOn(
  range: Range,
  { dateFieldKey: start, endDateFieldKey: end }: DefinitionOf<'calendar'>,
  fields: readonly Field[],
): ViewFilters {
  const { onward, until } = boundsOf(range, fields, start);
  const begins = { fieldKey: start, ...onward };
  return [{ fieldKey: start, ...until }, end === undefined ? begins : { or: [begins, { fieldKey: end, ...onward }] }];
}
