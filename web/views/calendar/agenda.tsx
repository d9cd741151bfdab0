import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { Shown } from '../../ui/shown.tsx';
import { CardFields } from '../card-fields.tsx';
import { countWords } from '../count-words.ts';
import { DayMenu } from './day-menu.tsx';
import { timeOf, today } from './days.ts';
import { DaysOf } from './days-of.tsx';
import { isNow, type Look, rangeOf } from './looks.ts';
import type { ShiftSpan, Span } from './spans.ts';
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
export function Agenda({ spans, look, around, ...entries }: AgendaProps) {
  const begin = beginOf(look, around);
  const days = daysIn(spans, rangeOf(look, around).first, begin);
  const earlier = days.filter(({ day }) => day < begin);
  if (earlier.length === 0 || earlier.length === days.length)
    return <Days className={styles.agenda} days={days} {...entries} />;
  const count = earlier.reduce((sum, one) => sum + one.spans.length, 0);
  return (
    <div className={styles.agenda}>
      <details>
        <summary>Earlier days ({countWords(count, count)})</summary>
        <Days days={earlier} {...entries} />
      </details>
      <Days days={days.slice(earlier.length)} {...entries} />
    </div>
  );
}

/** Today where it is shown, else the first day of a month or week. */
function beginOf(look: Look, around: string): string {
  if (isNow(look, around)) return today();
  return look === 'month' ? `${around.slice(0, 7)}-01` : rangeOf(look, around).first;
}

interface DayOfAgenda {
  readonly day: string;
  readonly spans: readonly Span[];
}

/** The days on which something starts. A record that lasts into the beginning is on its day. */
function daysIn(spans: readonly Span[], first: string, begin: string): DayOfAgenda[] {
  const dayOf = ({ from, to }: Span) => (from < begin && to >= begin ? begin : from < first ? first : from);
  const inOrder = spans.toSorted((one, other) => one.from.localeCompare(other.from));
  return [...Map.groupBy(inOrder, dayOf)]
    .map(([day, some]) => ({ day, spans: some }))
    .toSorted((one, other) => one.day.localeCompare(other.day));
}

type Entries = Omit<AgendaProps, 'spans' | 'look' | 'around'>;

function Days({
  days,
  className,
  ...entries
}: Entries & { readonly days: readonly DayOfAgenda[]; readonly className?: string | undefined }) {
  return (
    <div className={className}>
      {days.map(({ day, spans }) => (
        <section key={day} className={styles.dayOfAgenda}>
          <h3 {...(day === today() && { 'aria-current': 'date' })}>
            <time dateTime={day}>{dayWords.format(timeOf(day))}</time>
          </h3>
          <ul>
            {spans.map((span) => (
              <Entry key={span.record.id} span={span} {...entries} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const dayWords = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });

function Entry({ span, fields, shift, ...moving }: Entries & { readonly span: Span }) {
  const { RecordLink } = useAround();
  return (
    <li>
      <span className={styles.entry}>
        <RecordLink id={span.record.id}>
          <Shown text={span.record.title} />
        </RecordLink>
        {shift && <DayMenu title={span.record.title} move={(by) => shift(span, by)} {...moving} />}
      </span>
      <DaysOf span={span} isHidden={span.from === span.to} />
      <CardFields record={span.record} fields={fields} />
    </li>
  );
}
