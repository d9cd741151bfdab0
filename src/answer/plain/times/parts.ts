import {
  dayBeside,
  halfSpan,
  monthOf,
  monthSpan,
  monthWords,
  quarterSpan,
  type Span,
  spanBeside,
  yearSpan,
} from './calendar.ts';
import { type Line, numberIn, numeral } from '../line.ts';

/** A part of a month, quarter or year, as a question names it. */
export interface Part {
  readonly span: Span;
  /** The word before it that compares, such as "since". */
  readonly word: string | undefined;
  /** False when the words can mean other days: "early March", or a half without its year. */
  readonly isSure: boolean;
  readonly place: readonly [from: number, to: number];
}

const before = String.raw`\b(?:(since|from|after|before|until|till|up to|in|during|over|of|for) (?:the )?)?`;
const whole = String.raw`(?:(${monthWords})(?: (?:of )?(\d{4}))?|(?:q([1-4]) (?:of )?)?((?:19|20)\d\d)|(?:the )?(this|current|last|previous) (month|quarter|year))`;

const halves = new RegExp(
  String.raw`${before}(?:h([12])|(first|second) half)(?: of)?(?: (?:the )?year)?(?: ${whole})?\b`,
  'u',
);
const ends = new RegExp(
  String.raw`${before}(first|last) (?:(${numeral}) )?(days?|weeks?|months?) (?:of|in) ${whole}\b`,
  'u',
);
const thirds = new RegExp(String.raw`${before}(early|mid|late)(?: in)? ${whole}\b`, 'u');

/** Reads halves, "the first 10 days of November 2026" and "early 2026". */
export const takePart = (line: Line, today: string): Part | undefined =>
  takeHalf(line, today) ?? takeEnd(line, today) ?? takeThird(line, today);

function takeHalf(line: Line, today: string): Part | undefined {
  const match = halves.exec(line.text);
  if (!match) return undefined;
  const [, word, digit, ordinal, ...named] = match;
  const isNamed = named.some(Boolean);
  // A "first half" without a year may be of a match.
  if (!isNamed && digit === undefined && !match[0].endsWith('year')) return undefined;
  const of = isNamed ? wholeOf(named, today) : { span: yearSpan(today.slice(0, 4)), isSure: false };
  const number = Number(digit ?? (ordinal === 'first' ? 1 : 2));
  const span = of && halfOf(of.span, number);
  const isOfYear = of?.span[0].endsWith('-01-01') === true && of.span[1].endsWith('-12-31');
  return span && taken(line, match, { word, span, isSure: of.isSure && isOfYear });
}

/** Only a year has halves that everybody draws alike. The second half of a month begins on its 16th day. */
function halfOf([first, last]: Span, number: number): Span | undefined {
  if (first.endsWith('-01-01') && last.endsWith('-12-31')) return halfSpan(first.slice(0, 4), number);
  if (first.slice(0, 7) !== last.slice(0, 7)) return undefined;
  return number === 1 ? [first, `${first.slice(0, 7)}-15`] : [`${first.slice(0, 7)}-16`, last];
}

function takeEnd(line: Line, today: string): Part | undefined {
  const match = ends.exec(line.text);
  if (!match) return undefined;
  const [, word, end, count, units, ...named] = match;
  const of = wholeOf(named, today);
  const number = count === undefined ? 1 : numberIn(count);
  if (!of || !Number.isInteger(number) || number < 1) return undefined;
  const unit = units!.replace(/s$/, '');
  const [first, last] = of.span;
  const span: Span =
    end === 'first'
      ? [first, dayBeside(dayBeside(first, number, unit), -1, 'day')]
      : [dayBeside(dayBeside(last, 1, 'day'), -number, unit), last];
  const isWithin = span[0] >= first && span[1] <= last;
  return isWithin ? taken(line, match, { word, span, isSure: of.isSure }) : undefined;
}

/** Early, middle and late are taken as the thirds of a month or year. */
function takeThird(line: Line, today: string): Part | undefined {
  const match = thirds.exec(line.text);
  if (!match) return undefined;
  const [, word, third, ...named] = match;
  const of = wholeOf(named, today);
  const at = ['early', 'mid', 'late'].indexOf(third!);
  const span = of && thirdOf(of.span, at);
  return span && taken(line, match, { word, span, isSure: false });
}

function thirdOf([first, last]: Span, at: number): Span {
  const [unit, length] = first.slice(0, 7) === last.slice(0, 7) ? ['day', 10] : ['month', monthsIn([first, last]) / 3];
  const begin = dayBeside(first, at * length, unit);
  return [begin, at === 2 ? last : dayBeside(dayBeside(begin, length, unit), -1, 'day')];
}

const monthsIn = ([first, last]: Span): number => Number(last.slice(5, 7)) - Number(first.slice(5, 7)) + 1;

const taken = (line: Line, match: RegExpExecArray, part: Omit<Part, 'place'>): Part => {
  const place = line.wordsIn(match);
  line.read(...place);
  return { ...part, place };
};

/** The month, quarter or year that the groups of `whole` name. */
function wholeOf(
  [month, ofMonth, quarter, year, which, unit]: readonly (string | undefined)[],
  today: string,
): { readonly span: Span; readonly isSure: boolean } | undefined {
  if (month !== undefined) return { span: monthSpan(monthOf(month, ofMonth, today)), isSure: ofMonth !== undefined };
  if (year !== undefined)
    return { span: quarter === undefined ? yearSpan(year) : quarterSpan(year, Number(quarter)), isSure: true };
  if (unit === undefined) return undefined;
  const isThis = which === 'this' || which === 'current';
  return { span: spanBeside(today, isThis ? 0 : -1, unit), isSure: true };
}
