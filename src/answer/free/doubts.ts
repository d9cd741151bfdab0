import { superlatives } from '../language/lexicon/meanings.ts';
import { isRecord, type SubjectField, unitOf } from '../plain/named.ts';
import { isOfOne } from '../plain/measures.ts';
import type { Bound } from './amounts.ts';
import type { Frame } from './frame.ts';
import { earning } from './measures.ts';
import { counting } from './patterns.ts';
import type { Scene } from './scene.ts';

type Parts = Pick<
  Frame,
  | 'ask'
  | 'figure'
  | 'measure'
  | 'target'
  | 'order'
  | 'having'
  | 'whether'
  | 'compared'
  | 'duration'
  | 'conditions'
  | 'groups'
>;

/** Whether the parts that were read may not be what the question asks for. Such a reading answers nothing. */
export const isDoubtful = (scene: Scene, parts: Parts, bounds: readonly Bound[]): boolean =>
  asksTwice(scene) ||
  namesItsOwnKind(scene, parts) ||
  countsOtherwise(scene, parts) ||
  hasTwoTimes(scene, parts) ||
  joinsFields(scene, parts) ||
  lacksItsUnit(bounds) ||
  losesAnAmount(parts, bounds) ||
  ranksByNothing(scene, parts) ||
  countsAll(scene, parts) ||
  addsRates(parts) ||
  isOfOtherMeasure(scene, parts);

/** Reads "the oldest bike, and when did we get it". */
const asksTwice = ({ whole }: Scene): boolean =>
  /.\b(?:and|or) (?:(?:with|for|from|to|by) )?(?:who|whom|when|where|which|what|how|why)\b/u.test(whole);

/** Asks "what school", and School is a choice of another field. */
const namesItsOwnKind = ({ line }: Scene, { conditions }: Parts): boolean =>
  conditions.some(({ kind, from }) => kind === 'value' && /^(?:what|which)$/u.test(line.words[from - 1]?.folded ?? ''));

/** A question with "how many" is answered by a number, or by one for each group. */
const countsOtherwise = ({ whole }: Scene, { ask, order, having }: Parts): boolean =>
  (counting.test(whole) || earning.test(whole) || whole.startsWith('how much ')) &&
  (ask === 'value' ||
    ask === 'list' ||
    (counting.test(whole) && order !== undefined) ||
    (having !== undefined && ask !== 'distinct'));

/** Asks for "Q2 and Q3", and no record has two dates in one field. */
const hasTwoTimes = ({ whole }: Scene, { conditions, compared }: Parts): boolean => {
  const times = conditions.filter(({ kind }) => kind === 'time').map(({ field }) => field);
  return !compared && times.length > new Set(times).size && /\b(?:and|or)\b|,/u.test(whole);
};

/** Says "cancelled or over 500". Conditions on different fields are all met, and not one of them. */
const joinsFields = ({ line }: Scene, { conditions }: Parts): boolean =>
  line.words.some(({ folded }, at) => {
    if (folded !== 'or' || !line.isLeft(at)) return false;
    const before = conditions.filter(({ to }) => to <= at).toSorted((a, b) => b.to - a.to)[0];
    const behind = conditions.filter(({ from }) => from > at).toSorted((a, b) => a.from - b.from)[0];
    return before !== undefined && behind !== undefined && before.field !== behind.field;
  });

/** Says "over three hours", and nothing is measured in hours. */
const lacksItsUnit = (bounds: readonly Bound[]): boolean =>
  bounds.some(
    ({ field, unit }) =>
      unit !== undefined &&
      (field === undefined || (/^(?:hr|min)$/u.test(unit) && !/^(?:hr|min)$/u.test(unitOf(field) ?? ''))),
  );

/** Says "above 3", and no field, group or figure takes the amount. */
const losesAnAmount = ({ having, whether, measure, duration }: Parts, bounds: readonly Bound[]): boolean =>
  !duration &&
  bounds.some(
    (bound) =>
      (bound.field === undefined && bound !== having && bound !== whether) ||
      (bound === whether && bound.field !== measure),
  );

/** Says "how many units owe us money", and no condition says which. */
const countsAll = ({ line }: Scene, { ask, conditions, groups, compared }: Parts): boolean =>
  ask === 'count' &&
  conditions.length + groups.length === 0 &&
  !compared &&
  line.words.some(({ kind }, at) => kind === 'plain' && line.ruleOf(at) === 'field');

/** Asks for "the price of Team", and several plans of that name have one. */
const addsRates = ({ ask, figure, measure }: Parts): boolean =>
  ask === 'figure' && (figure === undefined || figure === 'sum') && measure !== undefined && isOfOne(measure);

/** Asks for "the best batch", and no number says which is good. */
const ranksByNothing = ({ subject }: Scene, { order, having, measure, target }: Parts): boolean =>
  measure === undefined &&
  target !== undefined &&
  isRecord(target, subject) &&
  (having !== undefined || (order !== undefined && !order.isOfDays));

/** Asks for "the longest", and the number that was read is money. */
const isOfOtherMeasure = ({ line }: Scene, { measure }: Parts): boolean => {
  const dimensions = line.words.flatMap(({ folded }) => superlatives.get(folded)?.of ?? []);
  return measure !== undefined && dimensions.length > 0 && !dimensions.some((one) => isIn(measure, one));
};

const isIn = ({ label }: SubjectField, dimension: string): boolean => label.toLowerCase().includes(dimension);
