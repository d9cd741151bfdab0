import type { FieldType } from '../../schemas/fields.ts';
import { isDay } from '../query/dates.ts';
import type { Stored } from '../query/values.ts';

/** What the cells of a column of text hold beside what else they say. */
export interface DecoratedKind {
  readonly type: Extract<FieldType, 'number' | 'date'>;
  /** What the value is, in words. */
  readonly unit: string;
  /** Null for a cell that holds none. */
  readonly valueOf: (cell: string) => Stored;
}

interface Value {
  readonly value: string | number;
  /** Whether nothing but this kind of value is written so: `1998` may be a number or a date. */
  readonly isSure: boolean;
}

interface Reading extends Omit<DecoratedKind, 'valueOf'> {
  readonly read: (text: string) => Value | undefined;
}

/**
 * Finds whether most cells of a column begin with a number or a date that more is written around: `1,234 (3rd)`, `$5.2m`,
 * `12%`, `1:23.4`, `6 ft 2 in`, `March 3, 1998[2]`, `1998–2003`. Of a range it is the beginning. Footnote marks in brackets and what stands
 * in parentheses behind are overlooked. Months are English; a day and a month in figures are told apart by the column.
 */
export class DecoratedInference {
  #filled = 0;
  readonly #counts = readings.map((reading) => ({ reading, read: 0, sure: 0 }));

  add(cell: string): void {
    if (cell === '') return;
    this.#filled += 1;
    const text = undecorated(cell);
    if (text === undefined) return;
    for (const count of this.#counts) {
      const value = count.reading.read(text);
      if (value) count.read += 1;
      if (value?.isSure) count.sure += 1;
    }
  }

  kind(): DecoratedKind | undefined {
    const found = this.#counts.find(({ read, sure }) => read * 2 > this.#filled && sure >= read * leastSure);
    if (!found) return undefined;
    const { type, unit, read } = found.reading;
    const valueOf = (cell: string): Stored => {
      const text = undecorated(cell);
      return (text === undefined ? undefined : read(text)?.value) ?? null;
    };
    return { type, unit, valueOf };
  }
}

const leastSure = 0.1;
const mostCharacters = 200;

