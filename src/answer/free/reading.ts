import type { Work } from '../../turns/turn.ts';
import { units } from '../language/lexicon/units.ts';
import type { Word } from '../language/words.ts';
import { isRecord, type SubjectField, unitOf } from '../plain/named.ts';
import type { CellNamed } from '../subjects/cells.ts';
import type { Subject } from '../subjects/subjects.ts';
import { type Bound, takeBounds } from './amounts.ts';
import { type Spans, takeEmpty, takeFlags, takeTimes } from './conditions.ts';
import { isDoubtful } from './doubts.ts';
import { takeDuration } from './days/durations.ts';
import { levels } from './fields.ts';
import type { Figure, Frame } from './frame.ts';
import { pairOf, takeGroups, takePeriod, versusIn, weekdaysOf } from './groups.ts';
import { isPlain, isVerbLeft, readAsked, saysMore, unreadIn } from './leftovers.ts';
import { personal, recordNouns } from './lexicon.ts';
import { type Counted, countedBy, figureOf, measureOf } from './measures.ts';
import { asking, changing, comparing, counting, distinct, yesOrNo } from './patterns.ts';
import { Scene, weights } from './scene.ts';
import { asksForShare, partOf, sharesAmount, wholeAndPart } from './shares.ts';
import { havingOf, takeOrder, targetOf, whetherOf } from './targets.ts';
import { type Condition, conditionsOf, type Mention, mentionsIn } from './values.ts';
import { takeAskedWeekday } from './days/weekdays.ts';
import { isClear, takeWinner, type Winner } from './winners.ts';

/** Reads a question beside one table into its parts. The order matters, because each word is read once. */
export function* frameOf(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
  spans: Spans,
): Work<Frame> {
  const scene = new Scene(words, subject, cells);
  const { whole } = scene;
  const isShare = asksForShare(scene);
  const duration = takeDuration(scene);
  const said = yield* takeSaid(scene, isShare, today, spans);
  const shape = yield* takeShape(scene, said);
  const conditions = conditionsFrom(said, shape);
  scene.score += scoreOf(scene, said, shape);
  yield;
  const wanted = wantedOf(scene, isShare, said, shape);
  yield;
  const { ask, figure, measure, counted, isDistinct } = wanted;
  const { asked, target, groups, order, having, whether, period, compared, isMore, pair, versus } = shape;
  useFields(scene, conditions, said, shape, wanted);
  readAsked(scene, { ask, figure, measure, order, compared, versus });
  if (target && personal.test(target.label)) scene.useRoles();
  const part = isShare ? partOf(scene, conditions) : [];
  for (const { isNot, from, to } of conditions) if (isNot) scene.readNegations(from, to);
  const isOfMeasure = isShare ? sharesAmount(scene, measure) : ask !== 'count';
  const ofMeasure = isOfMeasure ? measure : undefined;
  return {
    subject,
    conditions,
    ask,
    isAsked: isShare || wanted.isCount || [figure, target, order].some(Boolean) || asking.test(whole),
    figure: figure ?? (measure ? 'sum' : undefined),
    measure: ofMeasure,
    groups,
    target: isDistinct ? (counted?.field ?? asked) : target,
    order,
    having,
    whether,
    isNever: target !== undefined && /\bnever\b/u.test(whole),
    period,
    weekday: said.weekday,
    date: scene.date(),
    isOfRecords: words.some(({ folded }, at) => scene.isOfRecords(at) || recordNouns.has(folded)),
    isPlain: isWhole(scene, conditions, said, shape, { ...wanted, duration }) && isInUnitOf(scene, ofMeasure),
    part,
    compared,
    isMore: compared && isMore,
    isGrowth: compared !== undefined && !pair && isMore === undefined && growing.test(whole),
    versus,
    duration,
    isPercentage: /\bpercent(?:age)?\b/u.test(whole),
    unread: unreadIn(scene),
    isVerbLeft: isVerbLeft(scene),
    score: scene.score,
  };
}

/** The parts of a question that describe the records. */
interface Said {
  readonly values: readonly Condition[];
  readonly winner: Winner | undefined;
  readonly weekday: Frame['weekday'];
  readonly times: readonly Condition[];
  readonly bounds: readonly Bound[];
  readonly flags: readonly Condition[];
  readonly empty: readonly Condition[];
}

