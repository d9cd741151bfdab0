import { useState } from 'react';
import { fieldNamed } from '../../fields/words.ts';
import { cardFieldsOf } from '../card-fields-of.ts';
import type { ViewedRecord, ViewProps } from '../props.ts';
import { Agenda } from './agenda.tsx';
import { CalendarHead } from './calendar-head.tsx';
import { mondayOf, today, weeksOf } from './days.ts';
import { type Look, rangeOf } from './looks.ts';
import { type Shift, shiftedValues } from './shifting.ts';
import { type Held, type Span, spansOf } from './spans.ts';
import { Week } from './week.tsx';
import styles from './calendar-view.module.css';

/** Moves a record to other days by giving it these values. */
export type MoveRecord = (record: ViewedRecord, values: Record<string, unknown>) => void;

interface CalendarViewProps extends ViewProps<'calendar'> {
  /** How it is looked at and around which day, and how to show another. Without them the calendar keeps them itself. */
  readonly shown?: { readonly look: Look; readonly day: string } | undefined;
  readonly show?: ((look: Look, day: string) => void) | undefined;
  /** Without it the calendar is for reading. */
  readonly move?: MoveRecord | undefined;
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
/** A Monday. */
const anyMonday = Date.UTC(2024, 0, 1);
const weekdays = Array.from({ length: 7 }, (_, index) => weekday.format(anyMonday + index * 86_400_000));

/** Records on their days, from their start to their end. */
export function CalendarView({ definition, data, fields, shown, show, move }: CalendarViewProps) {
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
  return (
    <section aria-label={definition.name} data-look={look} className={styles.calendar}>
      <CalendarHead look={look} day={day} show={show ?? ((next, around) => setOwn({ look: next, day: around }))} />
      {isGrid && (
        <div className={styles.grid}>
          <div className={styles.weekdays} aria-hidden="true">
            {weekdays.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          {weeks.map((monday) => (
            <Week
              key={monday}
              monday={monday}
              month={look === 'month' ? month : undefined}
              {...{ spans, held, hold, shift, canStretch }}
            />
          ))}
        </div>
      )}
      <Agenda
        spans={spans}
        fields={cardFieldsOf(definition.cardFieldKeys ?? [], fields, [start, end])}
        {...{ shift, canStretch }}
      />
    </section>
  );
}
