import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { CardFields } from '../card-fields.tsx';
import { DayMenu } from './day-menu.tsx';
import { timeOf, today } from './days.ts';
import { DaysOf } from './days-of.tsx';
import { isNow, type Look, rangeOf } from './looks.ts';
import type { ShiftSpan, Span } from './spans.ts';
import own from './agenda.module.css';
import styles from './calendar-view.module.css';

interface AgendaProps {
  readonly look: Look;
  /** A day of the ones that are shown. */
  readonly around: string;
  readonly spans: readonly Span[];
  readonly fields: readonly Field[];
  readonly shift: ShiftSpan | undefined;
  readonly canStretch: boolean;
  /** Whether records have hours. */
  readonly isTimed: boolean;
}

/** The same as a list by day, also where a grid has no room. Days before today, or before the month, are folded. */
export function Agenda({ spans, look, around, fields, shift, canStretch, isTimed }: AgendaProps) {
  const { RecordLink } = useAround();
  const begin = beginOf(look, around);
  const days = daysIn(spans, rangeOf(look, around).first, begin);
  const earlier = days.findIndex(([day]) => day >= begin);
  const shownDays = (some: readonly DayOfAgenda[]) =>
    some.map(([day, ofDay]) => (
      <section key={day}>
        <h3 {...(day === today() && { 'aria-current': 'date' })}>
          <time dateTime={day}>{dayWords.format(timeOf(day))}</time>
        </h3>
        <ul>
          {ofDay.map((span) => (
            <li key={span.record.id}>
              <span className={styles.entry}>
                <RecordLink id={span.record.id}>
                  <Shown text={span.record.title} />
                </RecordLink>
                {shift && (
                  <DayMenu title={span.record.title} move={(by) => shift(span, by)} {...{ canStretch, isTimed }} />
                )}
              </span>
              <DaysOf span={span} isHidden={span.from === span.to} />
              <CardFields record={span.record} fields={fields} />
            </li>
          ))}
        </ul>
      </section>
    ));
  return (
    <div className={`${styles.agenda} ${own.byDay}`}>
      {earlier > 0 && (
        <details>
          <summary>Earlier days ({days.slice(0, earlier).flatMap(([, ofDay]) => ofDay).length})</summary>
          {shownDays(days.slice(0, earlier))}
        </details>
      )}
      {shownDays(days.slice(Math.max(0, earlier)))}
    </div>
  );
}

const dayWords = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });

/** Today where it is shown, else the first day of a month or week. */
function beginOf(look: Look, around: string): string {
  if (isNow(look, around)) return today();
  return look === 'month' ? `${around.slice(0, 7)}-01` : rangeOf(look, around).first;
}

type DayOfAgenda = readonly [day: string, spans: readonly Span[]];

/** The days on which something starts. A record that lasts into the beginning is on its day. */
function daysIn(spans: readonly Span[], first: string, begin: string): DayOfAgenda[] {
  const dayOf = ({ from, to }: Span) => (from < begin && to >= begin ? begin : from < first ? first : from);
  const inOrder = spans.toSorted((one, other) => one.from.localeCompare(other.from));
  return [...Map.groupBy(inOrder, dayOf)].toSorted(([one], [other]) => one.localeCompare(other));
}
