import { changesMeaning } from './accounting.ts';
import { folded } from '../../text/folding.ts';
import { keeping } from './keeping.ts';
import { irregularForms } from './lexicon/forms.ts';
import { stopWords } from './lexicon/grammar.ts';
import { synonyms } from './lexicon/meanings.ts';
import { months, numberWords, ordinalWords, weekdays } from './lexicon/numbers.ts';
import { baseOf, familyOf, stemOf } from './stems.ts';

export interface Word {
  /** The word as it is written. */
  readonly text: string;
  readonly folded: string;
  /** Equal for the forms and close relations of a word: `decide`, `decided` and `decision`; `12` and `twelve`. */
  readonly root: string;
  readonly kind: 'plain' | 'name' | 'number' | 'stop';
  readonly start: number;
  readonly end: number;
}

const token = /\d+(?:[.,]\d+)*\p{L}{0,2}|\p{L}+n['’]t(?!\p{L})|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*/gu;

/** The words of a text in their order, without `'s`. A run of nothing but combining marks is not a word. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let begins = true;
  let last = 0;
  for (const match of text.matchAll(token)) {
    const between = text.slice(last, match.index);
    begins ||= /[.!?:\n•*>#]/.test(between) || /^\s*[-–—]\s*$/.test(between);
    last = match.index + match[0].length;
    if (/['’]$/.test(between) && /^(s|t|re|ve|ll|d|m)$/i.test(match[0])) {
      const before = words.at(-1);
      // "The 1900's" are many years.
      if (match[0] === 's' && before && decade.test(before.text)) words[words.length - 1] = decadeOf(before, last);
      continue;
    }
    const word = wordOf(match[0], match.index, begins);
    if (word.folded === '') continue;
    words.push(word);
    begins = false;
  }
  return words;
}

const decade = /^\d{3}0$/u;

const decadeOf = (word: Word, end: number): Word => ({ ...word, folded: `${word.text}s`, root: `${word.text}s`, end });

/** `FareRevenue` as `Fare Revenue`. */
export const spelledApart = (label: string): string => label.replaceAll(/(?<=\p{Ll}{2})(?=\p{Lu})/gu, ' ');

const mostLabelsKept = 5_000;
const mostWordsKept = 20_000;

/** Characters of a label that are read. Each of its words is compared with each word of a question. */
export const mostOfLabel = 100;

/** The words that distinguish a label from others, including "not". */
export const labelWords = keeping(mostLabelsKept, (label): readonly Word[] =>
  wordsOf(beginningOf(label)).filter(({ kind, folded: word }) => kind !== 'stop' || changesMeaning(word)),
);

/** A long label up to its last whole word. */
const beginningOf = (label: string): string =>
  label.length <= mostOfLabel
    ? label
    : label.slice(0, mostOfLabel + 1).replace(/[^\s]*$/u, '') || label.slice(0, mostOfLabel);

/**
 * Whether a word is a label's word or its plural. A word also matches a participle label, such as `Won`, as another
 * form of its verb.
 */
export function isSameWord(word: Word, label: Word): boolean {
  if (word.folded === label.folded || singularOf(word.folded) === singularOf(label.folded)) return true;
  if (word.kind === 'number' || label.kind === 'number') return word.root === label.root;
  const isParticiple = label.folded.endsWith('ed') || verbs.has(label.folded);
  return isParticiple && verbOf(word.folded) === verbOf(label.folded);
}

/** Forms of a word. Words that `isSameWord` takes for one have a form in common. */
export const formsOf = ({ folded, root }: Word): readonly string[] => [
  folded,
  singularOf(folded),
  verbOf(folded),
  root,
];

const verbs = new Set([...irregularForms.keys()].filter((form) => !/(?:en|le|ia|on)$/.test(form) || form === 'won'));

const singularOf = keeping(mostWordsKept, (word): string =>
  word
    .replace(/(?<=\p{L}{2})ies$/u, 'y')
    .replace(/(?<=(?:s|x|z|ch|sh))es$/u, '')
    .replace(/(?<=\p{L}{2}[^su])s$/u, ''),
);

/** The bare verb of a regular or irregular form, to compare verbs. It has neither a final e nor doubled consonants. */
const verbOf = keeping(mostWordsKept, (word): string =>
  (irregularForms.get(word) ?? withoutVerbEnding(singularOf(word))).replace(/e$/, '').replace(/([^aeiou])\1$/, '$1'),
);

/** Without the ending of a verb form, if a vowel precedes it. "red" and "sing" have no such ending. */
function withoutVerbEnding(word: string): string {
  const stem = word.replace(/(?:ed|ing)$/, '');
  return /[aeiouy]/.test(stem.split(/[^\p{L}]/u).at(-1)!) ? stem : word;
}

/** The word that "un" turns round: "paid" of "unpaid". */
export const positiveOf = (word: string): string[] => (/^un\p{L}{4,}$/u.test(word) ? [word.slice(2)] : []);

/** Words of a topic: neither of grammar nor of manners. */
export const contentOf = (words: readonly Word[]): Word[] => words.filter(({ kind }) => kind !== 'stop');

/** The content words, without words that only say what kind of answer is wanted. */
export const topicsOf = (question: readonly Word[]): Word[] =>
  contentOf(question).filter((word) => {
    const before = question[question.indexOf(word) - 1]?.folded;
    return before !== 'how' && !(vague.has(word.root) && word.kind === 'plain');
  });

const vague: ReadonlySet<string> = new Set('kind type sort way part detail info inform'.split(' '));

function wordOf(text: string, start: number, begins: boolean): Word {
  const plain = folded(text);
  return {
    text,
    folded: plain,
    root: rootOf(plain),
    kind: kindOf(text, plain, begins),
    start,
    end: start + text.length,
  };
}

const dayNames = new Set([...months, ...weekdays]);

function kindOf(text: string, plain: string, begins: boolean): Word['kind'] {
  if (/^\d/.test(text)) return 'number';
  if (numberWords.has(plain) && plain !== 'one') return 'number';
  const capital = /^\p{Lu}/u.test(text);
  if (capital && !begins && !(stopWords.has(plain) && text !== text.toUpperCase()) && plain !== 'i') return 'name';
  if (stopWords.has(plain)) return 'stop';
  return dayNames.has(plain) && capital ? 'name' : 'plain';
}

export const rootOf = keeping(mostWordsKept, (word): string => {
  const number = numberWords.get(word) ?? numeralOf(word);
  if (number !== undefined) return String(number);
  const ordinal = ordinalWords.get(word);
  if (ordinal !== undefined) return `${ordinal}th`;
  const form = baseOf(word);
  const family = familyOf(form);
  return stemOf(synonyms.get(family) ?? synonyms.get(form) ?? singularSynonym(form) ?? word);
});

const singularSynonym = (word: string): string | undefined =>
  synonyms.get(word.replace(/(?:s|ed|d|ing)$/, '')) ?? synonyms.get(word.replace(/(?:ed|ing)$/, 'e'));

const factors: Record<string, number> = { k: 1_000, m: 1_000_000, mn: 1_000_000, bn: 1_000_000_000 };

/** `18,400` and `18.4k` are numbers. `3rd` and `12th` are ordinals. `29eur` is neither. */
function numeralOf(word: string): number | undefined {
  const [, digits, unit] = /^(\d+(?:[.,]\d+)*)(\p{L}*)$/u.exec(word) ?? [];
  if (digits === undefined) return undefined;
  const factor = unit ? factors[unit] : 1;
  const value = Number(digits.replaceAll(/,(?=\d{3}(?:\D|$))/g, '').replace(',', '.'));
  return factor === undefined || Number.isNaN(value) ? undefined : value * factor;
}

/** The verb of a past form: `decide` of "decided". */
const withFinalE = (word: string): string => word.replace(/(?<=[dv])ed$/, 'e');

/** Related words for the same thing. A search knows forms of words, but not these relations. */
export function relativesOf(word: string): string[] {
  const made = [word, withFinalE(word)].flatMap((verb) =>
    nominals.filter(([ending]) => ending.test(verb)).map(([ending, noun]) => verb.replace(ending, noun)),
  );
  const head = synonyms.get(word) ?? word;
  const alike = [...synonyms].filter(([other, group]) => group === head && other !== word).map(([other]) => other);
  const form = irregularForms.get(word);
  const others = [...irregularForms].filter(([, base]) => base === (form ?? word)).map(([other]) => other);
  const family = familyOf(word);
  return [
    ...new Set([...made, ...alike, ...others, ...(form ? [form] : []), ...(head !== word ? [head] : []), family]),
  ].filter((other) => other !== word && other !== '');
}

const nominals: readonly (readonly [ending: RegExp, noun: string])[] = [
  [/ide$/, 'ision'],
  [/ude$/, 'usion'],
  [/end$/, 'ension'],
  [/scribe$/, 'scription'],
  [/ify$/, 'ification'],
  [/ove$/, 'oval'],
  [/ew$/, 'ewal'],
];
