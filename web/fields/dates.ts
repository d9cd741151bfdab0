/** How days and moments are read. Text that cannot be read stays as it is, and the workspace refuses it. */

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** The day of a moment where the person is. */
const localDay = (at: Date): string =>
  [String(at.getFullYear()).padStart(4, '0'), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');

/** Whether a text is a day of the calendar, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return text.length === 10 && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:\d{2})$/;

/** Whether a text is a moment with its offset, as the workspace writes it. */
export const isMoment = (text: string): boolean =>
  moment.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

const months = 'january february march april may june july august september october november december'.split(' ');
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+/i;
const dayFirst = /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s.-]+(?<month>[a-z]{3,})[\s,.-]+(?<year>\d{4})$/i;
const monthFirst = /^(?<month>[a-z]{3,})[\s.-]+(?<day>\d{1,2})(?:st|nd|rd|th)?[\s,]+(?<year>\d{4})$/i;

/** A day, or one that is written with the name of its month, such as "5 Oct 2026". Digits alone are ambiguous. */
function dayOf(text: string): string | undefined {
  if (isDay(text)) return text;
  const bare = text.replace(weekday, '');
  const { day = '', month = '', year = '' } = (dayFirst.exec(bare) ?? monthFirst.exec(bare))?.groups ?? {};
  const place = months.findIndex((name) => month !== '' && name.startsWith(month.toLowerCase()));
  const found = [year, twoDigits(place + 1), day.padStart(2, '0')].join('-');
  return isDay(found) ? found : undefined;
}

export const dayIn = (text: string): string => dayOf(text.trim()) ?? text.trim();

const clock =
  /^(?<day>.+?)(?:T|,?\s+(?:at\s+)?)(?<hour>\d{1,2})(?<rest>:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(?<half>[ap]m)?\s*(?<zone>Z|[-+]\d{2}:\d{2})?$/i;

/** A moment with its offset, or where the person is. A day alone begins at midnight. */
export function momentIn(text: string): string {
  const told = text.trim();
  const { day = told, hour = '0', rest = ':00', half, zone = '' } = clock.exec(told)?.groups ?? {};
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const at = new Date(`${dayOf(day)}T${twoDigits(hours)}${rest}${zone.toUpperCase()}`);
  return Number.isNaN(at.getTime()) ? told : at.toISOString();
}

/** A moment where the person is, as the browser's control takes it. */
export function localMoment(text: string): string {
  if (!isMoment(text)) return '';
  const at = new Date(text);
  const seconds = at.getSeconds() === 0 ? '' : `:${twoDigits(at.getSeconds())}`;
  return `${localDay(at)}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}${seconds}`;
}
