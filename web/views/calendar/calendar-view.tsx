import { type ComponentType, useState } from 'react';
import { fieldNamed } from '../../fields/words.ts';
import { cardFieldsOf } from '../card-fields-of.ts';
import type { ViewedRecord, ViewProps } from '../props.ts';
import { Agenda } from './agenda.tsx';
import { CalendarHead } from './calendar-head.tsx';
import { mondayOf, today, weeksOf } from './days.ts';
import { type Look, rangeOf } from './looks.ts';
import { type Shift, shiftedValues } from './shifting.ts';
import { type Held, type Span, spansOf, type TimedDaysProps } from './spans.ts';
import { isLong } from './long-spans.ts';
import { Week } from './week.tsx';
import { Weekdays } from './weekdays.tsx';
import styles from './calendar-view.module.css';

/** Moves a record to other days by giving it these values. */
export type MoveRecord = (record: ViewedRecord, values: Record<string, unknown>) => void;

interface CalendarViewProps extends ViewProps<'calendar'> {
  /** The shown period and its day, and the function that changes them. Without these the calendar keeps them itself. */
  readonly shown?: { readonly look: Look; readonly day: string } | undefined;
  readonly show?: ((look: Look, day: string) => void) | undefined;
  /** Draws days with hours. Without it records with a time stand on their day. */
  readonly TimedDays?: ComponentType<TimedDaysProps> | undefined;
  /** Without it the calendar is read-only. */
  readonly move?: MoveRecord | undefined;
}

/** Bars for which a week has room. A week by itself is as tall as a month. */
const [linesInMonth, linesOfWeek] = [2, 16];

/** Records on their days, from their start to their end. */
export function CalendarView({ definition, data, fields, shown, show, TimedDays, move }: CalendarViewProps) {
  const [own, setOwn] = useState({ look: 'month' as Look, day: today() });
  const { look, day } = shown ?? own;
  const [held, hold] = useState<Held>();
  const keyOf = (name: string | undefined) => (name === undefined ? undefined : fieldNamed(fields, name)?.key);
  const [start = '', end] = [keyOf(definition.dateFieldKey), keyOf(definition.endDateFieldKey)];
  const { first, last } = rangeOf(look, day);
  const spans = spansOf(data.records ?? [], start, end).filter(({ from, to }) => from <= last && to >= first);
  const shift =
    move &&
    (({ record }: Span, by: Shift) => {
      const values = shiftedValues(record, { start, end }, by);
      if (Object.keys(values).length > 0) move(record, values);
    });
  const isGrid = look === 'month' || look === 'week';
  const month = day.slice(0, 7);
  const weeks = look === 'month' ? weeksOf(month).weeks : [mondayOf(day)];
  const canStretch = end !== undefined && end !== start;
  const lines = look === 'month' ? linesInMonth : linesOfWeek;
  const hasHours = fieldNamed(fields, start)?.type === 'date_time';
  const isTimed = hasHours && (look === 'week' || look === 'day');
  const longSpans = spans.filter((span) => isLong(span, { start, end }));
  const go = show ?? ((next: Look, around: string) => setOwn({ look: next, day: around }));
  const weekOf = (monday: string, some: readonly Span[], least: number) => (
    <Week
      key={monday}
      monday={monday}
      month={look === 'month' ? month : undefined}
      spans={some}
      {...{ least, held, hold, shift, canStretch }}
    />
  );
  return (
    <section
      aria-label={definition.name}
      data-look={look}
      data-timed={(TimedDays && isTimed) || undefined}
      className={styles.calendar}
    >
      <CalendarHead look={look} day={day} show={go} />
      {TimedDays && isTimed ? (
        <TimedDays {...{ look, day, spans, held, hold, shift, canStretch }} keys={{ start, end }} show={go}>
          {weeks.map((monday) => weekOf(monday, longSpans, 1))}
        </TimedDays>
      ) : (
        isGrid && (
          <div className={styles.grid}>
            <Weekdays />
            {weeks.map((monday) => weekOf(monday, spans, lines))}
          </div>
        )
      )}
      <Agenda
        spans={spans}
        look={look}
        around={day}
        fields={cardFieldsOf(definition.cardFieldKeys ?? [], fields, [start, end])}
        {...{ shift, canStretch, isTimed: hasHours }}
      />
    </section>
  );
}
