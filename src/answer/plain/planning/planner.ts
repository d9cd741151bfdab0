import type { Subject } from '../../subjects/subjects.ts';
import type { Asked } from '../asked.ts';
import type { Conditions } from '../conditions.ts';
import type { Line } from '../line.ts';
import { isDate, isNumber, ownFields } from '../named.ts';
import { type Plan, Plans } from '../plans.ts';
import { amount, averaged, counted, sum } from './amounts.ts';
import { dateOf, type Planning, resting } from './desk.ts';
import { extreme, measured } from './extremes.ts';
import { busiest, grouped, withMany } from './groups.ts';
import { ranking } from './ranking.ts';
import { nth } from './nth.ts';
import { inTime, records, who } from './records.ts';

/** Plans what is asked of a table, and names the rules that the plan rests on. */
export function planFor(line: Line, subject: Subject, conditions: Conditions, asked: Asked): Plan | undefined {
  const fields = ownFields(subject);
  const plans = new Plans(subject.of, fields, conditions);
  const plan = planOf({ line, subject, conditions, fields, plans }, asked);
  if (!plan) return undefined;
  const isOne = isOneValue(plan, asked);
  const isOfAll = plan.query.operation === 'records' && plan.field !== undefined && !isDate(plan.field);
  const isHiding = isOfAll && (isOne || (asked.isWho && plan.ties === undefined));
  const given = isHiding ? [plans.isGivenToAll(plan.field)] : [];
  return { ...plan, isOne, assumes: [...(plan.assumes ?? []), ...given, ...plans.conditionsHold()] };
}

const isOneValue = ({ query, field, ties, cut }: Plan, { isListed, isPlural }: Asked): boolean =>
  !isListed &&
  (!isPlural || (field !== undefined && isNumber(field))) &&
  query.operation === 'records' &&
  ties === undefined &&
  cut === undefined;

/** The first kind that a question is of decides. */
const planOf: Planning = (desk, asked) => kinds.find(([is]) => is(asked, desk.conditions))?.[1](desk, asked);

const refused: Planning = () => undefined;

/** Plans "is Bolt a supplier or a customer?". */
const chosen: Planning = ({ plans, conditions }, { named }) =>
  named.length === 0 ? plans.lookUp(conditions.alternative) : undefined;

const when: Planning = (desk, asked) =>
  asked.named.every(isDate) ? resting(desk.plans.lookUp(dateOf(desk, asked)), 'when') : undefined;

type Kind = readonly [is: (asked: Asked, conditions: Conditions) => boolean, plan: Planning];

const kinds: readonly Kind[] = [
  [(_asked, { many }) => many !== undefined, withMany],
  [({ dates, isWhether }, { alternative }) => dates.length > 1 || (isWhether && !alternative), refused],
  [(_asked, { alternative }) => alternative !== undefined, chosen],
  [(asked) => asked.measured !== undefined, measured],
  [(asked) => asked.nth !== undefined, nth],
  [(asked) => asked.period !== undefined, busiest],
  [(asked) => asked.groups.length > 0, grouped],
  [(asked) => asked.top !== undefined, ranking],
  [(asked) => asked.isCount, counted],
  [(asked) => asked.isAverage, averaged],
  [(asked) => asked.direction !== undefined, extreme],
  [(asked) => asked.inTime !== undefined, inTime],
  [(asked) => asked.isSum, sum],
  [(asked) => asked.isWhen, when],
  [(asked) => asked.isWho, who],
  [(asked) => asked.isHowMuch || asked.isWorth, amount],
  [() => true, records],
];
