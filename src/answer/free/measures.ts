import { superlatives } from '../language/lexicon/meanings.ts';
import { units } from '../language/lexicon/units.ts';
import { numeral } from '../plain/line.ts';
import { isMoney } from '../plain/measures.ts';
import { isGroup, isNumber, onlyOne, type SubjectField } from '../plain/named.ts';
import type { Bound } from './amounts.ts';
import { isFlag } from './conditions.ts';
import { levels, numberMeant } from './fields.ts';
import type { Figure } from './frame.ts';
import { averaging, counting, distinct, middling, summing } from './patterns.ts';
import type { Scene } from './scene.ts';

/** The figure that the words ask for. */
export function figureOf({ whole }: Scene): Figure | undefined {
  if (middling.test(whole)) return 'median';
  if (averaging.test(whole)) return 'average';
  return summing.test(whole) ? 'sum' : undefined;
}

/** The number that is asked for: named, implied by an adjective such as "longest", or the only one. */
export function measureOf(
  scene: Scene,
  figure: Figure | undefined,
  target: SubjectField | undefined,
  bounds: readonly Bound[],
): SubjectField | undefined {
  const bounded = new Set(bounds.flatMap(({ field }) => field ?? []));
  const named = scene.left().filter(({ field }) => field !== target && isNumber(field) && !bounded.has(field));
  if (named.length === 0) {
    const implied = impliedBy(scene);
    if (implied) return implied;
  }
  const isOfSum = figure === 'sum' || (target !== undefined && figure === undefined);
  if (named.length > 0) return numberMeant(scene.line, named, scene.subject, isOfSum)?.field;
  if (figure === 'average' || figure === 'median') return [...bounded][0];
  if (earning.test(scene.whole) || ranksByMoney(scene.whole)) return moneyOf(scene);
  const isCount = counting.test(scene.whole) && figure === undefined;
  return !isCount && /\b(?:how much|total)\b/u.test(scene.whole) ? onlyOne(scene.fields.filter(isNumber)) : undefined;
}

/** Reads "what did we take" and "how much has she earned". */
export const earning =
  /\b(?:what|how much) (?:did|do|does|have|has|had) \p{L}+ (?:take|taken|earn|earned|make|made|charge|charged|bill|billed|spend|spent|pay|paid|collect|collected|bring in|brought in|cost)\b/u;

/** Whether the best month or the biggest client is asked for. Most money comes in there, or from them. */
export const ranksByMoney = (whole: string): boolean => bestPeriod.test(whole) || bestClient.test(whole);

const bestPeriod =
  /\bwhich (?:day|week|month|quarter|year) (?:was|is) (?:the |our )?(?:best|worst|strongest|weakest)\b/u;

const bestClient = new RegExp(
  String.raw`\b(?:best|biggest|largest|top|most (?:important|valuable))(?: ${numeral})? (?:clients?|customers?|buyers?|accounts?|spenders?|sponsors?|donors?)\b`,
  'u',
);

const moneyOf = ({ line, subject, fields }: Scene): SubjectField | undefined =>
  numberMeant(
    line,
    fields
      .filter((field) => isNumber(field) && isMoney(field))
      .map((field) => ({ field, from: 0, to: 0, level: levels.notion })),
    subject,
    true,
  )?.field;

function impliedBy({ line, fields }: Scene): SubjectField | undefined {
  const labels = line.words.map(({ folded }) => superlatives.get(folded)?.of).find((of) => of !== undefined);
  return fields.find((one) => isNumber(one) && labels?.some((label) => one.label.toLowerCase().includes(label)));
}

/** The thing that "how many" counts, where it is not the records. */
export interface Counted {
  /** The field whose different values are counted. */
  readonly field?: SubjectField | undefined;
  /** Whether it is what a number adds up. */
  readonly isSum: boolean;
}

const mostBetween = 4;

/** Undefined where "how many" counts the records. */
export function countedBy(
  scene: Scene,
  measure: SubjectField | undefined,
  target: SubjectField | undefined,
): Counted | undefined {
  const { line, whole } = scene;
  const [, behind] = line.wordsIn(counting.exec(whole)!);
  const isDistinct = distinct.test(whole);
  for (let at = behind; at < Math.min(behind + mostBetween, line.words.length); at += 1) {
    const word = line.words[at]!;
    const own = scene.named.filter(({ from }) => from === at);
    if (measure && (own.some(({ field }) => field === measure) || units.has(word.folded))) return { isSum: true };
    if (scene.subject.called.has(word.root)) return undefined;
    const named = own.find(
      ({ field, level }) => isGroup(field) && !isFlag(field) && (level >= levels.related || isDistinct),
    );
    if (named && named.field !== target && line.isLeft(at)) return { field: named.field, isSum: false };
    if (!line.isLeft(at)) return undefined;
  }
  return undefined;
}
