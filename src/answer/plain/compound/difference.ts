import type { Workspace } from '../../../../schemas/index.ts';
import type { TypedQuery } from '../../../../schemas/queries.ts';
import { dataOf } from '../../figures/data.ts';
import { chosenOf, differenceIn, ratioOf } from '../../figures/derived.ts';
import type { Word } from '../../language/words.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { mistaken, type PlainAnswer } from '../answer.ts';
import { months } from '../../language/lexicon/numbers.ts';
import { monthWords } from '../times/calendar.ts';
import { chosenIn } from './chosen.ts';
import { periodsIn } from './periods.ts';
import { behindBoth, evened, inOneYear } from './evened.ts';
import { isMoreIn, lastParts, ratioIn } from './ratio.ts';
import { type Compared, countWords, type Figure, figureOf, textOf, wordsOfAsking } from './figure.ts';

const more = /^(?:by )?how (many|much) (more|less|fewer) (.+) than (.+)$/u;
const higher =
  /^(?:by )?how much (higher|larger|bigger|greater|lower|smaller) (?:is|are|was|were) (?:the |our )?(.+) ((?:in|at|of|for|from|with) .+) than (?:that )?((?:in|at|of|for|from|with) .+)$/u;
const between =
  /^(?:(?:what (?:is|was) )?(?:the )?difference (?:in (?:the )?(.+) )?|(?:by )?how (?:much|many) (?:does|do|did) (?:the )?(.+) differ )between (.+)$/u;
const period = String.raw`((?:(?:q[1-4]|${monthWords}) )?(?:19|20)\d\d|q[1-4]|${monthWords}|(?:this|last) (?:month|quarter|year))`;
const versus = new RegExp(
  String.raw`^(?:how (?:does|do|did) |what (?:is|was|were) |compare )?(?:the |our )?(.+?) (?:in|of|for) ${period} (?:compared? (?:with|to)|with|versus|vs|against) (?:in )?${period} ?$`,
  'u',
);
const growth = new RegExp(
  String.raw`^(?:(?:by )?how much|(?:by )?what (?:percentage|percent)|how|what is|what was)? ?(?:did|has|have|was|is)? ?(?:the )?(growth|increase|change|decrease)? ?(?:of|in)? ?(?:the |our )?(.+?) ?(?:grow|grown|increase|increased|change|changed|rise|risen|decrease|decreased|fall|fallen|drop|dropped)? from ${period} to ${period} ?$`,
  'u',
);
const grows = /\b(?:grow|grown|growth|increased?|changed?|rise|risen|decreased?|fall|fallen|drop|dropped)\b/u;

/** How far two figures of one table differ: "How many more deals did we win than lose?". */
export async function answerDifference(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const today = new Date().toISOString().slice(0, 10);
  const choices = chosenIn(words, textOf(words).trim(), subject, cells);
  for (const compared of [...choices, comparedIn(words, subject, cells), periodsIn(words, subject, today)]) {
    const figures = compared && figuresOf(compared, subject, cells);
    if (!figures) continue;
    if (compared.as === undefined) return differenceOf(compared, figures, workspace);
    const even = evened(compared, figures);
    return even && differenceOf(even.compared, even.figures, workspace);
  }
  return undefined;
}

async function differenceOf(
  compared: Compared,
  figures: readonly [Figure, Figure],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const [first, second] = figures;
  const asked = await subtracted(first, second, compared, workspace);
  const isTurned = isOtherFirst(compared, asked.found?.difference ?? 0);
  const { typedQuery, found } = isTurned ? await subtracted(second, first, compared, workspace) : asked;
  const value = found && valueOf(compared, found, isTurned);
  if (value === undefined) return undefined;
  const field = compared.as ? undefined : first.plan.field;
  const plainType = compared.names ? 'text' : compared.as === 'more' ? 'checkbox' : (field?.type ?? 'number');
  const type = compared.isPercentage ? 'percent' : plainType;
  const values = [{ value, type, ...(field && !compared.isPercentage && { fieldKey: field.key }) }];
  const assumptions = [first, second].flatMap(({ plan }) => plan.assumes ?? []);
  const remarks = [
    ...(await mistaken(assumptions, workspace)),
    ...(compared.reading === undefined ? [] : [compared.reading]),
  ];
  const unsure = [...new Set([...first.plan.unsure, ...second.plan.unsure])];
  return { values, typedQuery, isExact: unsure.length + remarks.length === 0, unsure, remarks };
}

