import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDay, isMonth, today } from '../../views/calendar/days.ts';
import { isLook, type Look, rangeOf } from '../../views/calendar/looks.ts';
import { lastingOn } from '../../views/calendar/lasting.ts';
import { withChanges } from '../../views/changed.ts';
import { Nearest } from './nearest.tsx';
import { Records } from './records.tsx';
import { useMoving } from './use-moving.tsx';
import type { Viewing } from './viewing.ts';
import { later } from '../../ui/later.tsx';
import { CalendarView } from '../../views/calendar/calendar-view.tsx';

const TimedDays = later(async () => (await import('../../views/calendar/timed-days.tsx')).TimedDays);

/** The days of the address, and the records that last on them. */
export function Calendar({ viewing, definition }: Viewing<'calendar'>) {
  const search = useSearch({ strict: false }) as { look?: string; month?: string; day?: string };
  const shown = { look: isLook(search.look) ? search.look : ('month' as const), day: dayIn(search) };
  const navigate = useNavigate();
  const show = (look: Look, day: string) =>
    void navigate({
      to: '.',
      search: ({ look: _look, month: _month, day: _day, ...rest }: typeof search) => ({
        ...rest,
        ...(look === 'month' ? { month: day.slice(0, 7) } : { look, day }),
      }),
      replace: true,
      resetScroll: false,
    });
  const { changes, move, clash } = useMoving(viewing);
  return (
    <>
      <Records
        viewing={viewing}
        filters={lastingOn(rangeOf(shown.look, shown.day), definition, viewing.fields)}
        isShownEmpty
        fromNone={<Nearest {...{ viewing, definition, shown, show }} />}
      >
        {(data) => (
          <CalendarView
            definition={definition}
            data={withChanges(data, changes)}
            fields={viewing.fields}
            shown={shown}
            show={show}
            TimedDays={TimedDays}
            move={move}
          />
        )}
      </Records>
      {clash}
    </>
  );
}

function dayIn({ month, day }: { month?: string; day?: string }): string {
  if (isDay(day)) return day;
  return isMonth(month) && month !== today().slice(0, 7) ? `${month}-01` : today();
}
