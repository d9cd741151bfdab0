import { superlatives } from '../language/lexicon/meanings.ts';
import { isAddable } from '../plain/measures.ts';
import { isNumber, type SubjectField } from '../plain/named.ts';
import type { Figure, Order } from './frame.ts';
import { changing, counting } from './patterns.ts';
import type { Scene } from './scene.ts';
import type { Condition } from './values.ts';

/** The one of two values that is asked for: "who brought in more, Ada or Milo?" */
export interface Winner {
  readonly field: SubjectField;
  readonly order: Order;
  /** Whether the records may be counted. "More" counts them, and "heavier" does not. */
  readonly isOfCount: boolean;
  /** The number that the comparing word implies: a weight for "heavier". */
  readonly measure: SubjectField | undefined;
}

const compared =
  /\b(?:more|less|fewer|higher|lower|larger|bigger|greater|smaller|heavier|lighter|longer|shorter|taller|deeper|hotter|colder|warmer|pricier|dearer|cheaper)\b(?! than (?:\d|\p{L}+ (?:days|times)))/u;
const downwards = /^(?:less|fewer|lower|smaller|lighter|shorter|colder|cheaper)$/u;
const choosing = /\b(?:who|which|what|do|does|did|is|are|was|were|has|have|had)\b/u;
const mostBetween = 4;

/** Takes two values of a field, of which a comparing word wants one. */
export function takeWinner(scene: Scene, values: readonly Condition[]): Winner | undefined {
  const { line, whole, fields } = scene;
  if (counting.test(whole) || changing.test(whole) || !choosing.test(whole)) return undefined;
  const pair = values.find((one) => isChoice(scene, one));
  const field = pair && scene.fieldOf(pair.field);
  const match = field && compared.exec(line.text);
  if (!match) return undefined;
  const [word] = match;
  line.read(...line.wordsIn(match), 'direction');
  const [one, other] = pair.mentions!;
  for (let at = one!.to; at < other!.from; at += 1)
    if (line.words[at]!.folded === 'or') line.read(at, at + 1, 'condition');
  const dimensions = superlatives.get(word.replace(/(?:i?er)$/u, word.endsWith('ier') ? 'iest' : 'est'))?.of;
  const measure = fields.find(
    (number) => isNumber(number) && dimensions?.some((dimension) => number.label.toLowerCase().includes(dimension)),
  );
  const way = downwards.test(word) ? 'asc' : 'desc';
  const order = { way, count: undefined, nth: 1, isOfDays: false, isMany: true } as const;
  return { field, order, isOfCount: /^(?:more|less|fewer)$/u.test(word), measure };
}

/** Whether "or" stands between two values: "Ada or Milo". */
function isChoice({ line }: Scene, { mentions = [], isNot, field }: Condition): boolean {
  const [one, other] = mentions;
  if (isNot || mentions.length !== 2 || field === 'title' || one!.values.length !== 1 || other!.values.length !== 1)
    return false;
  const between = line.words.slice(one!.to, other!.from).map(({ folded }) => folded);
  return between.includes('or') && between.length <= mostBetween;
}

/** Whether the figure of a winner is clear. Prices of single pieces are never added up. */
export const isClear = ({ isOfCount }: Winner, measure: SubjectField | undefined, figure: Figure | undefined) =>
  measure === undefined
    ? isOfCount && figure === undefined
    : figure === 'average' || figure === 'median' || isAddable(measure);
