import { probabilityOf, type Weights } from '../../src/answer/table/model.ts';

/** The best answer to a question that was not learned from: what share of the readings came to it, and whether it is right. */
export interface Outcome {
  readonly share: number;
  readonly isRight: boolean;
}

/** Slope and offset that make of shares the most likely probabilities (logistic regression on the log odds). */
export function calibrated(outcomes: readonly Outcome[]): Weights['probability'] {
  let [slope, offset] = [1, 0];
  for (let step = 0; step < 2_000; step += 1) {
    let [bySlope, byOffset] = [0, 0];
    for (const { share, isRight } of outcomes) {
      const error = (isRight ? 1 : 0) - probabilityOf(share, { slope, offset });
      const bounded = Math.min(Math.max(share, 1e-6), 1 - 1e-6);
      bySlope += error * Math.log(bounded / (1 - bounded));
      byOffset += error;
    }
    slope += (0.5 * bySlope) / outcomes.length;
    offset += (0.5 * byOffset) / outcomes.length;
  }
  return { slope, offset };
}

/** The lowest share from which on answers are right as often as is asked for. */
export function leastShare(outcomes: readonly Outcome[], precision: number): number {
  const sorted = outcomes.toSorted((one, other) => other.share - one.share);
  let right = 0;
  let least = 1;
  for (const [index, { share, isRight }] of sorted.entries()) {
    if (isRight) right += 1;
    if (index >= 20 && right >= precision * (index + 1)) least = share;
  }
  return least;
}
