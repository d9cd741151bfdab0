import { functionWords } from '../language/lexicon/grammar.ts';
import type { Token } from './words/words.ts';

/** The object of a question: "which home team won" asks by `which` for `home team`. */
export interface Asked {
  /** `who`, `when`, `how many`, `which` and so on; `none` where no such word stands. */
  readonly by: string;
  /** Tokens of the noun, the last of which is its head. */
  readonly noun: readonly number[];
}

const askingWords = new Set([
  'who',
  'whom',
  'whose',
  'which',
  'what',
  'when',
  'where',
  'how',
  'name',
  'list',
  'tell',
  'number',
  'total',
  'count',
]);
const opening = new Set([
  'is',
  'are',
  'was',
  'were',
  'the',
  'a',
  'an',
  'of',
  'name',
  'names',
  'total',
  'number',
  'amount',
  'me',
  'all',
  's',
  'different',
  'only',
  'other',
  'one',
  'many',
  'much',
  'does',
  'did',
  'listed',
  'first',
  'last',
  'next',
  'previous',
  'top',
]);
const mostWords = 3;

export function askedIn(tokens: readonly Token[]): Asked {
  const at = tokens.findIndex(({ text }) => askingWords.has(text));
  if (at < 0) return { by: 'none', noun: [] };
  const word = tokens[at]!.text;
  const next = tokens[at + 1]?.text ?? '';
  const by = word === 'how' ? `how ${next}` : word;
  let from = at + (word === 'how' ? 2 : 1);
  while (from < tokens.length && opening.has(tokens[from]!.text)) from += 1;
  const noun: number[] = [];
  for (let index = from; index < tokens.length && noun.length < mostWords; index += 1) {
    const { text, number } = tokens[index]!;
    if (functionWords.has(text) || number !== undefined) break;
    noun.push(index);
  }
  return { by, noun };
}
