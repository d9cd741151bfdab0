import { addDays } from './days.ts';
import type { SpanKeys } from './shifting.ts';
import type { Span } from './spans.ts';

/** Minutes of a moment's day where the browser is. */
export const minutesOf = (value: unknown): number => {
  const time = new Date(String(value));
  return time.getHours() * 60 + time.getMinutes();
};

/** Whether a record lasts over more than one day. An end at midnight belongs to the day before. */
export const isLong = ({ record, from, to }: Span, { end }: SpanKeys): boolean => {
  if (from === to) return false;
  const endsAtMidnight = end !== undefined && minutesOf(record.values[end]) === 0;
  return !(endsAtMidnight && addDays(from, 1) === to);
};
