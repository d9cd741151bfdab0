import type { Period } from '../../../schemas/fields.ts';
import { months } from '../language/lexicon.ts';
import { type Line, numberIn, numeral } from './line.ts';

/** Days that a question means, as a typed query says it. */
export type Time =
  | { readonly operator: 'within'; readonly value: Period }
  | { readonly operator: 'between'; readonly value: readonly [string, string] }
  | { readonly operator: 'eq' | 'lt' | 'lte' | 'gt' | 'gte'; readonly value: string };

const monthNames = [...months, ...months.map((month) => month.slice(0, 3))].join('|');
const behind = '(?:(?:in|during|of|from|on|within|over) (?:the )?)?';

const relative = new RegExp(String.raw`\b${behind}(this|last|past|previous|current) (week|month|quarter|year)\b`, 'u');
const days = new RegExp(String.raw`\b${behind}(past|last|next) (${numeral}) (days?|weeks?|months?|years?)\b`, 'u');
const single = /\b(?:on )?(today|yesterday)\b/u;
const isoDay = String.raw`(\d{4}) (\d\d) (\d\d)`;
const dayOfMonth = String.raw`(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?(${monthNames})|(${monthNames}) (\d{1,2})(?:st|nd|rd|th)?)(?: (\d{4}))?`;
const comparing = String.raw`(since|from|after|before|until|till|by|up to|on)`;

/** The time that words of a question name, which then are read. A month or a day without its year is the last that began. */
export function takeTime(line: Line, today: string): Time | undefined {
  return takeRelative(line) ?? takeBetween(line, today) ?? takeDay(line, today) ?? takeMonth(line, today);
}

function takeRelative(line: Line): Time | undefined {
  const named = line.take(relative);
  if (named) {
    const which = named[1] === 'this' || named[1] === 'current' ? 'this' : 'last';
    return { operator: 'within', value: `${which}_${named[2]}` as Period };
  }
  const counted = line.take(days);
  if (counted) return fromNow(counted[1]!, numberIn(counted[2]!), counted[3]!.replace(/s$/, ''));
  const day = line.take(single);
  return day && { operator: 'within', value: day[1] as Period };
}

function fromNow(direction: string, count: number, unit: string): Time {
  const next = direction === 'next';
  if (unit === 'day' && (count === 7 || count === 30))
    return { operator: 'within', value: `${next ? 'next' : 'past'}_${count}_days` };
  const letter = { day: 'D', week: 'W', month: 'M', year: 'Y' }[unit]!;
  return { operator: next ? 'lte' : 'gte', value: `${next ? '' : '-'}P${count}${letter}` };
}

function takeBetween(line: Line, today: string): Time | undefined {
  const match = line.take(new RegExp(String.raw`\bbetween ${isoDay} and ${isoDay}\b`, 'u'));
  if (match) return { operator: 'between', value: [match.slice(1, 4).join('-'), match.slice(4, 7).join('-')] };
  const months = line.take(
    new RegExp(String.raw`\b(?:between|from) (${monthNames}) (?:and|to|until) (${monthNames})(?: (\d{4}))?\b`, 'u'),
  );
  if (!months) return undefined;
  const last = monthOf(months[2]!, months[3], today);
  const first = monthOf(months[1]!, last.slice(0, 4), today);
  return { operator: 'between', value: [`${first}-01`, endOf(last)] };
}

function takeDay(line: Line, today: string): Time | undefined {
  const iso = line.take(new RegExp(String.raw`\b(?:${comparing} )?${isoDay}\b`, 'u'));
  if (iso) return compared(iso[1], [iso.slice(2, 5).join('-'), iso.slice(2, 5).join('-')]);
  const match = line.take(new RegExp(String.raw`\b(?:${comparing} )?(?:the )?${dayOfMonth}\b`, 'u'));
  if (!match) return undefined;
  const month = monthOf((match[3] ?? match[4])!, match[6], today);
  const day = `${month}-${(match[2] ?? match[5])!.padStart(2, '0')}`;
  return compared(match[1], [day, day]);
}

function takeMonth(line: Line, today: string): Time | undefined {
  const compares = String.raw`(?:(since|from|after|before|until|till|up to|in|during|of|for) (?:the )?)?`;
  const month = line.take(new RegExp(String.raw`\b${compares}(${monthNames})(?: (?:of )?(\d{4}))?\b`, 'u'));
  if (month && (month[2] !== 'may' || month[1] !== undefined || month[3] !== undefined)) {
    const first = monthOf(month[2]!, month[3], today);
    return compared(month[1], [`${first}-01`, endOf(first)]);
  }
  const quarter = line.take(
    new RegExp(String.raw`\b${compares}(?:q([1-4])|(first|second|third|fourth) quarter)(?: (?:of )?(\d{4}))?\b`, 'u'),
  );
  if (quarter) {
    const number = Number(quarter[2] ?? 1 + ['first', 'second', 'third', 'fourth'].indexOf(quarter[3]!));
    const year = quarter[4] ?? today.slice(0, 4);
    const month = (at: number) => `${year}-${String(at).padStart(2, '0')}`;
    return compared(quarter[1], [`${month(3 * number - 2)}-01`, endOf(month(3 * number))]);
  }
  const year = line.take(new RegExp(String.raw`\b${compares}((?:19|20)\d\d)\b`, 'u'));
  return year && compared(year[1], [`${year[2]}-01-01`, `${year[2]}-12-31`]);
}

function compared(word: string | undefined, [first, last]: readonly [string, string]): Time {
  if (word === 'since' || (word === 'from' && first === last)) return { operator: 'gte', value: first };
  if (word === 'after') return { operator: 'gt', value: last };
  if (word === 'before') return { operator: 'lt', value: first };
  if (word === 'until' || word === 'till' || word === 'up to' || (word === 'by' && first === last))
    return { operator: 'lte', value: last };
  return first === last ? { operator: 'eq', value: first } : { operator: 'between', value: [first, last] };
}

/** `2026-03`: of the year that is named, else the last such month that began. */
function monthOf(name: string, year: string | undefined, today: string): string {
  const number = String(1 + months.findIndex((month) => month.startsWith(name.slice(0, 3)))).padStart(2, '0');
  const thisYear = Number(today.slice(0, 4));
  return `${year ?? (number <= today.slice(5, 7) ? thisYear : thisYear - 1)}-${number}`;
}

const endOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};