function* takeSaid(scene: Scene, isShare: boolean, today: string, spans: Spans): Work<Said> {
  const { line, subject } = scene;
  scene.mentions = (yield* mentionsIn(line, subject, scene.cells)).filter(
    (one) => line.isLeft(one.from) && !isLabel(scene, one),
  );
  for (const { from, to } of scene.mentions) line.read(from, to, 'condition');
  const [wholes, parts] = isShare ? wholeAndPart(scene) : [scene.mentions, []];
  const values = [...conditionsOf(line, wholes), ...conditionsOf(line, parts)];
  const winner = takeWinner(scene, values);
  const weekday = takeAskedWeekday(line) ? weekdaysOf(scene, spans) : undefined;
  yield;
  const times = takeTimes(line, subject, today, spans);
  yield;
  const bounds = takeBounds(line, subject, scene.left());
  yield;
  const flags = takeFlags(line, subject);
  const empty = takeEmpty(line, subject);
  yield;
  return { values, winner, weekday, times, bounds, flags, empty };
}

/** By what a question groups, orders and compares the records. */
interface Shape
  extends Pick<
    Frame,
    'groups' | 'target' | 'order' | 'having' | 'whether' | 'period' | 'compared' | 'isMore' | 'versus'
  > {
  /** The two values of one field that are compared. */
  readonly pair: Frame['compared'];
  /** The field whose values are asked for, also where it groups. */
  readonly asked: SubjectField | undefined;
}

function* takeShape(scene: Scene, { values, winner, weekday, times, bounds, flags }: Said): Work<Shape> {
  const { line, whole } = scene;
  const versus = winner ? undefined : versusIn(scene, values, flags);
  const isMore = isMoreIn(whole);
  const isPair = versus !== undefined && (changing.test(whole) || isMore !== undefined);
  const pair = isPair ? pairOf(values, versus) : undefined;
  const groups = winner || pair ? [] : versus === undefined ? takeGroups(scene) : [versus];
  const order = winner?.order ?? takeOrder(scene);
  yield;
  const period = weekday ? undefined : takePeriod(scene);
  const asked = winner?.field ?? (period || weekday ? undefined : targetOf(scene, groups));
  const isEach = asked !== undefined && groups.length === 0 && counting.test(whole) && /\beach\b/u.test(whole);
  if (isEach) groups.push(asked.key);
  const target = isEach ? undefined : asked;
  const having = havingOf(scene, bounds, target);
  const whether = groups.length === 0 && !target && !order ? whetherOf(scene, bounds) : undefined;
  const compared = pair ?? timesCompared(scene, times);
  if (compared || versus || bounds.length > 0) while (line.take(/\b(?:than|between)\b/u, 'amount'));
  return { groups, target, order, having, whether, period, compared, isMore, versus, pair, asked };
}

/** The conditions of all records that are asked for. Comparisons and groups leave theirs out. */
const conditionsFrom = ({ values, times, bounds, flags, empty }: Said, shape: Shape): readonly Condition[] => [
  ...values.filter(({ field }) => !shape.pair || field !== shape.versus),
  ...times.filter(({ filter }) => !shape.compared?.includes(filter)),
  ...bounds.flatMap((bound) => (bound === shape.having || bound === shape.whether ? [] : conditionOf(bound))),
  ...flags.filter(({ field }) => field !== shape.versus),
  ...empty,
];

const scoreOf = ({ subject }: Scene, said: Said, { having, target }: Shape): number =>
  weights.value * said.values.length +
  weights.flag * (said.flags.length + said.empty.length) +
  weights.amount * said.bounds.length +
  weights.time * said.times.length -
  (having?.isOfTimes && target && isRecord(target, subject) ? weights.value : 0);

/** The kind of answer, and of which number it is. */
interface Wanted {
  readonly isCount: boolean;
  readonly figure: Figure | undefined;
  readonly measure: SubjectField | undefined;
  readonly counted: Counted | undefined;
  /** Whether the values of a field are counted, each once. */
  readonly isDistinct: boolean;
  readonly ask: Frame['ask'];
}

function wantedOf(scene: Scene, isShare: boolean, { winner, bounds }: Said, shape: Shape): Wanted {
  const { whole } = scene;
  const { target, asked, having, whether } = shape;
  const isCount = counting.test(whole) || whether?.isOfTimes === true;
  const figure = figureOf(scene) ?? (winner?.measure && 'average');
  const measure = winner?.measure ?? whether?.field ?? measureOf(scene, figure, target, bounds);
  const counted = isCount ? countedBy(scene, measure, target) : undefined;
  const isDistinct =
    isCount &&
    ((having !== undefined && target !== undefined) ||
      counted?.field !== undefined ||
      (asked !== undefined && distinct.test(whole)));
  const parts = { isCount, figure, measure, counted, isDistinct };
  return { ...parts, ask: isShare ? 'share' : isDistinct ? 'distinct' : askOf(whole, parts, shape) };
}

