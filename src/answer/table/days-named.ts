import type { Period } from '../../../schemas/fields.ts';
import { dayOf, utc } from '../../store/days.ts';
import type { Atom } from './atoms.ts';
import { isDated, type TableField } from './grid.ts';
import { months } from './months.ts';
import type { Token } from './words.ts';

const periods: readonly (readonly [words: string, Period])[] = [
  ['today', 'today'],
  ['yesterday', 'yesterday'],
  ...['week', 'month', 'quarter', 'year'].flatMap((unit) => [
    [`this ${unit}`, `this_${unit}` as Period] as const,
    [`last ${unit}`, `last_${unit}` as Period] as const,
    [`previous ${unit}`, `last_${unit}` as Period] as const,
  ]),
  ...['last', 'past'].flatMap((word) => [
    [`${word} 7 days`, 'past_7_days'] as const,
    [`${word} seven days`, 'past_7_days'] as const,
    [`${word} 30 days`, 'past_30_days'] as const,
    [`${word} thirty days`, 'past_30_days'] as const,
  ]),
  ['next 7 days', 'next_7_days'],
  ['next 30 days', 'next_30_days'],
];

const foldedMonths = months.map((month) => month.toLowerCase());

/** Days that a question names: by the calendar ("March 3, 1998", "June 2024") or from today ("last month"). */
export function periodsIn(tokens: readonly Token[], fields: readonly TableField[]): Atom[] {
  const dated = fields.filter(isDated);
  if (dated.length === 0) return [];
  return [...fromToday(tokens), ...byCalendar(tokens)].flatMap(({ from, to, operator, value }) =>
    dated.map(
      (field): Atom => ({
        kind: 'day',
        field,
        from,
        to,
        isExact: true,
        condition: { field: field.key, operator, value },
      }),
    ),
  );
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly operator: 'within' | 'between' | 'eq';
  readonly value: unknown;
}

function fromToday(tokens: readonly Token[]): Span[] {
  return tokens.flatMap((_, from) =>
    periods.flatMap(([words, value]): Span[] => {
      const to = from + words.split(' ').length;
      const here = tokens.slice(from, to).map(({ text }) => text);
      return here.join(' ') === words ? [{ from, to, operator: 'within', value }] : [];
    }),
  );
}

function byCalendar(tokens: readonly Token[]): Span[] {
  const number = (at: number) => tokens[at]?.number;
  const isYear = (value = 0) => value >= 1_000 && value <= 2_999;
  const isDayOfMonth = (value = 0) => Number.isInteger(value) && value >= 1 && value <= 31;
  return tokens.flatMap(({ text }, at): Span[] => {
    const month = foldedMonths.indexOf(text) + 1;
    if (month === 0) return [];
    if (isDayOfMonth(number(at + 1)) && isYear(number(at + 2)))
      return [{ from: at, to: at + 3, operator: 'eq', value: dayOf(utc(number(at + 2)!, month, number(at + 1)!)) }];
    if (isDayOfMonth(number(at - 1)) && isYear(number(at + 1)))
      return [{ from: at - 1, to: at + 2, operator: 'eq', value: dayOf(utc(number(at + 1)!, month, number(at - 1)!)) }];
    if (!isYear(number(at + 1))) return [];
    const year = number(at + 1)!;
    const value = [dayOf(utc(year, month, 1)), dayOf(utc(year, month + 1, 1) - 1)];
    return [{ from: at, to: at + 2, operator: 'between', value }];
  });
}
