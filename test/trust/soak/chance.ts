import { createHash } from 'node:crypto';
import { Random } from '../../support/random.ts';

/** Draws what an agent does and writes. */
export class Chance extends Random {
  /** One of them, each as often as its weight says. */
  weighted<Item>(items: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.fraction() * items.reduce((sum, [weight]) => sum + weight, 0);
    const [, item] = items.find(([weight]) => (left -= weight) < 0) ?? items.at(-1)!;
    return item;
  }

  /** Words of a vocabulary of some thousands, so that each is in few texts. */
  words(count: number): string {
    return Array.from({ length: count }, () => [1, 2, 3].map(() => this.pick(syllables)).join('')).join(' ');
  }

  /** No text, and nothing that could be made smaller. */
  bytes(size: number): Buffer<ArrayBuffer> {
    const drawn = createHash('shake256', { outputLength: size }).update(String(this.fraction()));
    return Buffer.from(drawn.digest());
  }
}

const syllables = 'ba be bo da di du fa fi ga go ka ki la lo ma mi na ni pa po ra ro sa so ta ti va vo wa zo'.split(
  ' ',
);
