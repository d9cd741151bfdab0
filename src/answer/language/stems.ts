import { stemmer } from 'stemmer';
import { keeping } from './keeping.ts';
import { comparatives, irregularForms, kindred } from './lexicon/forms.ts';

const mostStems = 20_000;
const longestKept = 40;

const newStem = (word: string): string => stemmer(familyOf(kindred.get(word) ?? baseOf(word)));
const keptStem = keeping(mostStems, newStem);

/** Equal for the forms and close relations of a word: `decide`, `decided` and `decision`. */
export const stemOf = (word: string): string => (word.length > longestKept ? newStem : keptStem)(word);

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
