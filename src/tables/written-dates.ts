import { isDay } from '../time/dates.ts';

/** A value as it stands at the beginning of a text. */
export interface Written {
  readonly value: string | number;
  /** Whether nothing but this kind of value is written so: `1998` may be a number or a date. */
  readonly isSure: boolean;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const weekday = '(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?';
const dayOfMonth = '(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)';
const laterYear = '\\D(?:.{0,30}?\\D)?([12]\\d{3})(?!\\d)';

const dayMonthYear = new RegExp(
  `^${weekday}${dayOfMonth}(?:\\s*[-–—/&]\\s*\\d{1,2})?[\\s-]*(?:of\\s+)?${month}${laterYear}`,
  'i',
);
const monthDayYear = new RegExp(`^${weekday}${month}\\s*${dayOfMonth}${laterYear}`, 'i');
const monthYear = new RegExp(`^${month},?\\s+([12]\\d{3})(?!\\d)`, 'i');
const yearMonthDay = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;
/** Also a season or another range of years: `1984/85`. */
export const yearOnly = /^([12]\d{3})(?=$|\s*[-–—/]\s*(?:\d|present|$))/i;

export function writtenDate(text: string): Written | undefined {
  const iso = yearMonthDay.exec(text);
  if (iso) return dateOf(iso[1]!, iso[2]!, iso[3]!);
  const dayFirst = dayMonthYear.exec(text);
  if (dayFirst) return dateOf(dayFirst[3]!, monthNumber(dayFirst[2]!), dayFirst[1]!);
  const monthFirst = monthDayYear.exec(text);
  if (monthFirst) return dateOf(monthFirst[3]!, monthNumber(monthFirst[1]!), monthFirst[2]!);
  const month = monthYear.exec(text);
  if (month) return dateOf(month[2]!, monthNumber(month[1]!), '1');
  const year = yearOnly.exec(text);
  return year ? { value: `${year[1]!}-01-01`, isSure: false } : undefined;
}

const monthNumber = (name: string): string => String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function dateOf(year: string, month: string, day: string, isSure = true): Written | undefined {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(value) ? { value, isSure } : undefined;
}

const inFigures = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/;

/** Sure where the other number can be no month. */
export function dayFirst(text: string): Written | undefined {
  const [, day, mark, month, year] = inFigures.exec(text) ?? [];
  return day === undefined ? undefined : dateOf(year!, month!, day, mark === '.' || Number(day) > 12);
}

export function monthFirst(text: string): Written | undefined {
  const [, month, , day, year] = inFigures.exec(text) ?? [];
  return month === undefined ? undefined : dateOf(year!, month, day!, Number(day) > 12);
}
