import type { Filters } from '../../../../schemas/queries.ts';
import type { Word } from '../../language/words.ts';
import { fieldsOf } from '../../view.ts';
import { monthWords } from '../times/calendar.ts';
import type { Compared, Figure } from './figure.ts';

export const behindBoth = 'The words behind both are read as describing both.';
const beforeBoth = 'The words before both are read as describing both.';

/** "In January than in March 2025" names two months of 2025. */
export function inOneYear(compared: Compared): Compared {
  const isTurned = placeOf(compared.first) > placeOf(compared.second);
  const [left, right] = isTurned ? [compared.second, compared.first] : [compared.first, compared.second];
  const year = right.at(-1);
  const lacksYear = left.some(({ folded }) => month.test(folded)) && !left.some(({ folded }) => yearIn.test(folded));
  if (!year || !yearIn.test(year.folded) || !lacksYear) return compared;
  const at = 1 + left.findLastIndex(({ folded }) => month.test(folded));
  const earlier = left.toSpliced(at, 0, year);
  return { ...compared, [isTurned ? 'second' : 'first']: earlier, reading: behindBoth };
}

const month = new RegExp(`^(?:q[1-4]|${monthWords})$`, 'u');
const yearIn = /^(?:19|20)\d\d$/u;

type Figures = readonly [Figure, Figure];

/**
 * Two counts under conditions on the same fields. Words behind both describe both, as the month in "dogs than cats in
 * March". Words of the first describe the second where it only says "in North". Undefined where it is not clear whom
 * they describe.
 */
export function evened(compared: Compared, figures: Figures) {
  const isTurned = placeOf(compared.first) > placeOf(compared.second);
  const [left, right] = isTurned ? (figures.toReversed() as [Figure, Figure]) : figures;
  const later = isTurned ? compared.first : compared.second;
  const behind = lacking(left, right);
  const before = lacking(right, left);
  if (behind.length + before.length === 0) return { compared, figures };
  if (before.length > 0 && (behind.length > 0 || !phrase.test(later[0]?.folded ?? ''))) return undefined;
  const both: Figures = [withMore(left, behind), withMore(right, before)];
  if (isSame(both)) return undefined;
  return {
    compared: { ...compared, reading: behind.length > 0 ? behindBoth : beforeBoth },
    figures: isTurned ? ([both[1], both[0]] as const) : both,
  };
}

const phrase = /^(?:in|during|since|before|after|on|of|from|at|by|with)$/u;

/** Where the last word stands that is not of both. */
const placeOf = (words: readonly Word[]): number => words.findLast(({ folded }) => !yearIn.test(folded))?.start ?? 0;

/** The conditions of another figure on fields that this one has no condition on. */
function lacking({ filters }: Figure, other: Figure): Filters {
  const own = new Set(filters.flatMap(fieldsOf));
  return other.filters.filter((filter) => !fieldsOf(filter).some((field) => own.has(field)));
}

const withMore = (figure: Figure, more: Filters): Figure => ({ ...figure, filters: [...figure.filters, ...more] });

/** Whether both have the same conditions, in any order. */
const isSame = (figures: Figures): boolean => {
  const [one, other] = figures.map(({ filters }) =>
    JSON.stringify(filters.map((one) => JSON.stringify(one)).toSorted()),
  );
  return one === other;
};
