import { isDay } from '../time/dates.ts';

/** A value as it stands at the beginning of a text. */
export interface Written {
  readonly value: string | number;
  /** Whether nothing but this kind of value is written so: `1998` may be a number or a date. */
  readonly isSure: boolean;
  /** Whether the text is this value in full and nothing else. */
  readonly isWhole?: boolean | undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?';
const dayOfMonth = '(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)';
const laterYear = '(\\D(?:.{0,30}?\\D)?)([12]\\d{3})(?!\\d)';

const dayMonthYear = new RegExp(
  `^${weekday}${dayOfMonth}(\\s*[-–—/&]\\s*\\d{1,2})?[\\s-]*(?:of\\s+)?${month}${laterYear}`,
  'i',
);
const monthDayYear = new RegExp(`^${weekday}${month}\\s*${dayOfMonth}${laterYear}`, 'i');
const monthYear = new RegExp(`^${month},?\\s+([12]\\d{3})(?!\\d)`, 'i');
const yearMonthDay = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
/** Also a season or another range of years: `1984/85`. */
export const yearOnly = /^([12]\d{3})(?=$|\s*[-–—/]\s*(?:\d|present|$))/i;

export function writtenDate(text: string): Written | undefined {
  const iso = yearMonthDay.exec(text);
  if (iso) return dateOf(iso[1]!, iso[3]!, iso[4]!, { isWhole: iso[0] === text });
  const dayFirst = dayMonthYear.exec(text);
  if (dayFirst) {
    const [found, day, otherDay, month, gap, year] = dayFirst;
    const isWhole = found === text && otherDay === undefined && isGap(gap!);
    return dateOf(year!, monthNumber(month!), day!, { isWhole });
  }
  const monthFirst = monthDayYear.exec(text);
  if (monthFirst) {
    const [found, month, day, gap, year] = monthFirst;
    return dateOf(year!, monthNumber(month!), day!, { isWhole: found === text && isGap(gap!) });
  }
  const month = monthYear.exec(text);
  if (month) return dateOf(month[2]!, monthNumber(month[1]!), '1');
  const year = yearOnly.exec(text);
  return year ? { value: `${year[1]!}-01-01`, isSure: false } : undefined;
}

const isGap = (text: string): boolean => /^[\s,-]{1,3}$/.test(text);

const monthNumber = (name: string): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

interface Certainty {
  readonly isSure?: boolean;
  readonly isWhole?: boolean;
}

function dateOf(
  year: string,
  month: string,
  day: string,
  { isSure = true, isWhole }: Certainty = {},
): Written | undefined {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(value) ? { value, isSure, isWhole } : undefined;
}

const inFigures = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/;

/** Sure where the other number can be no month. */
export function dayFirst(text: string): Written | undefined {
  const [whole, day, mark, month, year] = inFigures.exec(text) ?? [];
  const isSure = mark === '.' || Number(day) > 12;
  return whole === undefined ? undefined : dateOf(year!, month!, day!, { isSure, isWhole: whole === text });
}

export function monthFirst(text: string): Written | undefined {
  const [whole, month, , day, year] = inFigures.exec(text) ?? [];
  const isSure = Number(day) > 12;
  return whole === undefined ? undefined : dateOf(year!, month!, day!, { isSure, isWhole: whole === text });
}
