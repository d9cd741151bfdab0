export interface Chooser {
  below(end: number): number;
  of<One>(some: readonly One[]): One;
}

/** Chooses by chance, but the same each time. */
export function chooser(seed: number): Chooser {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, of: (some) => some[below(some.length)]! };
}
