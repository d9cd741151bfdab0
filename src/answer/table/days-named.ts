import type { Period } from '../../../schemas/fields.ts';
import { dayOf, utc } from '../../time/days.ts';
import type { Atom } from './atom.ts';
import { isDated, type TableField } from './grid.ts';
import { months } from '../language/lexicon/numbers.ts';
import type { Token } from './words/words.ts';

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
  readonly operator: 'within' | 'between' | 'gt' | 'gte' | 'lt' | 'lte';
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
  return tokens.flatMap((_, at) => {
    const named = daysFrom(tokens, at);
    return named ? [named, ...comparedWith(tokens, named)] : [];
  });
}

type Days = Span & { readonly value: readonly [first: string, last: string] };

function daysFrom(tokens: readonly Token[], at: number): Days | undefined {
  const month = months.indexOf(tokens[at]!.text) + 1;
  if (month === 0) return undefined;
  const [before, behind, second] = [tokens[at - 1]?.number, tokens[at + 1]?.number, tokens[at + 2]?.number];
  const days = (from: number, to: number, first: number, last: number): Days => ({
    from,
    to,
    operator: 'between',
    value: [dayOf(first), dayOf(last)],
  });
  const onDay = (from: number, year: number, day: number) =>
    days(from, from + 3, utc(year, month, day), utc(year, month, day));
  if (isDayOfMonth(behind) && isYear(second)) return onDay(at, second!, behind!);
  if (isDayOfMonth(before) && isYear(behind)) return onDay(at - 1, behind!, before!);
  return isYear(behind) ? days(at, at + 2, utc(behind!, month, 1), utc(behind!, month + 1, 1) - 1) : undefined;
}

const isYear = (value = 0): boolean => value >= 1_000 && value <= 2_999;
const isDayOfMonth = (value = 0): boolean => Number.isInteger(value) && value >= 1 && value <= 31;

/** "after March 3, 2024", "since June 2024". */
function comparedWith(tokens: readonly Token[], { from, to, value: [first, last] }: Days): Span[] {
  switch (tokens[from - 1]?.text) {
    case 'after':
      return [{ from: from - 1, to, operator: 'gt', value: last }];
    case 'since':
      return [{ from: from - 1, to, operator: 'gte', value: first }];
    case 'before':
      return [{ from: from - 1, to, operator: 'lt', value: first }];
    case 'until':
      return [{ from: from - 1, to, operator: 'lte', value: last }];
    default:
      return [];
  }
}