/** Whether the answer begins with the second: the greater of two without an order, or the chosen one. */
const isOtherFirst = ({ as, isOrdered }: Compared, difference: number): boolean =>
  as === 'least' ? difference > 0 : (as === 'most' || isOrdered === false) && difference < 0;

function valueOf(
  { as, isPercentage, names }: Compared,
  found: NonNullable<ReturnType<typeof differenceIn>>,
  isTurned: boolean,
) {
  // Equal figures do not tell which of the two is meant.
  if (names) return found.difference === 0 ? undefined : names[isTurned ? 1 : 0];
  if (as === 'more') return found.difference > 0;
  if (as === 'ratio') return found.ratio;
  return isPercentage ? found.percentage : found.difference;
}

async function subtracted(first: Figure, second: Figure, compared: Compared, workspace: Workspace) {
  const typedQuery = differing(first, second, compared);
  const data = await dataOf(typedQuery, workspace);
  return { typedQuery, found: data && differenceIn(typedQuery, data.rows?.[0]) };
}

const comparedIn = (words: readonly Word[], subject: Subject, cells: readonly CellNamed[]): Compared | undefined => {
  const text = textOf(words).trim();
  return (
    otherThanDifference(words, text, subject, cells) ??
    moreIn(words, text, subject) ??
    higherIn(words, text) ??
    betweenIn(words, text) ??
    growthIn(words, text) ??
    versusIn(words, text)
  );
};

function otherThanDifference(
  words: readonly Word[],
  text: string,
  subject: Subject,
  cells: readonly CellNamed[],
): Compared | undefined {
  const compared = ratioIn(words, text) ?? isMoreIn(words, text, subject, cells);
  return compared && inOneYear(compared);
}

/** Both figures, which must be of the same kind and differ in their conditions. */
function figuresOf(
  { asking, first, second, isOfAmount, isOfDistinct }: Compared,
  subject: Subject,
  cells: readonly CellNamed[],
): readonly [Figure, Figure] | undefined {
  for (const words of asking) {
    const one = figureOf(words, first, subject, cells);
    const other = one && figureOf(words, second, subject, cells);
    if (!one || !other) continue;
    const isAlike = one.metric.function === other.metric.function && one.metric.field === other.metric.field;
    const isOfTwo = JSON.stringify(one.filters) !== JSON.stringify(other.filters);
    if (isOfAmount && one.metric.function !== 'sum') continue;
    if (isOfDistinct === false && one.metric.function === 'count_distinct') continue;
    return isAlike && isOfTwo && one.filters.length > 0 && other.filters.length > 0 ? [one, other] : undefined;
  }
  return undefined;
}

/** Reads "How many more deals did we win in 2026 than in 2025?". */
function moreIn(words: readonly Word[], text: string, { called }: Subject): Compared | undefined {
  const match = more.exec(text);
  if (!match) return undefined;
  const [, many, order, left, right] = match;
  const end = words.length - countWords(right!);
  const one = words.slice(end - 1 - countWords(left!), end - 1);
  const other = words.slice(end);
  const beginning = one.findLastIndex(({ folded }) => folded === other[0]!.folded);
  const noun = one.findIndex(({ root }) => called.has(root));
  const otherNoun = other.findIndex(({ root }) => called.has(root));
  const ones = other.findIndex(({ folded }) => folded === 'ones');
  if (noun >= 0 && (ones >= 0 || otherNoun >= 0)) {
    if (many === 'much') return undefined;
    return pair(many!, order!, one, otherNoun >= 0 ? other : other.with(ones, one[noun]!));
  }
  if (noun < 0) {
    // In "more paid than open phone repairs" both are of phones.
    const shared = other.slice(one.length);
    // In "how much more did we win in July than in June" a time is replaced.
    if (otherNoun < 0 && beginning > 0 && many === 'much') return replacing(many, order!, one, other, beginning);
    const reading = otherNoun > one.length ? behindBoth : undefined;
    return otherNoun < one.length ? undefined : pair(many!, order!, [...one, ...shared], other, reading);
  }
  return replacing(many!, order!, one, other, beginning > 0 ? beginning : noun + 1);
}

