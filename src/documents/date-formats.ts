import { dayMs } from '../../schemas/durations.ts';
import type { XmlHandlers } from './xml.ts';

/** Days are counted from here; of 1900 Excel believes that it was a leap year. */
const epochs = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const mostDays = 2_958_466;

/** Which styles of a workbook show a number as a date or a time. */
export class DateFormats {
  readonly #epoch: number;
  readonly #codes = new Map<string, string>();
  readonly #formatOfStyle: string[] = [];

  constructor(from1904: boolean) {
    this.#epoch = from1904 ? epochs.from1904 : epochs.from1900;
  }

  /** Takes in the part that holds the styles. */
  reading(): XmlHandlers {
    let inCellStyles = false;
    return {
      open: (name, { numFmtId = '', formatCode = '' }) => {
        if (name === 'numFmt') this.#codes.set(numFmtId, formatCode);
        else if (name === 'cellXfs') inCellStyles = true;
        else if (name === 'xf' && inCellStyles) this.#formatOfStyle.push(numFmtId);
      },
      close: (name) => {
        if (name === 'cellXfs') inCellStyles = false;
      },
    };
  }

  /** The date, the time or both that a number means in a style; undefined when it means a number. */
  dateOf(style: string, value: string): string | undefined {
    const days = this.#daysOf(style, value);
    if (days === undefined) return undefined;
    const at = this.#at(days);
    const [date, time] = [at.slice(0, 10), at.slice(11, 19)];
    if (days < 1) return time;
    return Number.isInteger(days) ? date : `${date} ${time}`;
  }

  /**
   * The same for a table: the format alone decides, so that the cells of a column are of one kind. A time of a day is in
   * UTC, because a workbook names no time zone.
   */
  isoOf(style: string, value: string): string | undefined {
    const days = this.#daysOf(style, value);
    if (days === undefined) return undefined;
    const shows = this.#partsOf(this.#formatOfStyle[Number(style)]!);
    if (!shows.time) return this.#at(days).slice(0, 10);
    return shows.date ? this.#at(days) : clock(Math.round((days * dayMs) / 1_000));
  }

  /** The days that a number counts in a style; undefined when it counts none. */
  #daysOf(style: string, value: string): number | undefined {
    const format = this.#formatOfStyle[Number(style)];
    const days = Number(value);
    return format !== undefined && this.#isDate(format) && days >= 0 && days < mostDays ? days : undefined;
  }

  #at(days: number): string {
    return new Date(this.#epoch + Math.round(days * dayMs)).toISOString();
  }

  #partsOf(format: string): { date: boolean; time: boolean } {
    const code = this.#codes.get(format);
    if (code === undefined) {
      const number = Number(format);
      const isTime = (number >= 18 && number <= 21) || (number >= 45 && number <= 47);
      return { date: !isTime, time: isTime || number === 22 };
    }
    const plain = withoutLiterals(code);
    const time = /[hs]/i.test(plain) || /\[(h+|m+|s+)\]/i.test(code);
    return { date: /[dy]/i.test(plain) || !time, time };
  }

  #isDate(format: string): boolean {
    const code = this.#codes.get(format);
    return code === undefined ? isBuiltInDate(Number(format)) : /[dhmsy]/i.test(withoutLiterals(code));
  }
}

/** Formats that have a number and no code; those of East Asian calendars among them. */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/** Hours may go beyond a day, as those of a duration do. */
function clock(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Without quoted and escaped text, colours and locales; a duration such as `[h]:mm` keeps its minutes. */
const withoutLiterals = (code: string) => code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General/gi, '');
