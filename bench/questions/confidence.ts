import { type Confidence, logOddsOf, probabilityOf } from '../../src/answer/table/model.ts';
import { shuffled } from './learning.ts';

/** The best answer to a question that was not in the training data. */
export interface Outcome {
  readonly table: string;
  readonly share: number;
  readonly signs: readonly string[];
  readonly isRight: boolean;
}

const epochs = 12;
const rate = 0.05;
const decay = 2e-3;

/** Logistic regression of what is right on the share and the signs of an answer. */
export function learnedConfidence(outcomes: readonly Outcome[], fewestTables = 20): Confidence {
  const known = commonSigns(outcomes, fewestTables);
  const signs = new Map<string, number>();
  const sums = new Map<string, number>();
  let [slope, slopeSum] = [1, 0];
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    for (const outcome of shuffled(outcomes, epoch)) {
      let logOdds = slope * logOddsOf(outcome.share);
      const here = outcome.signs.filter((sign) => known.has(sign));
      for (const sign of here) logOdds += signs.get(sign) ?? 0;
      const error = (outcome.isRight ? 1 : 0) - 1 / (1 + Math.exp(-logOdds));
      const bySlope = error * logOddsOf(outcome.share);
      slopeSum += bySlope * bySlope;
      slope += (rate * bySlope) / Math.sqrt(slopeSum + 1);
      for (const sign of here) {
        const weight = signs.get(sign) ?? 0;
        const gradient = error - decay * 10 * weight;
        const sum = (sums.get(sign) ?? 1) + gradient * gradient;
        sums.set(sign, sum);
        signs.set(sign, weight + (rate * gradient) / Math.sqrt(sum));
      }
    }
  }
  return { slope, signs: Object.fromEntries(signs) };
}

function commonSigns(outcomes: readonly Outcome[], fewestTables: number): Set<string> {
  const tables = new Map<string, Set<string>>();
  for (const { table, signs } of outcomes) {
    for (const sign of signs) {
      const seen = tables.get(sign);
      if (seen) seen.add(table);
      else tables.set(sign, new Set([table]));
    }
  }
  return new Set([...tables].filter(([, seen]) => seen.size >= fewestTables).map(([sign]) => sign));
}

export interface Judged {
  readonly probability: number;
  readonly isRight: boolean;
}

export const judged = (outcomes: readonly Outcome[], confidence: Confidence): Judged[] =>
  outcomes.map(({ share, signs, isRight }) => ({ probability: probabilityOf(share, signs, confidence), isRight }));

/** The lowest probability from which on answers are right as often as is asked for. */
export function leastProbability(outcomes: readonly Judged[], precision: number): number {
  const sorted = outcomes.toSorted((one, other) => other.probability - one.probability);
  let right = 0;
  let least = 1;
  for (const [index, { probability, isRight }] of sorted.entries()) {
    if (isRight) right += 1;
    if (index >= 20 && right >= precision * (index + 1)) least = probability;
  }
  return least;
}
