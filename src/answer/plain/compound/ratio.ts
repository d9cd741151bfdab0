import type { Word } from '../../language/words.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { type Compared, countWords } from './figure.ts';

const ratio = /^(?:what (?:is|was) )?(?:the )?ratio (?:of|between) (.+?) (to|and) (.+)$/u;
const times = /^how many times (?:as many|more) (.+?) (as|than) (.+?)(?: (?:are|were) there)?$/u;
const areMore = /^(?:are|were|is|was) there (more|fewer|less) (.+) than (.+)$/u;
const hasMore = /^(?:do|does|did) (.+) (?:have|has|had|make|get) (more|fewer|less) (.+) than (.+)$/u;

const plain = { asking: ['how many'], isGrowth: false, isPercentage: false } as const;

/** Reads "the ratio of paid to open invoices" and "how many times as many dogs as cats". */
export function ratioIn(words: readonly Word[], text: string): Compared | undefined {
  const match = ratio.exec(text) ?? times.exec(text);
  if (!match || match[0].length < text.length) return undefined;
  const [first, , second] = match.slice(1);
  const from = countWords(text.slice(0, text.indexOf(` ${first!} `)));
  const between = from + countWords(first!);
  const others = words.slice(between + 1, between + 1 + countWords(second!));
  return { ...plain, first: words.slice(from, between), second: others, as: 'ratio' };
}

/** Reads "are there more dogs than cats" and "does North have more orders than South". */
export function isMoreIn(words: readonly Word[], text: string, { called }: Subject): Compared | undefined {
  const match = areMore.exec(text);
  if (match) {
    const end = words.length - countWords(match[3]!);
    const one = words.slice(end - 1 - countWords(match[2]!), end - 1);
    return inOrder(match[1]!, one, words.slice(end));
  }
  const having = hasMore.exec(text);
  if (!having) return undefined;
  const [, owner, order, noun, other] = having;
  const begin = 1 + countWords(owner!);
  const nouns = words.slice(begin + 2, begin + 2 + countWords(noun!));
  if (!nouns.some(({ root }) => called.has(root))) return undefined;
  const others = words.slice(words.length - countWords(other!));
  return inOrder(order!, [...nouns, ...words.slice(1, begin)], [...nouns, ...others]);
}

function inOrder(order: string, one: readonly Word[], other: readonly Word[]): Compared {
  const [first, second] = order === 'more' ? [one, other] : [other, one];
  return { ...plain, first, second, as: 'more' };
}
