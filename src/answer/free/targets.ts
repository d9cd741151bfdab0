import { isContent } from '../language/accounting.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { type Line, numberIn, numeral } from '../plain/line.ts';
import { isDate, isGroup, mainDate, type SubjectField } from '../plain/named.ts';
import type { Bound } from './amounts.ts';
import { isFlag } from './conditions.ts';
import { dateMeant, fieldAt, levels, personMeant } from './fields.ts';
import type { Group, Order } from './frame.ts';
import { fillers, moneys, roleNouns } from './lexicon.ts';
import { askingWhen, averaging, least, middling, most, ofDays, summing, yesOrNo } from './patterns.ts';
import type { Scene } from './scene.ts';

/** Takes the end of an order that is asked for, and how many of it. */
export function takeOrder({ line }: Scene): Order | undefined {
  const [high, low] = [most.exec(line.text), least.exec(line.text)];
  const match = high && low ? (high.index < low.index ? high : low) : (high ?? low);
  if (!match) return undefined;
  const [at] = line.wordsIn(match);
  const nth = ordinalWords.get(line.words[at - 1]?.folded ?? '');
  line.read(...line.wordsIn(match), 'direction');
  if (nth !== undefined) line.read(at - 1, at, 'direction');
  return {
    way: match === high ? 'desc' : 'asc',
    count: nth === undefined ? takeCount(line, at) : undefined,
    nth,
    isOfDays: ofDays.test(match[0]),
    isMany: /^(?:most|least|fewest|top|best|busiest)$/u.test(match[0]),
  };
}

const anyNumber = new RegExp(String.raw`\b(${numeral})(?= )`, 'u');
const nearby = 5;
const beginning = 3;

/** Takes the number near the word that ranks, or at the beginning. */
function takeCount(line: Line, at: number): number | undefined {
  const match = anyNumber.exec(line.text);
  if (!match) return undefined;
  const [from, to] = line.wordsIn(match);
  if (Math.abs(from - at) > nearby && !(from < beginning && from < at)) return undefined;
  line.read(from, to, 'top');
  return numberIn(match[1]!);
}

/** The field that is asked for: "which supplier", "who", "when", or the noun that the question begins with. */
export function targetOf(scene: Scene, groups: readonly Group[]): SubjectField | undefined {
  const { line, subject, dates, cells } = scene;
  const { text } = line;
  const when = askingWhen.exec(text);
  if (when && dates.length > 0) return dateMeant(line, line.wordsIn(when), dates, mainDate(dates));
  const where = /\bwhere\b/u.exec(text);
  const place =
    where &&
    scene.fields.find(({ label }) =>
      /\b(?:venue|location|place|site|city|town|branch|building|address|country)\b/iu.test(label),
    );
  if (place && isGroup(place) && line.wordsIn(where)[0] === 0) {
    line.read(...line.wordsIn(where), 'field');
    return place;
  }
  const keys = new Set(groups.map((group) => (typeof group === 'string' ? group : group.field)));
  const which = /\b(?:which|what) (?=\p{L})/u.exec(text);
  for (const start of which ? [line.wordsIn(which)[1], 0] : [0]) {
    const found = targetFrom(scene, start, keys);
    if (found !== undefined) return found ?? undefined;
  }
  if (!/\b(?:who|whom|whose)\b/u.test(text)) return undefined;
  return personMeant(line, subject, new Set(cells.map(({ fieldKey }) => fieldKey)).union(keys));
}

const mostBetween = 5;

/** The field named from a word on. Null where the records are asked for. */
function targetFrom(scene: Scene, start: number, grouped: ReadonlySet<string>): SubjectField | null | undefined {
  const { line, subject } = scene;
  const suits = (field: SubjectField) => isGroup(field) && !isFlag(field) && !grouped.has(field.key);
  for (let at = start; at < Math.min(start + mostBetween, line.words.length); at += 1) {
    const { folded, kind } = line.words[at]!;
    if (line.ruleOf(at) === 'condition') return undefined;
    if (scene.isOfRecords(at)) return null;
    const named = fieldAt(scene.left(), at, suits);
    const isVague = named !== undefined && named.level === levels.notion && moneys.has(folded);
    const isPlural = /s$|people$/u.test(folded);
    const isLed = start > 0 || isPlural || at > 1 || line.ruleOf(at - 1) === 'direction';
    if (named && !isVague && isLed && (start > 0 || isPlural || named.level >= levels.related)) return named.field;
    const isPeople = start > 0 ? roleNouns.test(folded) || people.test(folded) : at === 0 && people.test(folded);
    if (isPeople) return personMeant(line, subject, grouped);
    if (line.isLeft(at) && isContent(folded) && !fillers.has(folded) && kind !== 'number') return undefined;
  }
  return undefined;
}

const people = /^(?:person|people|users?)$/u;

/**
 * The amount that a figure is compared with: "is the average fee above 30". Other questions have their amounts as
 * conditions.
 */
export function whetherOf(scene: Scene, bounds: readonly Bound[]): Bound | undefined {
  const [bound, ...more] = bounds;
  if (!bound || more.length > 0 || !yesOrNo.test(scene.whole)) return undefined;
  if (bound.isOfTimes) return bound;
  const isOfFigure = [averaging, middling, summing].some((pattern) => pattern.test(scene.whole));
  const isOfOne = scene.mentions.some(({ field }) => field.key === 'title');
  return bound.field && (isOfFigure || isOfOne) ? bound : undefined;
}

/** An amount that a group must have, where groups are asked for. */
export function havingOf(
  { whole }: Scene,
  bounds: readonly Bound[],
  target: SubjectField | undefined,
): Bound | undefined {
  if (!target || isDate(target)) return undefined;
  const isSummed = /\b(?:altogether|in total|total|overall|adds? up|together|all told|since|sum)\b/u.test(whole);
  return bounds.find(({ field, isOfTimes }) => field === undefined || isOfTimes || isSummed);
}
