import { spelledApart } from '../language/words.ts';
import type { Subject } from '../subjects/subjects.ts';
import { isAmount, onlyOne, type SubjectField, unitOf } from './named.ts';

/** Whether numbers of several records may be added up. Prices of single pieces, rates and scores are not. */
export const isAddable = (field: SubjectField): boolean =>
  !says(
    field,
    /\b(?:price|unit|each|rate|cost per|percent|percentage|share|ratio|age|score|rating|salary|wage|rank|position|place|level|grade|speed|height|depth|temperature|density|priority|satisfaction|experience|quality|stars|index|code|average|avg|mean|median|latitude|longitude|temp|odometer|meter|founded|established|born|built)\b|\bnumber\b(?! of\b)|%/i,
  );

/** Whether numbers are shares, means, prices of one piece or places in a row. Their sum says nothing, even if asked for. */
export const isRelative = (field: SubjectField): boolean =>
  says(
    field,
    /^(?:day|week|month|quarter|round|floor|level|lap|row|version|chapter)$|\b(?:unit (?:price|cost|value)|price per|cost per|matchday|gameweek|rank|ranking|position|rate|percent|percentage|share|ratio|rating|average|avg|mean|median|temp|temperature|latitude|longitude|age|odometer|meter)\b|%/i,
  );

/** Whether it is told of one of something, as `Price per seat` is, or read off a meter. The sum of such numbers says nothing. */
export const isOfOne = (field: SubjectField): boolean => says(field, /\b(?:per|each|odometer|meter)\b/i);

/** Whether more is better, so that the best has the most. */
export const isMerit = (field: SubjectField): boolean =>
  says(
    field,
    /\b(?:scores?|ratings?|satisfaction|attendance|uptime|margin|profit|revenue|performance|marks?|grades?|yield|efficiency)\b/i,
  );

/** Whether less is better, so that the worst has the most. */
export const isHarm = (field: SubjectField): boolean =>
  says(
    field,
    /\b(?:delays?|loss(?:es)?|costs?|wait(?:ing)?|complaints?|errors?|faults?|damages?|absences?|late|downtime|defects?|refunds?|debts?|expenses?|waste)\b/i,
  );

/** Whether it is an amount of money, by its type, its unit or its name. */
export const isMoney = (field: SubjectField): boolean =>
  field.type === 'currency' ||
  moneys.has(unitOf(field) ?? '') ||
  says(
    field,
    /\b(?:price|cost|fee|fees|charge|charged|amount|total|invoice|revenue|turnover|income|takings|budget|value|fines?|payment|wage|salary|bill)\b/i,
  );

/** Whether it is money that is only planned or offered, or a part of what a record costs. */
export const isAside = (field: SubjectField): boolean =>
  says(
    field,
    /\b(?:deposit|down payment|advance|prepaid|tip|tips|discount|shipping|postage|tax|vat|quote|quoted|estimate|estimated|planned|plan|budget|target)\b/i,
  );

const moneys: ReadonlySet<string> = new Set(['eur', 'usd', 'gbp', 'chf']);

/** Whether it says what a record costs. */
const isPrice = (field: SubjectField): boolean => says(field, /\b(?:price|cost|fee|charge|amount|total|value)\b/i);

/** The number that is meant by a question that names none. A word of worth means money, and one of cost a price. */
export function impliedMeasure(
  subject: Subject,
  numbers: readonly SubjectField[],
  { isWorth, isCostly, isOne }: { readonly isWorth: boolean; readonly isCostly: boolean; readonly isOne: boolean },
): SubjectField | undefined {
  return (
    onlyAmount(subject, numbers) ??
    (isCostly ? onlyOne(numbers.filter(isPrice)) : undefined) ??
    (isWorth ? onlyMoney(numbers, isOne) : undefined)
  );
}

/** The implied amount of a Data Set: its only number, its only currency field or the only one named so. */
const onlyAmount = (subject: Subject, numbers: readonly SubjectField[]): SubjectField | undefined =>
  'artifactId' in subject.of
    ? undefined
    : (onlyOne(numbers) ??
      onlyOne(numbers.filter(({ type }) => type === 'currency')) ??
      onlyOne(numbers.filter(isAmount)));

/** The only amount of money that can be summed. One record, or records without pieces, may have another. */
function onlyMoney(numbers: readonly SubjectField[], isOne: boolean): SubjectField | undefined {
  const all = numbers.filter(isMoney);
  const taken = all.filter((field) => !isAside(field));
  const moneys = taken.length > 0 ? taken : all;
  return onlyOne(moneys.filter(isAddable)) ?? (isOne || !numbers.some(isOfPieces) ? onlyOne(moneys) : undefined);
}

/** Whether it says how many pieces there are. */
export const isQuantity = (field: SubjectField): boolean =>
  says(field, /\b(?:quantity|qty|units?|pieces?)\b/iu) && !isMoney(field);

/** Whether it is the price of one piece, where pieces are counted. */
export const isPriceOfPiece = (field: SubjectField): boolean =>
  says(field, /\bprice\b|\bunit (?:cost|value)\b/iu) && !says(field, /\b(?:total|sum|line|full|whole|overall)\b/iu);

/** Whether it counts pieces, so that a price may be per piece. */
const isOfPieces = ({ label }: SubjectField): boolean =>
  /\b(?:quantity|qty|units?|pieces?|count|number|seats)\b/iu.test(label);

const says = ({ label }: SubjectField, words: RegExp): boolean => words.test(spelledApart(label).replaceAll('_', ' '));
