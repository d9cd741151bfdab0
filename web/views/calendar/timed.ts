import { isLong, minutesOf } from './long-spans.ts';
import type { SpanKeys } from './shifting.ts';
import type { Span } from './spans.ts';

/** Minutes of a day. */
export const dayMinutes = 1440;
/** Records are dragged by steps of as many minutes. */
export const stepMinutes = 15;
/** How long a record looks that ends when it starts, or has no end. */
const leastMinutes = 30;

/** A record within a day. Records that overlap share its width. */
export interface Timed {
  readonly span: Span;
  /** In minutes of the day. */
  readonly from: number;
  readonly to: number;
  /** When it ends, if it says so. */
  readonly ends: number | undefined;
  readonly lane: number;
  readonly lanes: number;
}

/** A moment of a day where the browser is. */
export const momentOf = (day: string, minutes: number): Date => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date, 0, minutes);
};

/** The records of one day that do not last longer, each with its place. */
export function timedOn(day: string, spans: readonly Span[], keys: SpanKeys): Timed[] {
  const all = spans.filter((span) => span.from === day && !isLong(span, keys)).map((span) => timesOf(span, keys));
  all.sort((one, other) => one.from - other.from || other.to - one.to);
  const placed: Timed[] = [];
  for (let first = 0; first < all.length; ) {
    let [until, next] = [0, first];
    while (next < all.length && (next === first || all[next]!.from < until)) until = Math.max(until, all[next++]!.to);
    placed.push(...inLanes(all.slice(first, next)));
    first = next;
  }
  return placed;
}

function timesOf(span: Span, { start, end }: SpanKeys) {
  const from = minutesOf(span.record.values[start]);
  const value = end === undefined ? undefined : span.record.values[end];
  const last = span.to > span.from ? dayMinutes : minutesOf(value);
  const ends = value !== undefined && value !== null && last > from ? last : undefined;
  return { span, from, ends, to: Math.min(dayMinutes, Math.max(ends ?? from, from + leastMinutes)) };
}

/** Records that overlap, side by side. */
function inLanes(overlapping: readonly ReturnType<typeof timesOf>[]): Timed[] {
  const busyUntil: number[] = [];
  const laned = overlapping.map((one) => {
    const free = busyUntil.findIndex((until) => until <= one.from);
    const lane = free === -1 ? busyUntil.length : free;
    busyUntil[lane] = one.to;
    return { ...one, lane };
  });
  return laned.map((one) => ({ ...one, lanes: busyUntil.length }));
}