/**
 * Repeats the beginning of the first before the second. Words after the second describe both, as the month in "from
 * North than from South in July".
 */
function replacing(many: string, order: string, one: readonly Word[], other: readonly Word[], kept: number): Compared {
  const behind = other.slice(shared(one, other));
  const reading = behind.length > 0 ? behindBoth : undefined;
  return pair(many, order, [...one, ...behind], [...one.slice(0, kept), ...other], reading);
}

/** The index in the second at which words begin that also describe the first: another phrase, or a year. */
function shared(one: readonly Word[], other: readonly Word[]): number {
  const phrase = other.findIndex(
    ({ folded }, at) => at > 1 && /^(?:in|during|since|before|after|on|of|from)$/u.test(folded),
  );
  const isNew = phrase > 0 && !one.some(({ folded }, at) => at > 0 && folded === other[phrase]!.folded);
  if (isNew) return phrase;
  const lacksYear = yearIn.test(other.at(-1)?.folded ?? '') && !one.some(({ folded }) => yearIn.test(folded));
  return lacksYear ? other.length - 1 : other.length;
}

function pair(many: string, order: string, one: readonly Word[], other: readonly Word[], reading?: string): Compared {
  const [first, second] = order === 'more' ? [one, other] : [other, one];
  return { asking: [`how ${many}`], first, second, isGrowth: false, isPercentage: false, reading };
}

/** Reads "how much higher is the average fee for dogs than for cats?". */
function higherIn(words: readonly Word[], text: string): Compared | undefined {
  const match = higher.exec(text);
  if (!match) return undefined;
  const [, order, noun, one, other] = match;
  const isMore = !/^(?:lower|smaller)$/u.test(order!);
  const [amount, first, second] = lastParts(words, noun!, one!, other!);
  return pair('much', isMore ? 'more' : 'less', [...amount, ...first], [...amount, ...second]);
}

const counting = /^(?:numbers?|counts?|many|different|distinct|unique)$/u;

/** Reads "the difference between won and lost amount" and "the difference in amount between North and South". */
function betweenIn(words: readonly Word[], text: string): Compared | undefined {
  const match = between.exec(text);
  if (!match) return undefined;
  const [, amountIn = '', amountOf = '', named] = match;
  const amount = amountIn || amountOf;
  const begin = words.length - countWords(named!);
  const last = begin - (amountOf ? 2 : 1);
  const measured = words.slice(last - countWords(amount), last);
  const both = words.slice(begin);
  const and = both.findIndex(({ folded }) => folded === 'and');
  if (and < 1) return undefined;
  const one = both.slice(0, and);
  const of = one.findLastIndex(({ folded }) => folded === 'of');
  if (measured.length === 0 && of > 0) {
    const kind = one.slice(0, of + 1);
    return {
      asking: ['', 'total'],
      first: one,
      second: [...kind, ...both.slice(and + 1)],
      isGrowth: false,
      isPercentage: false,
    };
  }
  const other = both.slice(and + 1, and + 1 + one.length);
  const rest = both.slice(and + 1 + one.length);
  const whole = (part: readonly Word[]) => [...measured, ...inYear(part), ...part, ...rest];
  return {
    ...(measured.some(({ folded }) => counting.test(folded)) ? {} : { isOfDistinct: false }),
    asking: measured.some(({ folded }) => /^(?:average|mean|median|avg)$/u.test(folded)) ? [''] : ['total', 'how many'],
    first: whole(one),
    second: whole(other),
    isOrdered: false,
    isGrowth: false,
    isPercentage: false,
  };
}

