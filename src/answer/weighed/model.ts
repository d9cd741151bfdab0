import type { Work } from '../../turns/turn.ts';
import { type Confidence, probabilityOf } from '../table/model.ts';
import { type Beside, type Candidate, candidatesOf, featuresOf, leftBy, together } from './candidates.ts';
import { freeFeatures } from './free.ts';
import { signsOf } from './signs.ts';

/** The learned weights (`weights.json`), by readable names. */
export interface Weights {
  readonly weights: Readonly<Record<string, number>>;
  /** Turns the share and the signs of a reading into the probability that it is right. */
  readonly confidence: Confidence;
  /** Below it no answer is given. */
  readonly leastProbability: number;
}

/** A reading and the probability that it is meant. A reading by rules has no candidate. */
export interface Weighed {
  readonly beside: Beside;
  readonly candidate: Candidate | undefined;
  readonly probability: number;
}

/** The most probable reading beside any of the tables. */
export function* mostProbable(besides: readonly Beside[], learned: Weights): Work<Weighed | undefined> {
  let best: Scored | undefined;
  /** The sum of the powers of all scores, as a multiple of the best one's. */
  let sum = 0;
  let count = 0;
  for (const beside of besides) {
    for (const one of scoredBeside(beside, learned.weights)) {
      if (!best || one.score > best.score) {
        sum = 1 + (best ? sum * Math.exp(best.score - one.score) : 0);
        best = one;
      } else sum += Math.exp(one.score - best.score);
      count += 1;
      if (count % betweenYields === 0) yield;
    }
  }
  if (!best) return undefined;
  const { beside, candidate } = best;
  const features = candidate ? featuresOf(candidate) : [...beside.features, ...freeFeatures(beside.free!)];
  return { beside, candidate, probability: probabilityOf(1 / sum, signsOf(features), learned.confidence) };
}

const betweenYields = 50;

interface Scored {
  readonly beside: Beside;
  readonly candidate: Candidate | undefined;
  readonly score: number;
}

function* scoredBeside(beside: Beside, weights: Weights['weights']): Generator<Scored> {
  const sumOf = (names: readonly string[]): number => {
    let sum = 0;
    for (const name of new Set(names)) sum += weights[name] ?? 0;
    return sum;
  };
  const known = new Map<object, number>();
  const scoreOf = (one: { readonly features: readonly string[] }): number => {
    let score = known.get(one);
    if (score === undefined) known.set(one, (score = sumOf(one.features)));
    return score;
  };
  const general = scoreOf(beside);
  const left = beside.left.map(sumOf);
  for (const candidate of candidatesOf(beside)) {
    const { world, shape } = candidate;
    let score = general + scoreOf(world) + scoreOf(shape) + sumOf(together(world, shape));
    for (const at of leftBy(candidate)) score += left[at]!;
    yield { beside, candidate, score };
  }
  if (beside.free) yield { beside, candidate: undefined, score: general + sumOf(freeFeatures(beside.free)) };
}
