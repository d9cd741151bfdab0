import { folded } from '../text/folding.ts';
import type { Workspace } from '../../schemas/index.ts';
import { textTypes } from '../../schemas/fields.ts';
import type { Turn } from '../turns/turn.ts';
import { dataOf } from './figures/data.ts';
import { talk } from './language/asides.ts';
import { idleVerbs } from './language/lexicon/idle.ts';
import { commonWords } from './language/lexicon/grammar.ts';
import { irregularForms } from './language/lexicon/forms.ts';
import { superlatives, synonyms } from './language/lexicon/meanings.ts';
import { units } from './language/lexicon/units.ts';
import { listed } from './language/listed.ts';
import { mistakeIn, slipIn, unlike } from './language/typing.ts';
import { contentOf, mostOfLabel, rootOf, type Word, wordsOf } from './language/words.ts';
import type { Readable } from './readable.ts';
import { explains, wordsOfAsking } from './subjects/fit.ts';
import type { Subject } from './subjects/subjects.ts';

export interface Spelled {
  readonly text: string;
  /** The words as they were written, and as they are read. */
  readonly mistakes: readonly (readonly [written: string, read: string])[];
}

/** Where a question is asked, and the words of it that stand in cells. */
interface Place {
  readonly channelId: string | undefined;
  readonly ofCells: readonly string[];
}

/** With more unknown words, the question is about something else. */
const mostMistakes = 2;
const leastLetters = 2;
/** A shorter word in capitals is a code. */
const leastOfCode = 3;

/**
 * The question without typing mistakes. A word that no table explains becomes the known word that one mistake is
 * likeliest to make it of. Words with none, or with two as likely, stay. Undefined where all do.
 */
export async function spelled(
  text: string,
  words: readonly Word[],
  subjects: readonly Subject[],
  readable: Readable,
  place: Place,
  workspace: Workspace,
  turn: Turn,
): Promise<Spelled | undefined> {
  const isKnown = (word: Word) =>
    english.has(word.folded) ||
    (place.ofCells.includes(word.folded) && !isSlip(word)) ||
    subjects.some((subject) => explains(subject, word, []));
  const isWord = ({ kind, text: said, folded: word }: Word) =>
    kind !== 'number' && word.length >= (said === said.toUpperCase() ? leastOfCode : leastLetters) && !/\d/u.test(word);
  const strange = contentOf(words).filter((word) => isWord(word) && !isKnown(word));
  if (strange.length === 0 || strange.length > mostMistakes) return undefined;
  const near = strange.map((word) => new Near(word, words[words.indexOf(word) - 1]));
  await compareAll(near, readable, place, turn);
  const unread = near.filter((one) => one.read === undefined);
  if (unread.length > 0) await compareCells(unread, subjects, place, workspace, turn);
  const found = near.flatMap((one) => (one.read === undefined ? [] : [{ word: one.word, read: one.read }]));
  if (found.length === 0) return undefined;
  return {
    text: found.reduceRight((whole, { word, read }) => whole.slice(0, word.start) + read + whole.slice(word.end), text),
    mistakes: found.map(({ word, read }) => [word.text, read] as const),
  };
}

const mostOfSlip = 3;

/** Whether a short word in small letters may be a common word that lacks a letter, and no code. */
const isSlip = ({ text, folded: word }: Word): boolean =>
  text === word &&
  word.length <= mostOfSlip &&
  commonWords.some((common) => common.length > word.length && slipIn(word, common) !== undefined);

/** Words that are English, whatever the tables hold. */
const english: ReadonlySet<string> = new Set([
  ...wordsOfAsking,
  ...idleVerbs,
  ...talk,
  ...irregularForms.keys(),
  ...irregularForms.values(),
  ...superlatives.keys(),
  ...synonyms.keys(),
  ...synonyms.values(),
  ...units.keys(),
  ...listed('post posts document documents file files user users channel channels member members sheet sheets'),
]);

/** Words of the channel's tables are meant rather than words of asking, and these rather than words of other tables. */
const sources = { here: 0, common: 6, asking: 10, cells: 14, elsewhere: 20 } as const;
/** A wrong letter in a word of a table is less likely than a missing one in a common word. */
const ofUnlike = 9;
/** A form of a word is less likely than the word. */
const ofForm = 5;

const asking = /^(?:how|what|which|who|when|where|whose)$/u;
/** Words before the word that asks. */
const leading = /^(?:in|on|at|by|for|from|to|of|with|since|until|and|or|but|so|know|me|us)$/u;

