import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import type { ViewFilters } from '../../../schemas/queries.ts';
import type { View } from '../../../schemas/views.ts';
import { isMonth, today, weeksOf } from '../../views/calendar/days.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { Records } from './records.tsx';

const CalendarView = lazy(async () => ({
  default: (await import('../../views/calendar/calendar-view.tsx')).CalendarView,
}));

interface CalendarProps {
  readonly view: View;
  readonly definition: DefinitionOf<'calendar'>;
  readonly channelId: string;
  readonly fields: readonly Field[];
}

/** The month in the address, and the records that last on its days. */
export function Calendar({ view, definition, channelId, fields }: CalendarProps) {
  const { month: asked } = useSearch({ strict: false }) as { month?: string };
  const month = isMonth(asked) ? asked : today().slice(0, 7);
  const navigate = useNavigate();
  const showMonth = (next: string) =>
    void navigate({ to: '.', search: { month: next }, replace: true, resetScroll: false });
  return (
    <Records view={view} channelId={channelId} filters={lastingOn(weeksOf(month), definition)} isShownEmpty>
      {(data) => (
        <CalendarView definition={definition} data={data} fields={fields} month={month} showMonth={showMonth} />
      )}
    </Records>
  );
}

/** Records that begin before the last day and do not end before the first. Without an end they end as they begin. */
function lastingOn(
  { first, last }: { first: string; last: string },
  { dateFieldKey: start, endDateFieldKey: end }: DefinitionOf<'calendar'>,
): ViewFilters {
  const beginsLate = { fieldKey: start, op: 'gte' as const, value: first };
  return [
    { fieldKey: start, op: 'lte', value: last },
    end === undefined ? beginsLate : { or: [beginsLate, { fieldKey: end, op: 'gte', value: first }] },
  ];
}
