import { dayMs } from '../../schemas/durations.ts';

/** Days are texts such as `2026-10-05`, times milliseconds since 1970 (UTC). Years are 0001 to 9999. */
export type Day = string;

/** The calendar day of a moment in a zone. The first and the last day hold what a zone moves beyond them. */
export function localDay(time: number, timeZone: string): Day {
  return dayOf(Math.min(Math.max(time + offsetAt(time, timeZone), earliest), latest));
}

/** The first moment of a calendar day in a zone; where a clock skips midnight, the first that there is. */
export function startOfDay(day: Day, timeZone: string): number {
  const midnight = startOfDayUtc(day);
  const candidates = [midnight - offsetAt(midnight - dayMs, timeZone), midnight - offsetAt(midnight + dayMs, timeZone)];
  if (candidates[0] === candidates[1]) return candidates[0]!;
  const matching = candidates.filter((time) => localDay(time, timeZone) === day && localDay(time - 1, timeZone) < day);
  return matching.length > 0 ? Math.min(...matching) : Math.max(...candidates);
}

export const startOfDayUtc = (day: Day): number =>
  utc(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)));

export const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

/** `Date.UTC` takes years below 100 for those of the twentieth century. */
export function utc(year: number, month: number, day: number): number {
  return new Date(Date.UTC(2000, month - 1, day)).setUTCFullYear(year + Math.floor((month - 1) / 12));
}

/** The first and the last moment that there are. */
export const earliest = utc(1, 1, 1);
export const latest = utc(9999, 12, 31) + dayMs - 1;

const quarterHourMs = 900_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();
const mostOffsets = 50_000;

/** Milliseconds that the zone's clock is ahead of UTC; offsets change at quarters of an hour only. */
export function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const slot = Math.floor(time / quarterHourMs);
  let known = offsets.get(timeZone);
  if (!known || known.size >= mostOffsets) offsets.set(timeZone, (known = new Map<number, number>()));
  let offset = known.get(slot);
  if (offset === undefined) known.set(slot, (offset = computedOffset(slot * quarterHourMs, timeZone)));
  return offset;
}

function computedOffset(time: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    // The year is not used, but without a field the format would add a whole date.
    format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const [, sign, hours = 0, minutes = 0, seconds = 0] = offsetAtEnd.exec(format.format(time))!;
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === '-' ? -ahead : ahead) * 1_000;
}

/** `GMT`, `GMT+01:00` or `GMT-03:06:28`. */
const offsetAtEnd = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;
