import { type Written, yearOnly } from './written-dates.ts';

/**
 * `1:23.4`, `1:02:03`, `1h 23m`, in seconds. A value with one unit or none is not sure, because `5 m` may be a length.
 */
const clock = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)(?:[.,](\d{1,6}))?(?![\d:]|\s*[ap]\.?m\b)/i;
const units =
  /^(?:(\d{1,4})\s*(?:hours?|hrs?|h)\b\.?,?\s*)?(?:(\d{1,4})\s*(?:minutes?|mins?|m)\b\.?,?\s*)?(?:(\d{1,4}(?:\.\d{1,6})?)(?:\s*(?:seconds?|secs?|s)\b|$))?/i;

export function duration(text: string): Written | undefined {
  const [onClock, hours = 0, minutes, seconds, fraction = 0] = clock.exec(text) ?? [];
  if (onClock) return { value: secondsOf(hours, minutes!, `${seconds}.${fraction}`), isSure: true };
  const [inUnits, ...parts] = units.exec(text) ?? [];
  if (!inUnits) return undefined;
  const isSure = parts.filter((part) => part !== undefined).length > 1;
  return { value: secondsOf(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0), isSure };
}

/** Rounds to a millionth, because fractions are read to six digits. */
const secondsOf = (hours: string | number, minutes: string | number, seconds: string | number): number =>
  Math.round((Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1e6) / 1e6;

/** `7:30 p.m.` */
const timeOfDay = /^(\d{1,2})(?:[:.]([0-5]\d))?\s*([ap])\.?\s?m\b/i;

export function secondsOfDay(text: string): Written | undefined {
  const [, hour, minute = 0, half] = timeOfDay.exec(text) ?? [];
  if (hour === undefined || Number(hour) < 1 || Number(hour) > 12) return undefined;
  const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'p' ? 12 : 0);
  return { value: secondsOf(hours, minute, 0), isSure: true };
}

/** `6 ft 2 in`, `6'2"`. */
const feetAndInches =
  /^(\d{1,3})\s*(?:feet|foot|ft\.?|['’′])[\s-]*(?:(\d|1[01])(?!\d)\s*(?:inches|inch|in\b|["”″]|''|$)?)?/i;

export function inches(text: string): Written | undefined {
  const [whole, feet, rest] = feetAndInches.exec(text) ?? [];
  return whole === undefined ? undefined : { value: Number(feet) * 12 + Number(rest ?? 0), isSure: rest !== undefined };
}

const before = '(?:[~≈<>≤≥±=+#№]|T(?=\\d)|c\\.|ca\\.|no\\.|about|approx\\.?)?\\s*';
export const sign = '([-−–]?)\\s*';
/** Marks between groups of digits, beside a point. */
export const groupMarks = ",'’ \\u00a0\\u2009\\u202f";
const currency = '([$€£¥₹]|[A-Z]{1,3}\\$|(?:USD|EUR|GBP|CHF|JPY|AUD|CAD|Rs\\.?)(?=\\s?\\d))?\\s*';
const groups = `\\d{1,3}(?:[${groupMarks}]\\d{3})+(?!\\d)(?:\\.\\d+)?`;
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

export function writtenNumber(text: string): Written | undefined {
  const found = numberBegins.exec(text);
  if (!found) return undefined;
  const [whole, minus, money, otherMinus, written, word, letter] = found;
  if (isCode(written!, text.slice(whole.length))) return undefined;
  const isScaled = letter !== undefined && (money !== undefined || letter !== letter.toLowerCase());
  const exponent = exponents[(word ?? (isScaled ? letter : '')).toLowerCase()] ?? 0;
  const value = Number(`${minus || otherMinus ? '-' : ''}${plain(written!)}e${exponent}`);
  return Number.isFinite(value) ? { value, isSure: true } : undefined;
}

/** A code or ratio rather than a number: `00501`, `1.2.3`, `555-12-34`, `3:1`, `1/4`. `1984/85` is a year. */
const isCode = (written: string, rest: string): boolean =>
  /^0\d/.test(written) ||
  /^(?:[-/]\d+[-./]|\.)\d/.test(rest) ||
  (/^\s*[:/⁄]\s*\d/.test(rest) && !yearOnly.test(written + rest));

function plain(written: string): string {
  if (/^\d+,\d{1,2}$/.test(written)) return written.replace(',', '.');
  const isPointed = /\.\d+\./.test(written);
  return written.replaceAll(isPointed ? '.' : /[^\d.]/g, '');
}
