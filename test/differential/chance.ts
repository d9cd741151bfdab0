/** Chance that can be had again: the same seed gives the same choices. */
export interface Chance {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** True this often of one. */
  happens(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** Up to `count` different places of a list, in random order. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error('There is nothing to pick from.');
    return items[below(items.length)]!;
  };
  const some = <Item>(items: readonly Item[], count: number): Item[] => {
    const left = [...items];
    const taken: Item[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(below(left.length), 1));
    return taken;
  };
  return { below, happens: (probability) => next() < probability, pick, some };
}
