import type { CellNamed } from '../../subjects/cells.ts';
import type { Subject } from '../../subjects/subjects.ts';
import type { Filters, TypedQuery } from '../../../../schemas/queries.ts';
import { idleVerbs } from '../../language/lexicon/idle.ts';
import { rootOf, type Word } from '../../language/words.ts';
import { isState } from '../../subjects/states.ts';
import { type Planned, planOf } from '../plan.ts';

/** A plan whose answer is one figure of the matching records. */
export interface Figure {
  readonly plan: Planned;
  readonly metric: NonNullable<TypedQuery['metrics']>[number];
  readonly filters: Filters;
}

/** Two figures that a question compares. The first less the second is the answer. */
export interface Compared {
  /** The words before both, the more usual first. */
  readonly asking: readonly string[];
  readonly first: readonly Word[];
  readonly second: readonly Word[];
  /** Whether the second is an earlier one, so that the first may be said as growth. */
  readonly isGrowth: boolean;
  readonly isPercentage: boolean;
  /** False if the difference has no sign: "the difference between North and South". */
  readonly isOrdered?: false;
  /** Another answer than the difference: the ratio, whether the first is more, or which of both is more. */
  readonly as?: 'ratio' | 'more' | 'most' | 'least';
  /** The names of both, where one of them is the answer. */
  readonly names?: readonly [string, string];
  /** False where nobody asks how many different values there are: "the difference in land area". */
  readonly isOfDistinct?: false;
  /** Whether sums are compared, and not counts. */
  readonly isOfAmount?: boolean;
  /** How the words are read, where they may mean something else. */
  readonly reading?: string | undefined;
}

/** Reads a part of a question, behind words of its own, as one that asks for a figure. */
export function figureOf(
  asking: string,
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
): Figure | undefined {
  const isThere = ({ start, end }: CellNamed) => words.some((word) => word.start >= start && word.end <= end);
  const today = new Date().toISOString().slice(0, 10);
  const plan = planOf([...wordsOfAsking(asking), ...words], subject, cells.filter(isThere), today);
  const { metrics = [], groupBy, filters = [] } = plan?.query ?? {};
  const [metric] = metrics;
  return plan && metric && metrics.length === 1 && !groupBy ? { plan, metric, filters } : undefined;
}

/** Words that stand in no question. */
export const wordsOfAsking = (text: string): Word[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({
      text: word,
      folded: word,
      root: rootOf(word),
      kind: 'stop',
      start: 0,
      end: 0,
    }));

/**
 * The condition that the verb of a comparison is: none where it only says whose the records are. Undefined where the
 * question means something that the table does not know.
 */
export function conditionOf(
  verb: string | undefined,
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
): readonly Word[] | undefined {
  const said = verb?.split(' ')[0];
  const word = words.find(({ folded }) => folded === said);
  if (!word) return [];
  if (isState(word, [subject], cells)) return [word];
  return idleVerbs.has(word.folded) ? [] : undefined;
}

/** The words as the patterns of plain questions read them. */
export const textOf = (words: readonly Word[]): string => words.map(({ folded }) => `${folded} `).join('');

export const countWords = (text: string): number => text.split(' ').filter(Boolean).length;