/** The words of each field that a part rests on are read. */
function useFields(
  scene: Scene,
  conditions: readonly Condition[],
  { bounds }: Said,
  { target, compared, groups }: Shape,
  { measure, counted }: Wanted,
): void {
  const used = new Set([
    measure,
    target ?? counted?.field,
    ...bounds.map(({ field }) => field),
    ...conditions.map(({ field }) => scene.fieldOf(field)),
    ...(compared ?? []).map((filter) => ('field' in filter ? scene.fieldOf(filter.field) : undefined)),
    ...groups.map((group) => scene.fieldOf(typeof group === 'string' ? group : group.field)),
  ]);
  for (const field of used) if (field) scene.use(field);
}

/** Whether nothing is counted, compared or doubtful that no part reads. */
function isWhole(
  scene: Scene,
  conditions: readonly Condition[],
  { winner, bounds }: Said,
  { target, groups, order, having, whether, period, compared }: Shape,
  { ask: kind, figure, measure, duration }: Wanted & Pick<Frame, 'duration'>,
): boolean {
  const ask = duration ? 'figure' : kind;
  const isRanked = [compared, having, period, duration, winner].some(Boolean);
  const isNarrowed = conditions.length + groups.length > 0 || order !== undefined || isRanked;
  return (
    isPlain(scene, ask, isRanked) &&
    (isNarrowed || !saysMore(scene)) &&
    (!winner || (!duration && isClear(winner, measure, figure))) &&
    !isDoubtful(
      scene,
      { ask, figure, measure, target, order, having, whether, compared, duration, conditions, groups },
      bounds,
    )
  );
}

/** Whether no currency is named but that of the number. */
const isInUnitOf = ({ line }: Scene, measure: SubjectField | undefined): boolean => {
  const unit = measure && unitOf(measure);
  const named = line.words.map(({ folded }) => units.get(folded)).filter((one) => currencies.test(one ?? ''));
  return unit === undefined || named.every((one) => one === unit);
};

const currencies = /^(?:eur|usd|gbp|chf)$/u;

/** Whether the words are part of the label of another field: "customer type". */
const isLabel = ({ named }: Scene, { from, to, field }: Mention): boolean =>
  named.some(
    (one) =>
      one.level === levels.label &&
      one.field !== field &&
      one.from <= from &&
      one.to >= to &&
      one.to - one.from > to - from,
  );

function conditionOf({ field, operator, value, from, to }: Bound): Condition[] {
  return field ? [{ field: field.key, filter: { field: field.key, operator, value }, from, to, kind: 'amount' }] : [];
}

/** Whether the first of two is asked to be the more: "is Ada paid more than Milo". */
function isMoreIn(whole: string): boolean | undefined {
  const match = yesOrNo.test(whole) ? comparative.exec(whole) : null;
  return match ? match[1] !== undefined : undefined;
}

const comparative =
  /\b(?:(more|higher|larger|bigger|greater|better|longer|older|heavier)|less|fewer|lower|smaller|worse|shorter|younger|lighter|cheaper)\b.* than (?!\d)/u;

/** Reads "from March to April". */
const growing = /\b(?:from|between) .*\b(?:to|and) /u;

/** Two times of one date that are compared. */
function timesCompared({ whole }: Scene, times: readonly Condition[]): Frame['compared'] {
  if (times.length < 2 || !(comparing.test(whole) || changing.test(whole))) return undefined;
  const [one, other] = times.toSorted((a, b) => a.from - b.from);
  return one!.field === other!.field ? [one!.filter, other!.filter] : undefined;
}

/** The kind of answer that the parts together ask for. */
function askOf(
  whole: string,
  { isCount, figure, measure, counted }: Omit<Wanted, 'ask'>,
  { order, target, groups, compared }: Shape,
): Frame['ask'] {
  const isOfMean = figure === 'average' || figure === 'median';
  if (isCount && !(measure && (counted?.isSum || isOfMean))) return 'count';
  if (figure && measure && !(order && !isCount && figure === 'sum')) return 'figure';
  if (target) return 'value';
  const isList = /^(?:which|list|show|name)\b/u.test(whole) && groups.length === 0;
  if (measure && !order && (figure || !isList)) return 'figure';
  if (groups.length > 0 || compared !== undefined) return measure ? 'figure' : 'count';
  return 'list';
}
