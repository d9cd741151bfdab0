import { isDay, isMoment } from './dates.ts';
import type { Shape } from './shape.ts';
import { choiceLabel } from './shape.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A day or a moment in the browser's words; any other text as it is. A day has no time zone. */
export const shownDay = (text: string): string =>
  isDay(text) || isMoment(text) ? day.format(new Date(`${text.slice(0, 10)}T00:00:00Z`)) : text;
export const shownMoment = (text: string): string => (isMoment(text) ? moment.format(new Date(text)) : shownDay(text));

/** The browser takes long to prepare a format, and a table has the same one in each row. */
const formats = new Map<string, Intl.NumberFormat>();

function numbersBy(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(undefined, options);
  formats.set(key, format);
  return format;
}

/** A number as its field writes it. `isShort` leaves cents and small parts out, where room is scarce. */
export function shownNumber(value: number, { type, options }: Shape, isShort = false): string {
  const decimals = isShort ? { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 } : decimalsOf(value, options);
  const currency = type === 'currency' ? options?.currencyCode : undefined;
  const digits = numbersBy({
    ...decimals,
    ...(currency !== undefined && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    ...(currency !== undefined && Number.isInteger(value) && { minimumFractionDigits: 0 }),
  }).format(value);
  return type === 'percent' ? `${digits} %` : digits;
}

const mostDecimals = 6;

function decimalsOf(value: number, options: Shape['options']): Intl.NumberFormatOptions {
  const { decimals, currencyCode } = options ?? {};
  if (decimals !== undefined) return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (currencyCode !== undefined) return Number.isInteger(value) ? { maximumFractionDigits: 0 } : {};
  return { maximumFractionDigits: mostDecimals };
}

/** A number for the axis of a chart. */
export function shownRoughly(value: number, { type, options }: Shape): string {
  const currency = type === 'currency' ? options?.currencyCode : undefined;
  const digits = numbersBy({
    notation: 'compact',
    maximumFractionDigits: 1,
    ...(currency !== undefined && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
  }).format(value);
  return type === 'percent' ? `${digits} %` : digits;
}

/** A value as one line of text. Labels and filters show it. People and references stay IDs. */
export function textOf(value: unknown, shape: Shape): string {
  if (value === undefined || value === null) return 'no value';
  if (Array.isArray(value)) return value.map((one) => textOf(one, shape)).join(', ');
  if (typeof value === 'number') return shownNumber(value, shape);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (shape.type) {
    case 'date':
      return shownDay(text);
    case 'date_time':
      return shownMoment(text);
    case 'select':
    case 'multi_select':
      return choiceLabel(shape, text);
    default:
      return text;
  }
}
