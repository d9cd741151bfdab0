import type { Example, Readings } from './examples.ts';

/** A reading of an example: its table, and its place there. The place -1 is the reading by rules. */
export interface Place {
  readonly table: number;
  readonly at: number;
}

/** Log-linear weights, learned by stochastic gradient (AdaGrad) on the likelihood of the right readings. */
export class Learner {
  readonly weights: Float64Array;
  readonly #sums: Float64Array;
  readonly #isKnown: Uint8Array;
  readonly #decay: number;
  readonly #rate: number;

  constructor(isKnown: Uint8Array, decay: number, rate = 0.1) {
    this.#isKnown = isKnown;
    this.weights = new Float64Array(isKnown.length);
    this.#sums = new Float64Array(isKnown.length).fill(0.1);
    this.#decay = decay;
    this.#rate = rate;
  }

  #sum(ids: Int32Array): number {
    let sum = 0;
    for (const id of ids) sum += this.weights[id]!;
    return sum;
  }

  /** The scores of all readings beside a table, that by rules at the end. */
  scores(table: Readings): Float64Array {
    const general = this.#sum(table.general);
    const worlds = Float64Array.from(table.worlds, (ids) => this.#sum(ids));
    const shapes = Float64Array.from(table.shapes, (ids) => this.#sum(ids));
    const left = Float64Array.from(table.left, (ids) => this.#sum(ids));
    const size = table.world.length;
    const scores = new Float64Array(size + 1);
    for (let at = 0; at < size; at += 1) {
      const [world, shape] = [table.world[at]!, table.shape[at]!];
      let score = general + worlds[world]! + shapes[shape]!;
      const read = table.worldMasks[world]! | table.shapeMasks[shape]!;
      for (let word = 0; word < left.length; word += 1) if (!(read & (1 << word))) score += left[word]!;
      for (let place = 5 * at; place < 5 * at + 5 && table.together[place]! >= 0; place += 1)
        score += this.weights[table.together[place]!]!;
      scores[at] = score;
    }
    scores[size] = table.free ? general + this.#sum(table.free) : Number.NEGATIVE_INFINITY;
    return scores;
  }

  /** The probability of each reading beside each table. */
  probabilities({ tables }: Example): Float64Array[] {
    const scores = tables.map((table) => this.scores(table));
    let most = Number.NEGATIVE_INFINITY;
    for (const some of scores) for (const score of some) if (score > most) most = score;
    let sum = 0;
    for (const some of scores) for (let at = 0; at < some.length; at += 1) sum += some[at] = Math.exp(some[at]! - most);
    for (const some of scores) for (let at = 0; at < some.length; at += 1) some[at]! /= sum;
    return scores;
  }

  learn(example: Example): void {
    const probabilities = this.probabilities(example);
    let right = 0;
    for (const [at, table] of example.tables.entries())
      for (let reading = 0; reading <= table.world.length; reading += 1)
        if (isRight(table, reading)) right += probabilities[at]![reading]!;
    if (right <= 0) return;
    const gradients = new Map<number, number>();
    const add = (ids: Int32Array, gradient: number) => {
      if (gradient !== 0) for (const id of ids) gradients.set(id, (gradients.get(id) ?? 0) + gradient);
    };
    for (const [at, table] of example.tables.entries()) {
      const size = table.world.length;
      let general = 0;
      const worlds = new Float64Array(table.worlds.length);
      const shapes = new Float64Array(table.shapes.length);
      const left = new Float64Array(table.left.length);
      for (let reading = 0; reading <= size; reading += 1) {
        const p = probabilities[at]![reading]!;
        const gradient = (isRight(table, reading) ? p / right : 0) - p;
        if (gradient > -1e-6 && gradient < 1e-6) continue;
        general += gradient;
        if (reading === size) {
          if (table.free) add(table.free, gradient);
          continue;
        }
        const [world, shape] = [table.world[reading]!, table.shape[reading]!];
        worlds[world]! += gradient;
        shapes[shape]! += gradient;
        const read = table.worldMasks[world]! | table.shapeMasks[shape]!;
        for (let word = 0; word < left.length; word += 1) if (!(read & (1 << word))) left[word]! += gradient;
        for (let place = 5 * reading; place < 5 * reading + 5 && table.together[place]! >= 0; place += 1) {
          const id = table.together[place]!;
          gradients.set(id, (gradients.get(id) ?? 0) + gradient);
        }
      }
      add(table.general, general);
      for (const [one, ids] of table.worlds.entries()) add(ids, worlds[one]!);
      for (const [one, ids] of table.shapes.entries()) add(ids, shapes[one]!);
      for (const [one, ids] of table.left.entries()) add(ids, left[one]!);
    }
    for (const [id, gradient] of gradients) if (this.#isKnown[id]) this.#step(id, gradient);
  }

  #step(id: number, gradient: number): void {
    const g = gradient - this.#decay * this.weights[id]!;
    this.#sums[id]! += g * g;
    this.weights[id]! += (this.#rate / Math.sqrt(this.#sums[id]!)) * g;
  }

  best(example: Example): Place & { readonly probability: number; readonly isRight: boolean; readonly next: number } {
    const probabilities = this.probabilities(example);
    let found = { table: 0, at: -1, probability: 0 };
    for (const [table, some] of probabilities.entries())
      for (let at = 0; at < some.length; at += 1)
        if (some[at]! > found.probability) found = { table, at, probability: some[at]! };
    const table = example.tables[found.table]!;
    let next = 0;
    for (const some of probabilities) for (const one of some) if (one < found.probability && one > next) next = one;
    return { ...found, next, isRight: found.at >= 0 && isRight(table, found.at) };
  }
}

const isRight = (table: Readings, at: number): boolean =>
  at < table.world.length ? table.right[at] === 1 : table.isFreeRight;
