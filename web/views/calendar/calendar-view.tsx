import { useState } from 'react';
import { cardFieldsOf } from '../card-fields-of.ts';
import { fieldNamed } from '../../fields/words.ts';
import type { ViewProps } from '../props.ts';
import { Agenda } from './agenda.tsx';
import { today, monthAfter, weeksOf } from './days.ts';
import { MonthHead } from './month-head.tsx';
import { spansOf } from './spans.ts';
import { Week } from './week.tsx';
import styles from './calendar-view.module.css';

interface CalendarViewProps extends ViewProps<'calendar'> {
  /** The month to show, as `YYYY-MM`, and how to show another. Without them the calendar keeps it itself. */
  readonly month?: string | undefined;
  readonly showMonth?: ((month: string) => void) | undefined;
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
/** A Monday. */
const anyMonday = Date.UTC(2024, 0, 1);
const weekdays = Array.from({ length: 7 }, (_, index) => weekday.format(anyMonday + index * 86_400_000));

/** Records on the days of a month, from their start to their end. */
export function CalendarView({ definition, data, fields, month, showMonth }: CalendarViewProps) {
  const [own, setOwn] = useState(today().slice(0, 7));
  const [shown, show] = month !== undefined && showMonth ? [month, showMonth] : [own, setOwn];
  const keyOf = (name: string | undefined) => (name === undefined ? undefined : fieldNamed(fields, name)?.key);
  const [start, end] = [keyOf(definition.dateFieldKey) ?? '', keyOf(definition.endDateFieldKey)];
  const spans = spansOf(data.records ?? [], start, end);
  const { weeks, first, last } = weeksOf(shown);
  const onCards = cardFieldsOf(definition.cardFieldKeys ?? [], fields, [start, end]);
  return (
    <section aria-label={definition.name}>
      <MonthHead month={shown} show={show} move={(months) => show(monthAfter(shown, months))} />
      <div className={styles.grid}>
        <div className={styles.weekdays} aria-hidden="true">
          {weekdays.map((name) => (
            <span key={name}>{name}</span>
          ))}
        </div>
        {weeks.map((monday) => (
          <Week key={monday} monday={monday} month={shown} spans={spans} />
        ))}
      </div>
      <Agenda spans={spans.filter(({ from, to }) => from <= last && to >= first)} fields={onCards} />
    </section>
  );
}
