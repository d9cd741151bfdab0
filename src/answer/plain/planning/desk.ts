import type { Subject } from '../../subjects/subjects.ts';
import type { Asked } from '../asked.ts';
import type { Conditions } from '../conditions.ts';
import { doubtAmounts, doubtFlags, doubtJoined, doubtNegations } from '../doubt/doubts.ts';
import type { Line, Rule } from '../line.ts';
import { isDate, isPerson, isServed, onlyOne, type SubjectField } from '../named.ts';
import type { Plan, Plans } from '../plans.ts';

/** A question as it is read by now, its table, and the queries that can be written of it. */
export interface Desk {
  readonly line: Line;
  readonly subject: Subject;
  readonly conditions: Conditions;
  /** The table's own fields. */
  readonly fields: readonly SubjectField[];
  readonly plans: Plans;
}

/** Plans a question of one kind, or refuses what that kind cannot answer. */
export type Planning = (desk: Desk, asked: Asked) => Plan | undefined;

export const isSheet = ({ subject }: Desk): boolean => 'artifactId' in subject.of;

/** The only field that holds people. Beside those for whom they work, the question may ask for either. */
export function personOf({ line, fields }: Desk): SubjectField | undefined {
  const person = onlyOne(fields.filter(isPerson));
  if (person && fields.some(isServed)) line.doubtAll('who');
  return person;
}

/** The number that is asked for. An implied number is doubted when there are several. */
export function measureOf({ line }: Desk, { measure, isMeasureSure }: Asked): SubjectField | undefined {
  if (!isMeasureSure) for (const rule of ofMeasure) line.doubtAll(rule);
  return measure;
}

/** The named date, or else the only one with a doubt. A ticket's closing date is not its opening date. */
export function dateOf({ line, fields }: Desk, { dates }: Asked): SubjectField | undefined {
  if (dates.length > 0) return onlyOne(dates);
  line.doubtAll('when');
  return onlyOne(fields.filter(isDate));
}

/** Doubts the fewest. A group without any of these records has fewer, and is not among them. */
export function doubtEmptyGroups({ line, conditions }: Desk, { options }: SubjectField): void {
  if (conditions.filters.length > 0 || options?.choices) line.doubtAll('direction');
}

/** Doubts conditions that may hold for a part of the records only, where their values are asked for. */
export function doubtConditions({ line, conditions, fields }: Desk): void {
  doubtNegations(line, conditions);
  doubtJoined(line, conditions);
  doubtAmounts(line, conditions, fields);
  doubtFlags(line, conditions, fields);
}

/** A plan with the rules of the words that it accounts for. */
export const resting = (plan: Plan | undefined, ...rests: Rule[]): Plan | undefined => plan && { ...plan, rests };

/** Rules whose words imply a number. */
const ofMeasure: readonly Rule[] = ['direction', 'howMuch', 'worth', 'sum', 'average', 'top', 'group'];
