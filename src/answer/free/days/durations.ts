import type { Row } from '../../../../schemas/queries.ts';
import type { Value } from '../../figures/values.ts';
import { mainDate, type SubjectField } from '../../plain/named.ts';
import { speaksOf } from '../fields.ts';
import { averaging, middling } from '../patterns.ts';
import type { Scene } from '../scene.ts';

/** The days that pass between two dates of a record. */
export interface Duration {
  readonly from: SubjectField;
  readonly to: SubjectField;
  readonly figure: 'average' | 'median';
}

const asked = /\bhow many days\b|\bhow (?:long|quickly|fast) (?:does|do|did) it take\b|\bdays (?:from|between)\b/u;
const takers = /\btakes? (?:people|customers|clients|guests|us|them)\b/u;

/** Takes "how many days does it take to deliver on average". The second date may stand alone: the record's own begins. */
export function takeDuration(scene: Scene): Duration | undefined {
  const { line, dates, whole } = scene;
  const pattern = [averaging, middling].find((one) => one.test(whole));
  if (!pattern || !asked.test(whole)) return undefined;
  const spoken = dates
    .map((field) => ({ field, at: line.words.findIndex((word, at) => line.isLeft(at) && isOf(word, field)) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at)
    .map(({ field }) => field);
  const [from, to] = spoken.length === 1 ? [mainDate(dates), spoken[0]] : spoken;
  if (spoken.length > 2 || !from || !to || from === to) return undefined;
  for (const [at, word] of line.words.entries())
    if (line.isLeft(at) && (isOf(word, from) || isOf(word, to) || /^days?$/u.test(word.folded)))
      line.read(at, at + 1, 'field');
  for (const words of [takers, asked, pattern]) line.take(words, 'field');
  return { from, to, figure: pattern === middling ? 'median' : 'average' };
}

const isOf = (word: Scene['line']['words'][number], field: SubjectField): boolean =>
  !/^(?:days?|dates?)$/u.test(word.folded) && speaksOf(word, field);

/** The figure over the records. Undefined where it is negative, because the dates then mean something else. */
export function daysIn(rows: readonly Row[], { from, to, figure }: Duration): Value[] {
  const days = rows.map((row) => dayOf(row[to.key]) - dayOf(row[from.key])).toSorted((a, b) => a - b);
  const count = days.length;
  if (count === 0) return [];
  const half = (days[Math.floor((count - 1) / 2)]! + days[Math.floor(count / 2)]!) / 2;
  const value = figure === 'median' ? half : days.reduce((sum, one) => sum + one, 0) / count;
  return value < 0 ? [] : [{ value: Math.round(value * 100) / 100, type: 'number' }];
}

const dayOf = (value: unknown): number => Date.parse(String(value).slice(0, 10)) / 86_400_000;