/** The known words that one mistake makes a word of. */
class Near {
  readonly word: Word;
  readonly #parts: readonly string[];
  #best = Infinity;
  /** One word for each root. */
  #found = new Map<string, string>();

  /** Whether a question may begin here. */
  readonly #mayAsk: boolean;

  constructor(word: Word, before: Word | undefined) {
    this.word = word;
    this.#mayAsk = before === undefined || before.end + 1 < word.start || leading.test(before.folded);
    this.#parts = partsOf(word);
  }

  /** The likeliest word, if no other is as likely. */
  get read(): string | undefined {
    return this.#found.size === 1 ? [...this.#found.values()][0] : undefined;
  }

  /** Compares with the common words. The commoner of two that are as near is meant. */
  compareCommon(): void {
    for (const common of commonWords) {
      const mistake = slipIn(this.word.folded, common);
      if (asking.test(common) && !this.#mayAsk) continue;
      if (mistake === undefined || sources.common + mistake >= this.#best) continue;
      this.#best = sources.common + mistake;
      this.#found = new Map([[common, common]]);
    }
  }

  compare(known: string, source: number): void {
    if (!mayBe(this.word.folded, known)) return;
    this.#take(known, source);
    for (const form of formsOf(known)) this.#take(form, source + ofForm);
  }

  /** A cell has the very word, and no other form of it. */
  compareCell(known: string): void {
    if (mayBe(this.word.folded, known)) this.#take(known, sources.cells);
  }

  #take(form: string, source: number): void {
    const mistake = mistakeIn(this.word.folded, form) ?? swapIn(this.word.folded, form);
    if (mistake === undefined || (mistake === unlike && this.word.kind === 'name')) return;
    const cost = source + (mistake === unlike ? ofUnlike : mistake);
    if (cost > this.#best) return;
    if (cost < this.#best) this.#found = new Map();
    this.#best = cost;
    const root = rootOf(form);
    if (!this.#found.has(root)) this.#found.set(root, form);
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

/** Labels that are compared before others may go on. */
const labelsAtOnce = 50;

/** A table whose texts are compared, and its rows. */
const mostTables = 3;
const mostRows = 500;
const mostFields = 40;

/** Compares words with those in the texts of the channel's tables, as far as they are small. */
async function compareCells(
  near: readonly Near[],
  subjects: readonly Subject[],
  { channelId }: Place,
  workspace: Workspace,
  turn: Turn,
): Promise<void> {
  const here = subjects.filter((one) => 'objectTypeId' in one.of && one.channelId === channelId);
  if (channelId === undefined || here.length > mostTables) return;
  for (const { of, fields } of here) {
    const keys = fields.filter(({ type, queryable }) => queryable && textTypes.has(type)).map(({ key }) => key);
    if (keys.length === 0) continue;
    const data = await dataOf(
      { mode: 'deterministic', operation: 'records', ...of, fields: keys.slice(0, mostFields), limit: mostRows },
      workspace,
    );
    for (const value of new Set((data?.rows ?? []).flatMap((row) => Object.values(row)))) {
      await turn.yield();
      const text = typeof value === 'string' && value.length <= mostOfLabel ? value : '';
      const plain = folded(text);
      if (!near.some((one) => one.isIn(plain))) continue;
      for (const { folded: word } of wordsOf(text)) for (const one of near) one.compareCell(word);
    }
  }
}

/** Compares words with those of the readable tables and of asking. */
async function compareAll(
  near: readonly Near[],
  { channels }: Readable,
  { channelId }: Place,
  turn: Turn,
): Promise<void> {
  const compare = (text: string, source: number) => {
    for (const { folded: word } of wordsOf(text.slice(0, mostOfLabel)))
      for (const one of near) one.compare(word, source);
  };
  for (const one of near) one.compareCommon();
  for (const word of wordsOfAsking) for (const one of near) one.compare(word, sources.asking);
  for (const { id, dataSets } of channels) {
    const source = channelId === undefined || id === channelId ? sources.here : sources.elsewhere;
    for (const { name, fields } of dataSets) {
      compare(name, source);
      for (const { key, label, options } of fields) {
        if (!/^(?:created|updated)_/u.test(key)) compare(label, source);
        for (const [at, choice] of (options?.choices ?? []).entries()) {
          const plain = folded(choice.label);
          if (near.some((one) => one.isIn(plain))) compare(choice.label, source);
          if (at % labelsAtOnce === 0) await turn.yield();
        }
        await turn.yield();
      }
    }
  }
}
