import { irregularForms } from '../language/lexicon/forms.ts';
import { commonWords, stopWords } from '../language/lexicon/grammar.ts';
import { isOneLetterAway, mistakeIn, slipIn, unlike } from '../language/typing.ts';
import { rootOf, type Word } from '../language/words.ts';
import { asks, placeOf } from './places.ts';

/**
 * The words that a question has at this place come first. Words of the channel's tables are meant rather than words of
 * asking. Words of texts and of other tables come last.
 */
export const sources = {
  place: -6,
  here: 0,
  common: 6,
  stop: 8,
  asking: 10,
  cells: 14,
  texts: 16,
  elsewhere: 20,
} as const;
/** A wrong letter in a word of a table is less likely than a missing one in a common word. */
const ofUnlike = 9;
/** A form of a word is less likely than the word. */
const ofForm = 5;
/** In shorter words of asking and of texts, another letter makes another word: "court" is not "count". */
const leastUnlike = 6;
const leastOfName = 7;

/** A word that may be meant, and how unlikely it is. */
export interface Meant {
  readonly text: string;
  readonly cost: number;
}

/** A shorter word may be any: "ill" is not "will". */
const leastOfStop = 4;

/** Words of different roots that may be meant. */
const mostMeant = 3;

/** The known words that one mistake makes a word of. */
export class Near {
  readonly word: Word;
  readonly #parts: readonly string[];
  readonly #place: ReturnType<typeof placeOf>;
  /** The likeliest word of each root. */
  readonly #found = new Map<string, Meant>();

  constructor(words: readonly Word[], word: Word) {
    this.word = word;
    this.#parts = partsOf(word);
    this.#place = placeOf(words, words.indexOf(word));
  }

  /** The likeliest words first. */
  get meant(): readonly Meant[] {
    return [...this.#found.values()].toSorted((one, other) => one.cost - other.cost).slice(0, mostMeant);
  }

  /** Compares with the words of this place, and with common words. The commoner of two that are as near is meant. */
  compareCommon(): void {
    for (const one of this.#place?.words ?? []) this.#takeSlip(one, sources.place, this.#place!.isSure);
    for (const [at, one] of commonWords.entries())
      if (!asks(one)) this.#takeSlip(one, sources.common + at / commonWords.length);
    const isLong = this.word.folded.length >= leastOfStop;
    for (const one of stopWords) if (isLong && !asks(one)) this.#takeSlip(one, sources.stop);
  }

  /** Compares with a word and its forms. */
  compare(known: string, source: number): void {
    if (!mayBe(this.word.folded, known)) return;
    this.#take(known, source);
    for (const form of formsOf(known)) this.#take(form, source + ofForm);
  }

  /** Compares with a word of a cell or of a text, which stands in it as it is. */
  compareAlone(known: string, source: number): void {
    if (mayBe(this.word.folded, known)) this.#take(known, source);
  }

  #takeSlip(known: string, source: number, isSure = false): void {
    const mistake =
      slipIn(this.word.folded, known) ?? (isSure && isOneLetterAway(this.word.folded, known) ? unlike : undefined);
    if (mistake !== undefined) this.#add(known, source + mistake);
  }

  #take(form: string, source: number): void {
    const mistake = mistakeIn(this.word.folded, form) ?? swapIn(this.word.folded, form);
    if (mistake === undefined || (mistake === unlike && !this.#mayBeUnlike(form, source))) return;
    this.#add(form, source + (mistake === unlike ? ofUnlike : mistake));
  }

  #mayBeUnlike({ length }: string, source: number): boolean {
    const isOfTable = source < sources.asking || source === sources.cells;
    if (this.word.kind === 'name') return isOfTable && length >= leastOfName;
    return isOfTable || length >= leastUnlike;
  }

  #add(text: string, cost: number): void {
    const known = this.#found.get(rootOf(text));
    if (known === undefined || cost < known.cost) this.#found.set(rootOf(text), { text, cost });
  }

  /** Whether a label may hold a near word. A table may have 200 fields of 1,000 choices, and only these are split into words. */
  isIn(label: string): boolean {
    return this.#parts.some((part) => label.includes(part));
  }
}

/** Two letters that changed places in a word of three. */
const swapIn = (written: string, known: string): 0 | undefined =>
  known.length === leastSwapped && slipIn(written, known) === 0 && written.length === leastSwapped ? 0 : undefined;

const leastSwapped = 3;

/** Thirds of a word. One mistake changes at most two of them. */
function partsOf({ folded: word }: Word): string[] {
  const third = Math.floor(word.length / 3);
  return [word.slice(0, third), word.slice(third, 2 * third), word.slice(2 * third)];
}

/** Endings make a form longer than its word. */
const mostLonger = 4;

/** Whether one of the first letters is the same, and the lengths are alike. */
const mayBe = (written: string, known: string): boolean =>
  Math.abs(written.length - known.length) <= mostLonger &&
  (written[0] === known[0] || written[1] === known[1] || written[1] === known[0] || written[0] === known[1]);

/** Other forms of a word: `repaired` gives "repair" and "repairing". */
function formsOf(known: string): readonly string[] {
  const isVerb = /(?:ed|ing)$/u.test(known) && known.length > 5;
  const bare = known.replace(isVerb ? /(?:ed|ing)$/u : /s$/u, '');
  const bases = isVerb ? [bare, `${bare}e`, bare.replace(/([^aeiou])\1$/u, '$1')] : [bare];
  const nouns = !isVerb && /[^aeiou]y$/u.test(known) ? [known.replace(/y$/u, 'ies')] : [];
  const endings = isVerb ? ['', 's', 'ing'] : ['', 's', bare.endsWith('e') ? 'd' : 'ed'];
  const forms = [...bases, ...presentOf(known)].flatMap((base) => endings.map((ending) => base + ending));
  return [...new Set([...forms, ...nouns, ...pastOf(known)])].filter((form) => form !== known);
}

const irregularOf: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(irregularForms, ([, base]) => base)].map(([base, forms]) => [base, forms.map(([form]) => form)]),
);

const presentOf = (known: string): readonly string[] => [irregularForms.get(known) ?? []].flat();
const pastOf = (known: string): readonly string[] => irregularOf.get(irregularForms.get(known) ?? known) ?? [];
