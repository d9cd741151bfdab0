import type { Interval } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import type { SubjectField } from '../plain/named.ts';
import type { Subject } from '../subjects/subjects.ts';
import type { Bound } from './amounts.ts';
import type { Duration } from './days/durations.ts';
import type { Condition } from './values.ts';

export type Group = string | { readonly field: string; readonly interval: Interval };
export type Figure = 'sum' | 'average' | 'median' | 'maximum' | 'minimum';

/** Which end of an order is asked for, and how many of it. */
export interface Order {
  readonly way: 'asc' | 'desc';
  readonly count: number | undefined;
  /** The place in the order that is asked for: the 2 of "the second largest". */
  readonly nth?: number | undefined;
  /** Whether the order is of days: "the oldest". */
  readonly isOfDays: boolean;
  /** Whether it may count records: "the most". */
  readonly isMany: boolean;
  /** Whether it is of single records, of which the target is shown, and not of the groups of the target. */
  readonly isOfOne?: boolean | undefined;
}

/** A question in parts that can be put together with those of a later one. */
export interface Frame {
  readonly subject: Subject;
  readonly conditions: readonly Condition[];
  readonly ask: 'count' | 'any' | 'distinct' | 'figure' | 'value' | 'list' | 'share';
  /** Whether the words say what is asked, and not only of what. */
  readonly isAsked: boolean;
  readonly figure: Figure | undefined;
  readonly measure: SubjectField | undefined;
  readonly groups: readonly Group[];
  /** The field whose values are asked for. */
  readonly target: SubjectField | undefined;
  readonly order: Order | undefined;
  readonly having: Bound | undefined;
  /** The amount that the figure is compared with: "is the average above 3". */
  readonly whether: Bound | undefined;
  /** Whether groups are asked for that have no record under the conditions. */
  readonly isNever: boolean;
  /** The period that is asked for: "which month". */
  readonly period: Exclude<Group, string> | undefined;
  /** The conditions of each day of the week, where one is asked for. */
  readonly weekday: { readonly each: readonly Filters[number][] } | undefined;
  /** The date by which records are ordered. */
  readonly date: SubjectField | undefined;
  /** Whether records are asked for, and not their figures. */
  readonly isOfRecords: boolean;
  /** Whether nothing is counted or compared that no part reads. */
  readonly isPlain: boolean;
  /** The conditions of the part whose share is asked for. */
  readonly part: readonly Condition[];
  /** Two conditions under which figures are compared. */
  readonly compared: readonly [Filters[number], Filters[number]] | undefined;
  /** Whether it is asked if the first of both is the more, or the less. */
  readonly isMore: boolean | undefined;
  /** Whether the second of both is the later, from which the first is taken away. */
  readonly isGrowth: boolean;
  /** The field of which values are compared. */
  readonly versus: string | undefined;
  /** The dates between which days are counted. */
  readonly duration: Duration | undefined;
  readonly isPercentage: boolean;
  /** Words that no part accounts for. */
  readonly unread: readonly string[];
  /** Whether these are only the verb of what somebody did. */
  readonly isVerbLeft: boolean;
  /** How well the table accounts for the words. */
  readonly score: number;
}