const inYear = ([word]: readonly Word[]): Word[] =>
  /^(?:19|20)\d\d$/u.test(word?.folded ?? '') ? wordsOfAsking('in') : [];

/** Reads "How much did the won amount grow from 2025 to 2026?". */
function growthIn(words: readonly Word[], text: string): Compared | undefined {
  const match = grows.test(text) ? growth.exec(text) : undefined;
  if (!match) return undefined;
  const [, , measured, before, after] = match;
  const begin = countWords(text.slice(0, text.indexOf(` ${measured!} `) + 1));
  const kept = words.slice(begin, begin + countWords(measured!)).filter(({ folded }) => !grows.test(folded));
  const named = (time: string) => [...kept, ...wordsOfAsking(`in ${time}`)];
  return {
    asking: ['total', 'how many'],
    first: named(after!),
    second: named(beforeInYearOf(before!, after!)),
    isGrowth: true,
    isPercentage: /\bpercent(?:age)?\b/u.test(text),
  };
}

/** Reads "the won amount in Q3 2026 compared with Q2 2026". */
function versusIn(words: readonly Word[], text: string): Compared | undefined {
  const match = versus.exec(text);
  if (!match) return undefined;
  const [, measured, first, second] = match;
  const begin = countWords(text.slice(0, text.indexOf(measured!)));
  const kept = words.slice(begin, begin + countWords(measured!));
  const named = (time: string) => [...kept, ...wordsOfAsking(`in ${time}`)];
  return {
    asking: ['total', 'how many'],
    first: named(begunInYearOf(first!, second!)),
    second: named(begunInYearOf(second!, first!)),
    isGrowth: false,
    isPercentage: false,
    reading: 'Read as the difference of both.',
  };
}

/** Completes a time that comes before another with its year: "from December to January 2026" begins in 2025. */
function beforeInYearOf(time: string, other: string): string {
  const year = yearLacking(time, other);
  return year === undefined ? time : `${time} ${placeInYear(time) > placeInYear(other) ? year - 1 : year}`;
}

/** Completes a time that is compared with another with the latest year in which it has begun. */
function begunInYearOf(time: string, other: string): string {
  const year = yearLacking(time, other);
  if (year === undefined) return time;
  const month = time.startsWith('q') ? 3 * placeInYear(time) - 2 : placeInYear(time);
  const hasBegun = `${year}-${String(month).padStart(2, '0')}` <= new Date().toISOString().slice(0, 7);
  return `${time} ${hasBegun ? year : year - 1}`;
}

/** The year of the other month or quarter. Undefined where `time` has a year of its own. */
function yearLacking(time: string, other: string): number | undefined {
  const year = yearIn.exec(other)?.[0];
  return year === undefined || yearIn.test(time) || !isPart(time) || !isPart(other) ? undefined : Number(year);
}

const yearIn = /(?:19|20)\d\d/u;
const isPart = (time: string): boolean => placeInYear(time) > 0;

/** The number of a quarter, or of a month; 0 for any other time. */
const placeInYear = (time: string): number =>
  /^q[1-4]/u.test(time) ? Number(time[1]) : 1 + months.findIndex((month) => month.startsWith(time.slice(0, 3)));

const differing = (first: Figure, second: Figure, { isGrowth, as }: Compared): TypedQuery => {
  const { filters: _, ...query } = first.plan.query;
  const plain = isGrowth ? (['after', 'before'] as const) : (['first', 'second'] as const);
  const [one, other] = as === 'ratio' ? ratioOf : as === 'most' || as === 'least' ? chosenOf[as] : plain;
  return {
    ...query,
    metrics: [
      { ...first.metric, alias: one, filters: [...first.filters] },
      { ...second.metric, alias: other, filters: [...second.filters] },
    ],
  };
};
