import { anyQuestion, type Description } from './features.ts';

/**
 * The learned weights (`weights.json`), by readable names. Every clue has a weight, and so has every trait under each
 * trigger.
 */
export interface Weights {
  readonly clues: Readonly<Record<string, number>>;
  /**
   * By trigger: lines of a weight and a trait, such as `0.17 answers few`. Parsing all into objects blocks for 0.2 s.
   */
  readonly triggers: Readonly<Record<string, string>>;
  /** Turns the share and the signs of an answer into the probability that it is right. */
  readonly confidence: Confidence;
  /** Below it no answer is given. */
  readonly leastProbability: number;
}

export interface Confidence {
  /** The slope of the log odds of the share. */
  readonly slope: number;
  readonly signs: Readonly<Record<string, number>>;
}

/** Scores the readings of one question. The weights of each trait are summed over the triggers once. */
export class Scoring {
  readonly #clues: Weights['clues'];
  readonly #traits = new Map<string, number>();

  constructor({ clues, triggers }: Weights, found: readonly string[]) {
    this.#clues = clues;
    for (const trigger of found) {
      if (!Object.hasOwn(triggers, trigger)) continue;
      for (const line of triggers[trigger]!.split('\n')) this.#add(line);
    }
  }

  #add(line: string): void {
    const end = line.indexOf(' ');
    const trait = line.slice(end + 1);
    this.#traits.set(trait, (this.#traits.get(trait) ?? 0) + Number(line.slice(0, end)));
  }

  score(description: Description): number {
    return this.weighed(description).reduce((sum, [, weight]) => sum + weight, 0);
  }

  /** Every clue and trait with its weight. */
  weighed({ clues, traits }: Description): [name: string, weight: number][] {
    return [
      ...clues.map((clue): [string, number] => [clue, this.#clues[clue] ?? 0]),
      ...traits.map((trait): [string, number] => [trait, this.#traits.get(trait) ?? 0]),
    ];
  }
}

/** The softmax of the scores: shares that add up to 1. */
export function shares(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * The signs that the confidence in an answer depends on. They are the rule and clues of its best reading, and the
 * question's single words. Clues that all readings share do not change the shares, but they count here. Words that no
 * reading accounts for are such clues.
 */
export function signsOf({ clues, traits }: Description, triggers: readonly string[]): string[] {
  const general = clues.filter((clue) => !/^(?:asks |[a-z-]+: )/.test(clue));
  const words = triggers.filter((trigger) => !/^[^:]+ |^ends/.test(trigger) || trigger === anyQuestion);
  return [`rule ${traits[0]!}`, ...new Set(general), ...words.map((word) => `question has ${word}`)];
}

/** The share of the next answer, and the share of the best reading in its own answer. */
export interface Clearness {
  readonly next: number;
  readonly best: number;
}

/** Signs of how clear an answer is, in steps. */
export const signsOfClearness = ({ next, best }: Clearness): string[] => [
  `next answer above ${[0.3, 0.15, 0.07, 0.02].find((step) => next > step) ?? 0}`,
  `best reading has ${Math.ceil(4 * best)} of 4`,
];

/** The probability that an answer with this share of the readings is right. */
export function probabilityOf(share: number, signs: readonly string[], { slope, signs: weights }: Confidence): number {
  let logOdds = slope * logOddsOf(share);
  for (const sign of signs) logOdds += weights[sign] ?? 0;
  return 1 / (1 + Math.exp(-logOdds));
}

export function logOddsOf(share: number): number {
  const bounded = Math.min(Math.max(share, 0.01), 0.99);
  return Math.log(bounded / (1 - bounded));
}
