import type { Clearness } from '../../src/answer/table/model.ts';
import type { Example, Vocabulary } from './examples.ts';

/** A word that occurs in fewer tables belongs to these tables rather than to the language. */
const fewestTables = 20;
const leastOfClue = 0.03;
const leastOfPair = 0.12;

/** Log-linear weights, learned by stochastic gradient (AdaGrad) on the likelihood of the answers: any reading that gives them is right. */
export class Learner {
  readonly #rate: number;
  readonly #decay: number;
  readonly #clueIsCommon: Uint8Array;
  readonly #clueWeights: Float32Array;
  readonly #clueSums: Float32Array;
  /** Places of the common triggers and traits among themselves, -1 for others. */
  readonly #triggers: Int32Array;
  readonly #traits: Int32Array;
  readonly #traitCount: number;
  readonly #pairWeights: Float32Array;
  readonly #pairSums: Float32Array;

  constructor({ clues, traits, triggers }: Vocabulary, rate = 0.05, decay = 3e-3) {
    this.#rate = rate;
    this.#decay = decay;
    this.#clueIsCommon = Uint8Array.from(clues.tables, (count) => (count >= fewestTables ? 1 : 0));
    this.#clueWeights = new Float32Array(clues.tables.length);
    this.#clueSums = new Float32Array(clues.tables.length);
    this.#triggers = placesOfCommon(triggers.tables);
    this.#traits = placesOfCommon(traits.tables);
    this.#traitCount = Math.max(...this.#traits) + 1;
    this.#pairWeights = new Float32Array((Math.max(...this.#triggers) + 1) * this.#traitCount);
    this.#pairSums = new Float32Array(this.#pairWeights.length);
  }

  /** Forgets what weighs next to nothing, of which there is most. */
  trim(): this {
    for (const [weights, least] of [
      [this.#clueWeights, leastOfClue],
      [this.#pairWeights, leastOfPair],
    ] as const) {
      for (let at = 0; at < weights.length; at += 1) if (Math.abs(weights[at]!) < least) weights[at] = 0;
    }
    return this;
  }

  clueWeight(clue: number): number {
    return this.#clueWeights[clue]!;
  }

  pairWeight(trigger: number, trait: number): number {
    const [row, column] = [this.#triggers[trigger]!, this.#traits[trait]!];
    return row < 0 || column < 0 ? 0 : this.#pairWeights[row * this.#traitCount + column]!;
  }

  isCommonTrigger(trigger: number): boolean {
    return this.#triggers[trigger]! >= 0;
  }

  probabilities(example: Example): Float64Array {
    const perTrait = this.#perTrait(example);
    const scores = new Float64Array(example.size);
    let most = -Infinity;
    for (let reading = 0; reading < example.size; reading += 1) {
      let score = 0;
      for (let at = example.clueStarts[reading]!; at < example.clueStarts[reading + 1]!; at += 1)
        score += this.#clueWeights[example.clues[at]!]!;
      for (let at = example.traitStarts[reading]!; at < example.traitStarts[reading + 1]!; at += 1) {
        const trait = this.#traits[example.traits[at]!]!;
        if (trait >= 0) score += perTrait[trait]!;
      }
      scores[reading] = score;
      if (score > most) most = score;
    }
    let sum = 0;
    for (let reading = 0; reading < example.size; reading += 1)
      sum += scores[reading] = Math.exp(scores[reading]! - most);
    for (let reading = 0; reading < example.size; reading += 1) scores[reading]! /= sum;
    return scores;
  }

  #perTrait(example: Example): Float32Array {
    const sums = new Float32Array(this.#traitCount);
    for (const trigger of example.triggers) {
      const row = this.#triggers[trigger]!;
      if (row < 0) continue;
      const start = row * this.#traitCount;
      for (let trait = 0; trait < this.#traitCount; trait += 1) sums[trait]! += this.#pairWeights[start + trait]!;
    }
    return sums;
  }

  learn(example: Example): void {
    const probabilities = this.probabilities(example);
    let right = 0;
    for (let reading = 0; reading < example.size; reading += 1)
      if (example.right[reading]) right += probabilities[reading]!;
    if (right === 0) return;
    const perTrait = new Float32Array(this.#traitCount);
    const perClue = new Map<number, number>();
    for (let reading = 0; reading < example.size; reading += 1) {
      const p = probabilities[reading]!;
      const gradient = (example.right[reading] ? p / right : 0) - p;
      if (Math.abs(gradient) < 1e-4) continue;
      for (let at = example.clueStarts[reading]!; at < example.clueStarts[reading + 1]!; at += 1) {
        const clue = example.clues[at]!;
        perClue.set(clue, (perClue.get(clue) ?? 0) + gradient);
      }
      for (let at = example.traitStarts[reading]!; at < example.traitStarts[reading + 1]!; at += 1) {
        const trait = this.#traits[example.traits[at]!]!;
        if (trait >= 0) perTrait[trait]! += gradient;
      }
    }
    for (const [clue, gradient] of perClue) {
      if (this.#clueIsCommon[clue]) this.#step(this.#clueWeights, this.#clueSums, clue, gradient);
    }
    for (let trait = 0; trait < this.#traitCount; trait += 1) {
      const gradient = perTrait[trait]!;
      if (Math.abs(gradient) < 1e-3) continue;
      for (const trigger of example.triggers) {
        const row = this.#triggers[trigger]!;
        if (row >= 0) this.#step(this.#pairWeights, this.#pairSums, row * this.#traitCount + trait, gradient);
      }
    }
  }

  #step(weights: Float32Array, sums: Float32Array, at: number, gradient: number): void {
    const g = gradient - this.#decay * weights[at]!;
    sums[at]! += g * g;
    const rate = this.#rate / Math.sqrt(sums[at]! + 1e-2);
    const moved = weights[at]! + rate * g;
    const shrink = rate * this.#decay;
    weights[at] = moved > shrink ? moved - shrink : moved < -shrink ? moved + shrink : 0;
  }
}

/** Numbers from 0 for what is common. */
function placesOfCommon(tables: readonly number[]): Int32Array {
  let next = 0;
  return Int32Array.from(tables, (count) => (count >= fewestTables ? next++ : -1));
}

interface Best {
  readonly probability: number;
  readonly isRight: boolean;
  readonly reading: number;
  readonly clearness: Clearness;
}

/** The most probable answer of an example, whether it is right, and how clear it is. */
export function best(example: Example, probabilities: Float64Array): Best | undefined {
  if (example.size === 0) return undefined;
  const sums = new Float64Array(example.size);
  for (let reading = 0; reading < example.size; reading += 1)
    sums[example.answers[reading]!]! += probabilities[reading]!;
  let answer = 0;
  for (let other = 1; other < sums.length; other += 1) if (sums[other]! > sums[answer]!) answer = other;
  let top = -1;
  for (let reading = 0; reading < example.size; reading += 1)
    if (example.answers[reading] === answer && (top < 0 || probabilities[reading]! > probabilities[top]!))
      top = reading;
  const probability = sums[answer]!;
  const next = sums.reduce((most, sum, other) => (other !== answer && sum > most ? sum : most), 0);
  const clearness = { next, best: probabilities[top]! / probability };
  return { probability, isRight: example.right[top] === 1, reading: top, clearness };
}

export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const list = [...items];
  let state = seed >>> 0;
  for (let index = list.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (index + 1));
    [list[index], list[other]] = [list[other]!, list[index]!];
  }
  return list;
}
