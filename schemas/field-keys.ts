import { folded } from './folding.ts';

const mostKeyCharacters = 63;

/** `ISO3166-1-Alpha-3` becomes `iso3166_1_alpha_3`; undefined where nothing is left that could begin a key. */
export function keyOf(text: string): string | undefined {
  const key = folded(text)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+/g, '')
    .slice(0, mostKeyCharacters)
    .replaceAll(/_+$/g, '');
  return /^[a-z]/.test(key) ? key : undefined;
}

/** The key, or that with the first number behind it that is free. */
export function freeKey(key: string, taken: ReadonlySet<string>): string {
  return keyWithEnding(key, '', taken);
}

/** A free key with the given ending. A key that would be too long is cut before the ending. */
export function keyWithEnding(key: string, ending: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? ending : `${ending}_${number}`;
    const candidate = key.slice(0, mostKeyCharacters - numbered.length) + numbered;
    if (!taken.has(candidate)) return candidate;
  }
}
