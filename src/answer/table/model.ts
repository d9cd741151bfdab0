import type { Description } from './features.ts';

/** What was learned (`weights.json`): every clue and every trait under a trigger has a weight, read beside its name. */
export interface Weights {
  readonly clues: Readonly<Record<string, number>>;
  readonly triggers: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Makes of a share of the readings the probability that they are right. */
  readonly probability: { readonly slope: number; readonly offset: number };
  /** Below it no answer is given. */
  readonly leastProbability: number;
}

/** Scores the readings of one question: what its triggers say of each trait is added up once. */
export class Scoring {
  readonly #clues: Weights['clues'];
  readonly #traits = new Map<string, number>();

  constructor({ clues, triggers }: Weights, found: readonly string[]) {
    this.#clues = clues;
    for (const trigger of found) {
      for (const [trait, weight] of Object.entries(triggers[trigger] ?? {})) {
        this.#traits.set(trait, (this.#traits.get(trait) ?? 0) + weight);
      }
    }
  }

  score({ clues, traits }: Description): number {
    let score = 0;
    for (const clue of clues) score += this.#clues[clue] ?? 0;
    for (const trait of traits) score += this.#traits.get(trait) ?? 0;
    return score;
  }
}

/** Scores as shares of one. */
export function shares(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The probability that an answer is right to which readings of this share come. */
export function probabilityOf(share: number, { slope, offset }: Weights['probability']): number {
  const bounded = Math.min(Math.max(share, 1e-6), 1 - 1e-6);
  return 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + offset)));
}
