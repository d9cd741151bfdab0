import { stemmer } from 'stemmer';
import { comparatives, irregularForms, kindred } from './lexicon/forms.ts';

const stems = new Map<string, string>();
const mostStems = 20_000;
const longestKept = 40;

/** Equal for the forms and close relations of a word: `decide`, `decided` and `decision`. */
export function stemOf(word: string): string {
  if (word.length > longestKept) return newStem(word);
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= mostStems) stems.clear();
  const stem = newStem(word);
  stems.set(word, stem);
  return stem;
}

const newStem = (word: string): string => stemmer(familyOf(kindred.get(word) ?? baseOf(word)));

/** The word of an irregular form or of a comparative. */
export const baseOf = (word: string): string => irregularForms.get(word) ?? comparatives.get(word) ?? word;

/** Noun endings that a stemmer takes for another word: decision, payment, approval. */
const families: readonly (readonly [ending: RegExp, verb: string])[] = [
  [/isions?$/, 'ide'],
  [/usions?$/, 'ude'],
  [/ensions?$/, 'end'],
  [/scriptions?$/, 'scribe'],
  [/ifications?$/, 'ify'],
  [/plications?$/, 'ply'],
  [/ovals?$/, 'ove'],
  [/ewals?$/, 'ew'],
  [/posals?$/, 'posal'],
  [/ivals?$/, 'ive'],
  [/liver(?:y|ies)$/, 'liver'],
  [/(?<=[^aeiou])ies$/, 'y'],
  [/(?<=[^aeiou])ied$/, 'y'],
  [/(?<=\p{L}{4})ments?$/u, ''],
];

export function familyOf(word: string): string {
  for (const [ending, verb] of families) if (ending.test(word)) return word.replace(ending, verb);
  return word;
}
