import { createHash } from 'node:crypto';

/** What a seed draws: the same again for the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(most: number): number {
    return Math.floor(this.next() * most);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** One of them, each as often as its weight says. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.next() * items.reduce((sum, [weight]) => sum + weight, 0);
    const [, item] = items.find(([weight]) => (left -= weight) < 0) ?? items.at(-1)!;
    return item;
  }

  /** Words of a vocabulary of some thousands, so that each is in few texts. */
  words(count: number): string {
    return Array.from({ length: count }, () => [1, 2, 3].map(() => this.pick(syllables)).join('')).join(' ');
  }

  /** No text, and nothing that could be made smaller. */
  bytes(size: number): Buffer<ArrayBuffer> {
    const drawn = createHash('shake256', { outputLength: size }).update(String(this.next()));
    return Buffer.from(drawn.digest());
  }
}

const syllables = 'ba be bo da di du fa fi ga go ka ki la lo ma mi na ni pa po ra ro sa so ta ti va vo wa zo'.split(
  ' ',
);
