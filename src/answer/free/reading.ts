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
import type { Figure, Frame, Group, Order } from './frame.ts';
import { pairOf, takeGroups, takePeriod, versusIn, weekdaysOf } from './groups.ts';
import { isPlain, isVerbLeft, readAsked, saysMore, unreadIn } from './leftovers.ts';
import { personal, recordNouns } from './lexicon.ts';
import { type Counted, countedBy, figureOf, measureOf } from './measures.ts';
import { asking, changing, comparing, counting, distinct } from './patterns.ts';
import { Scene, weights } from './scene.ts';
import { asksForShare, partOf, sharesAmount, wholeAndPart } from './shares.ts';
import { havingOf, takeOrder, targetOf } from './targets.ts';
import { type Condition, conditionsOf, type Mention, mentionsIn } from './values.ts';
import { takeAskedWeekday } from './days/weekdays.ts';
import { isClear, takeWinner } from './winners.ts';

/** Reads a question beside one table into its parts. The order matters, because each word is read once. */
export function* frameOf(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  today: string,
  spans: Spans,
): Work<Frame> {
  const scene = new Scene(words, subject, cells);
  const { line, whole } = scene;
  const isShare = asksForShare(scene);
  const duration = takeDuration(scene);
  scene.mentions = (yield* mentionsIn(line, subject, cells)).filter(
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
  const versus = winner ? undefined : versusIn(scene, values, flags);
  const pair = versus !== undefined && changing.test(whole) ? pairOf(values, versus) : undefined;
  const groups = winner ? [] : versus === undefined ? takeGroups(scene) : pair ? [] : [versus];
  const order = winner?.order ?? takeOrder(scene);
  yield;
  const period = weekday ? undefined : takePeriod(scene);
  const asked = winner?.field ?? (period || weekday ? undefined : targetOf(scene, groups));
  const isEach = asked !== undefined && groups.length === 0 && counting.test(whole) && /\beach\b/u.test(whole);
  if (isEach) groups.push(asked.key);
  const target = isEach ? undefined : asked;
  const having = havingOf(scene, bounds, target);
  const compared = pair ?? timesCompared(scene, times);
  if (compared || versus || bounds.length > 0) while (line.take(/\b(?:than|between)\b/u, 'amount'));
  const conditions = [
    ...values.filter(({ field }) => !pair || field !== versus),
    ...times.filter(({ filter }) => !compared?.includes(filter)),
    ...bounds.flatMap((bound) => (bound === having ? [] : conditionOf(bound))),
    ...flags.filter(({ field }) => field !== versus),
    ...empty,
  ];
  scene.score +=
    weights.value * values.length +
    weights.flag * (flags.length + empty.length) +
    weights.amount * bounds.length +
    weights.time * times.length;
  if (having?.isOfTimes && target && isRecord(target, subject)) scene.score -= weights.value;

  const isCount = counting.test(whole);
  yield;
  const figure = figureOf(scene) ?? (winner?.measure && 'average');
  const measure = winner?.measure ?? measureOf(scene, figure, target, bounds);
  const counted = isCount ? countedBy(scene, measure, target) : undefined;
  const isDistinct =
    (isCount && having !== undefined && target !== undefined) ||
    (isCount && (counted?.field !== undefined || (asked !== undefined && distinct.test(whole))));
  const ask = isShare
    ? 'share'
    : isDistinct
      ? 'distinct'
      : askOf({ isCount, figure, measure, counted, order, target, groups, whole, isCompared: compared !== undefined });

  yield;
  const used = new Set([
    measure,
    target ?? counted?.field,
    ...bounds.map(({ field }) => field),
    ...conditions.map(({ field }) => scene.fieldOf(field)),
    ...(compared ?? []).map((filter) => ('field' in filter ? scene.fieldOf(filter.field) : undefined)),
    ...groups.map((group) => scene.fieldOf(typeof group === 'string' ? group : group.field)),
  ]);
  for (const field of used) if (field) scene.use(field);
  readAsked(scene, { ask, figure, measure, order, compared, versus });
  if (target && personal.test(target.label)) scene.useRoles();
  const part = isShare ? partOf(scene, conditions) : [];
  for (const { isNot, from, to } of conditions) if (isNot) scene.readNegations(from, to);
  const isOfMeasure = isShare ? sharesAmount(scene, measure) : ask !== 'count';
  const isRanked =
    compared !== undefined ||
    having !== undefined ||
    period !== undefined ||
    duration !== undefined ||
    winner !== undefined;
  return {
    subject,
    conditions,
    ask,
    isAsked:
      isShare || isCount || figure !== undefined || target !== undefined || order !== undefined || asking.test(whole),
    figure: figure ?? (measure ? 'sum' : undefined),
    measure: isOfMeasure ? measure : undefined,
    groups,
    target: isDistinct ? (counted?.field ?? asked) : target,
    order,
    having,
    isNever: target !== undefined && /\bnever\b/u.test(whole),
    period,
    weekday,
    date: scene.date(),
    isOfRecords: words.some(({ folded }, at) => scene.isOfRecords(at) || recordNouns.has(folded)),
    isPlain:
      isPlain(scene, duration ? 'figure' : ask, isRanked) &&
      (conditions.length + groups.length > 0 || order !== undefined || isRanked || !saysMore(scene)) &&
      (!winner || (!duration && isClear(winner, measure, figure))) &&
      isInUnitOf(scene, isOfMeasure ? measure : undefined) &&
      !isDoubtful(
        scene,
        { ask: duration ? 'figure' : ask, figure, measure, target, order, having, compared, conditions, groups },
        bounds,
      ),
    part,
    compared,
    isGrowth: compared !== undefined && !pair && growing.test(whole),
    versus,
    duration,
    isPercentage: /\bpercent(?:age)?\b/u.test(whole),
    unread: unreadIn(scene),
    isVerbLeft: isVerbLeft(scene),
    score: scene.score,
  };
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

/** Reads "from March to April". */
const growing = /\b(?:from|between) .*\b(?:to|and) /u;

/** Two times of one date that are compared. */
function timesCompared({ whole }: Scene, times: readonly Condition[]): Frame['compared'] {
  if (times.length < 2 || !(comparing.test(whole) || changing.test(whole))) return undefined;
  const [one, other] = times.toSorted((a, b) => a.from - b.from);
  return one!.field === other!.field ? [one!.filter, other!.filter] : undefined;
}

interface Parts {
  readonly isCount: boolean;
  readonly figure: Figure | undefined;
  readonly measure: SubjectField | undefined;
  readonly counted: Counted | undefined;
  readonly order: Order | undefined;
  readonly target: SubjectField | undefined;
  readonly groups: readonly Group[];
  readonly whole: string;
  readonly isCompared: boolean;
}

/** The kind of answer that the parts together ask for. */
function askOf({ isCount, figure, measure, counted, order, target, groups, whole, isCompared }: Parts): Frame['ask'] {
  const isOfMean = figure === 'average' || figure === 'median';
  if (isCount && !(measure && (counted?.isSum || isOfMean))) return 'count';
  if (figure && measure && !(order && !isCount && figure === 'sum')) return 'figure';
  if (target) return 'value';
  const isList = /^(?:which|list|show|name)\b/u.test(whole) && groups.length === 0;
  if (measure && !order && (figure || !isList)) return 'figure';
  if (groups.length > 0 || isCompared) return measure ? 'figure' : 'count';
  return 'list';
}
