import type { Interval } from '../../../schemas/fields.ts';
import type { TypedQuery } from '../../../schemas/queries.ts';
import type { Line } from './line.ts';
import { isPerson, type SubjectField } from './named.ts';
import type { Direction } from './plans.ts';

interface Period {
  readonly date: SubjectField;
  readonly interval: Interval;
  /** The order of "the best month". The other periods say theirs elsewhere. */
  readonly way: Direction | undefined;
}

/** The request of a question, apart from its conditions on records. */
export interface Asked {
  readonly groups: NonNullable<TypedQuery['groupBy']>;
  /** How many of one end are asked for: "the three smallest". */
  readonly top: { readonly count: number; readonly way: Direction } | undefined;
  readonly isCount: boolean;
  readonly isAverage: boolean;
  /** Whether the average is a median. */
  readonly isMedian: boolean;
  readonly isHowMuch: boolean;
  readonly isWhen: boolean;
  readonly isWho: boolean;
  readonly isDistinct: boolean;
  readonly isSum: boolean;
  readonly isWorth: boolean;
  /** Whether it is answered by yes or no. */
  readonly isWhether: boolean;
  /** Whether it asks for records rather than a figure: "which deal is the largest?". */
  readonly isWhich: boolean;
  /** The place of the records that a number is of: "for tax matters, what is the highest fee?". */
  readonly ofRecordsAt: number | undefined;
  /** Whether the records, or a field of them, are named in the plural. */
  readonly isPlural: boolean;
  /** Whether it asks for a list. */
  readonly isListed: boolean;
  /** Whether the records are named. */
  readonly isTable: boolean;
  /** The field whose values are counted. */
  readonly counted: SubjectField | undefined;
  /** `isMany` is for phrases such as "the most deals", which may count records. */
  readonly direction:
    | { readonly way: Direction; readonly isMany: boolean; readonly isCostly?: boolean; readonly at: number }
    | undefined;
  /** `2` in "the second largest". */
  readonly nth: number | undefined;
  /** The period that is asked for, as in "which month had the most deals?". */
  readonly period: Period | undefined;
  /** The field that an adjective such as "the heaviest" measures. */
  readonly measured: { readonly direction: Direction; readonly field: SubjectField } | undefined;
  readonly inTime: { readonly way: Direction; readonly date: SubjectField } | undefined;
  /** All named fields; their kinds follow. */
  readonly named: readonly SubjectField[];
  readonly numbers: readonly SubjectField[];
  readonly dates: readonly SubjectField[];
  readonly others: readonly SubjectField[];
  /** The place where a field was named. */
  readonly placeOf: (field: SubjectField) => number | undefined;
  /** The named number, or the one that is implied. */
  readonly measure: SubjectField | undefined;
  /** Whether the number is unambiguous. */
  readonly isMeasureSure: boolean;
}

export const meanOf = ({ isMedian }: Asked) => (isMedian ? 'median' : 'average');

/** Whether the question asks only for a number. */
export const isPlain = ({ others, dates, numbers, isWhen, isWho }: Asked): boolean =>
  others.length === 0 && dates.length === 0 && numbers.length < 2 && !isWhen && !isWho;

/**
 * Whether it asks for the extreme of each group: "largest deal by stage". The phrase "Most deals by owner" counts,
 * and "highest total by owner" orders totals.
 */
export const isExtremes = ({ direction, isCount, isAverage, isSum }: Asked): boolean =>
  direction !== undefined && !direction.isMany && !isCount && !isAverage && !isSum;

/**
 * Whether a field is asked for. In "which season has the most wins?", the season precedes the word that ranks it. The
 * records of "for tax matters, the highest fee" do so too, and only the fee is asked for.
 */
export const isAskedFor = (target: SubjectField, { direction, placeOf, ofRecordsAt }: Asked): boolean =>
  (placeOf(target) ?? -1) < direction!.at && placeOf(target) !== ofRecordsAt;

/** Whether only a verb names a field: "who worked on it" beside `Work`. A person is asked for, where the table has one. */
export const isNamedByVerb = (
  field: SubjectField,
  { placeOf }: Asked,
  { words }: Line,
  fields: readonly SubjectField[],
): boolean =>
  words[placeOf(field) ?? -1]?.folded.endsWith('ed') === true &&
  !isPerson(field) &&
  !/ed$/iu.test(field.label) &&
  fields.some(isPerson);

type Ways = 'isAverage' | 'isHowMuch' | 'isSum' | 'isCount' | 'isWhen' | 'isWho' | 'nth' | 'period' | 'direction';

/** Whether a question asks for figures or an order of the records, some of them, their days or their owners. */
export const asksOfRecords = (asked: Pick<Asked, Ways | 'groups' | 'top'>): boolean =>
  isRanked(asked) || isFigure(asked) || asked.top !== undefined || asked.isCount || asked.isWhen || asked.isWho;

const isRanked = ({ nth, period, direction }: Pick<Asked, 'nth' | 'period' | 'direction'>): boolean =>
  nth !== undefined || period !== undefined || direction?.isMany === true;

const isFigure = ({ isAverage, isHowMuch, isSum, groups, direction }: Pick<Asked, Ways | 'groups'>): boolean =>
  isAverage || isHowMuch || groups.length > 0 || (isSum && direction === undefined);