/** A cell without notes; undefined for what can hold no value. */
function undecorated(cell: string): string | undefined {
  if (cell.length > mostCharacters || !/\d/.test(cell)) return undefined;
  return cell
    .replaceAll(/\[[^\]]*\]/g, '')
    .replace(/(?:\s*\([^()]*\))+\s*$/, '')
    .replace(/^["“”'‘’\s*†‡§^]+/, '')
    .replace(/["“”'‘’\s*†‡§^]+$/, '');
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
const yearOnly = /^([12]\d{3})(?=$|\s*[-–—/]\s*(?:\d|present|$))/i;

function writtenDate(text: string): Value | undefined {
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

function dateOf(year: string, month: string, day: string, isSure = true): Value | undefined {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(value) ? { value, isSure } : undefined;
}

const inFigures = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?!\d)/;

/** Sure where the other number can be no month. */
function dayFirst(text: string): Value | undefined {
  const [, day, mark, month, year] = inFigures.exec(text) ?? [];
  return day === undefined ? undefined : dateOf(year!, month!, day, mark === '.' || Number(day) > 12);
}

function monthFirst(text: string): Value | undefined {
  const [, month, , day, year] = inFigures.exec(text) ?? [];
  return month === undefined ? undefined : dateOf(year!, month, day!, Number(day) > 12);
}

/** `1:23.4`, `1:02:03`, `1h 23m`, in seconds; a single unit is sure of nothing, for `5 m` may be a length and `9.8` anything. */
const clock = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,6}))?(?![\d:]|\s*[ap]\.?m\b)/i;
const units =
  /^(?:(\d{1,4})\s*(?:hours?|hrs?|h)\b\.?,?\s*)?(?:(\d{1,4})\s*(?:minutes?|mins?|m)\b\.?,?\s*)?(?:(\d{1,4}(?:\.\d{1,6})?)(?:\s*(?:seconds?|secs?|s)\b|$))?/i;

function duration(text: string): Value | undefined {
  const [onClock, hours = 0, minutes, seconds, fraction = 0] = clock.exec(text) ?? [];
  if (onClock) return { value: secondsOf(hours, minutes!, `${seconds}.${fraction}`), isSure: true };
  const [inUnits, ...parts] = units.exec(text) ?? [];
  if (!inUnits) return undefined;
  const isSure = parts.filter((part) => part !== undefined).length > 1;
  return { value: secondsOf(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0), isSure };
}

/** To a millionth, which is the finest that is read. */
const secondsOf = (hours: string | number, minutes: string | number, seconds: string | number): number =>
  Math.round((Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1e6) / 1e6;

/** `6 ft 2 in`, `6'2"`. */
const feetAndInches =
  /^(\d{1,3})\s*(?:feet|foot|ft\.?|['’′])[\s-]*(?:(\d|1[01])(?!\d)\s*(?:inches|inch|in\b|["”″]|''|$)?)?/i;

function inches(text: string): Value | undefined {
  const [whole, feet, rest] = feetAndInches.exec(text) ?? [];
  return whole === undefined ? undefined : { value: Number(feet) * 12 + Number(rest ?? 0), isSure: rest !== undefined };
}

const before = '(?:[~≈<>≤≥+#№]|c\\.|ca\\.|no\\.|about|approx\\.?)?\\s*';
const sign = '([-−]?)\\s*';
const currency = '([$€£¥₹]|[A-Z]{1,3}\\$|(?:USD|EUR|GBP|CHF|JPY|AUD|CAD|Rs\\.?)(?=\\s?\\d))?\\s*';
const groups = "\\d{1,3}(?:[,'’\\s]\\d{3})+(?!\\d)(?:\\.\\d+)?";
const pointGroups = '\\d{1,3}(?:\\.\\d{3}){2,}(?!\\d)';
const commaDecimals = '\\d+,\\d{1,2}(?![\\d,])';
const figures = `(${groups}|${pointGroups}|${commaDecimals}|\\d*\\.?\\d+)`;
const scale = '(?:\\s*(thousand|million|mn|mio|billion|bn|trillion|tn)\\b|([kKmMbB])\\b)?';
const numberBegins = new RegExp(`^${before}${sign}${currency}${sign}${figures}${scale}`, 'i');

const exponents: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  tn: 12,
  trillion: 12,
};

function number(text: string): Value | undefined {
  const found = numberBegins.exec(text);
  if (!found) return undefined;
  const [whole, minus, money, otherMinus, written, word, letter] = found;
  if (isCode(written!, text.slice(whole.length))) return undefined;
  const isScaled = letter !== undefined && (money !== undefined || letter !== letter.toLowerCase());
  const exponent = exponents[(word ?? (isScaled ? letter : '')).toLowerCase()] ?? 0;
  const value = Number(`${minus || otherMinus ? '-' : ''}${plain(written!)}e${exponent}`);
  return Number.isFinite(value) ? { value, isSure: true } : undefined;
}

/** `00501`, `1.2.3`, `555-12-34`, `3:1`, `1/4`: figures that are not the number that they begin with. */
const isCode = (written: string, rest: string): boolean =>
  /^0\d/.test(written) || /^(?:[-/]\d+[-./]|\.)\d/.test(rest) || /^\s*[:/⁄]\s*\d/.test(rest);

function plain(written: string): string {
  if (/^\d+,\d{1,2}$/.test(written)) return written.replace(',', '.');
  const isPointed = /\.\d+\./.test(written);
  return written.replaceAll(isPointed ? '.' : /[^\d.]/g, '');
}

const readings: readonly Reading[] = [
  { type: 'date', unit: 'date', read: writtenDate },
  { type: 'date', unit: 'date', read: dayFirst },
  { type: 'date', unit: 'date', read: monthFirst },
  { type: 'number', unit: 'seconds', read: duration },
  { type: 'number', unit: 'inches', read: inches },
  { type: 'number', unit: 'number', read: number },
];
