import type { ViewFilters } from '../../../schemas/queries.ts';
import type { DefinitionOf } from '../props.ts';

/** Records that begin before the last day and do not end before the first. Without an end they end as they begin. */
export function lastingOn(
  { first, last }: { first: string; last: string },
  { dateFieldKey: start, endDateFieldKey: end }: DefinitionOf<'calendar'>,
): ViewFilters {
  const beginsLate = { fieldKey: start, op: 'gte' as const, value: first };
  return [
    { fieldKey: start, op: 'lte', value: last },
    end === undefined ? beginsLate : { or: [beginsLate, { fieldKey: end, op: 'gte', value: first }] },
  ];
}
