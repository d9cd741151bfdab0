const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const wholeDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** A time as short as it is clear: today by the clock, this year by the day. The whole of it is its title. */
export function Time({ at, className }: { at: string; className?: string | undefined }) {
  return (
    <time dateTime={at} title={full.format(new Date(at))} className={className}>
      {shortTime(new Date(at))}
    </time>
  );
}

function shortTime(time: Date, now: Date = new Date()): string {
  if (time.toDateString() === now.toDateString()) return clock.format(time);
  return time.getFullYear() === now.getFullYear() ? day.format(time) : dayAndYear.format(time);
}

/** The heading of the present day. */
export const today = 'Today';

/** The day of a time, as a heading: today, yesterday, or its date. */
export function dayOf(at: string, now: Date = new Date()): string {
  const time = new Date(at);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (time.toDateString() === now.toDateString()) return today;
  if (time.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return wholeDay.format(time);
}
