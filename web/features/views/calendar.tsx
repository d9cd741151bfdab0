import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import type { ViewFilters } from '../../../schemas/queries.ts';
import { isMonth, today, weeksOf } from '../../views/calendar/days.ts';
import type { DefinitionOf } from '../../views/props.ts';
import { Records } from './records.tsx';
import type { Viewing } from './viewing.ts';

const CalendarView = lazy(async () => ({
  default: (await import('../../views/calendar/calendar-view.tsx')).CalendarView,
}));

/** The month in the address, and the records that last on its days. */
export function Calendar({ viewing, definition }: Viewing<'calendar'>) {
  const { month: asked } = useSearch({ strict: false }) as { month?: string };
  const month = isMonth(asked) ? asked : today().slice(0, 7);
  const navigate = useNavigate();
  const showMonth = (next: string) =>
    void navigate({
      to: '.',
      search: (present: object) => ({ ...present, month: next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Records viewing={viewing} filters={lastingOn(weeksOf(month), definition)} isShownEmpty>
      {(data) => <CalendarView {...{ definition, data, month, showMonth }} fields={viewing.fields} />}
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
