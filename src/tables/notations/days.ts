import type { Day } from '../../time/days.ts';
import { millisecondsOf } from '../../time/dates.ts';
import { dayFirst, monthFirst, writtenDate } from '../../text/written-dates.ts';
import { secondsOfDay } from '../../text/written-numbers.ts';

/** Which comes first in `5/6/2025`. */
export type DayOrder = 'day' | 'month';

/** A cell as each order reads it. */
export interface Orders<Value> {
  readonly day: Value | undefined;
  readonly month: Value | undefined;
  /** Whether the marks say that the day comes first, as in `05.06.2025`. */
  readonly isDayFirst: boolean;
}

const mostCharacters = 60;

/** `5.10.2026`, `10/5/2026`, `2026/10/05`, `5 October 2026`; undefined for a cell that is not a day alone. */
export function dayIn(cell: string): Orders<Day> | undefined {
  if (cell.length > mostCharacters || !/\d{4}/.test(cell)) return undefined;
  const text = cell.trim();
  const named = /^\d{1,2}[/.-]\d/.test(text) ? undefined : wholeDay(writtenDate(text));
  if (named !== undefined) return { day: named, month: named, isDayFirst: false };
  const [day, month] = [wholeDay(dayFirst(text)), wholeDay(monthFirst(text))];
  return day === undefined && month === undefined ? undefined : { day, month, isDayFirst: text.includes('.') };
}

const wholeDay = (written: ReturnType<typeof writtenDate>): Day | undefined =>
  written?.isWhole ? String(written.value) : undefined;

const dayAndTime =
  /^(.*\d)(?:T|,?\s+)(\d{1,2}:[0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,3}))?)?\s*([ap]\.?m\.?)?\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2}))?$/i;

/** A day and a time as ISO 8601, with the offset that the cell has, if it has one. */
export function momentIn(cell: string): Orders<string> | undefined {
  if (cell.length > mostCharacters) return undefined;
  const [, date, clock, seconds = '00', fraction, half, utc, hours, minutes] = dayAndTime.exec(cell.trim()) ?? [];
  const days = date === undefined ? undefined : dayIn(date);
  const time = days && (half === undefined ? clock!.padStart(5, '0') : clockOf(`${clock} ${half}`));
  if (!days || time === undefined) return undefined;
  const clockTime = `${time}:${seconds}${fraction === undefined ? '' : `.${fraction}`}`;
  const offset = hours === undefined ? (utc === undefined ? '' : 'Z') : `${hours}:${minutes}`;
  const at = (day: Day | undefined) => {
    const local = `${day}T${clockTime}`;
    return millisecondsOf(`${local}${offset || 'Z'}`) === undefined ? undefined : `${local}${offset}`;
  };
  const [day, month] = [at(days.day), at(days.month)];
  return day === undefined && month === undefined ? undefined : { day, month, isDayFirst: days.isDayFirst };
}

/** `7:30 pm` as `19:30`. */
function clockOf(text: string): string | undefined {
  const seconds = secondsOfDay(text)?.value;
  if (seconds === undefined) return undefined;
  const minutes = Number(seconds) / 60;
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
