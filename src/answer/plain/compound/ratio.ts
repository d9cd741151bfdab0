import type { Word } from '../../language/words.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { type Compared, conditionOf, countWords, wordsOfAsking } from './figure.ts';

const ratio = /^(?:what (?:is|was) )?(?:the )?ratio (?:of|between) (.+?) (to|and) (.+)$/u;
const times = /^how many times (?:as many|more) (.+?) (as|than) (.+?)(?: (?:are|were) there)?$/u;
const areMore = /^(?:are|were|is|was) there (more|fewer|less) (.+) than (.+)$/u;
const hasMore = /^(?:do|does|did) (.+) (?:have|has|had|make|get) (more|fewer|less) (.+) than (.+)$/u;

const doesMore =
  /^(?:do|does|did) (.+) (sell|make|earn|take|receive|order|book|win|lose|spend|charge|bring in|collect|have|get) (more|fewer|less) (.+) than (.+)$/u;
const isHigher =
  /^(?:is|are|was|were) (?:the |our )?(.+) (higher|larger|bigger|greater|lower|smaller) ((?:in|at|of|for|from|with) .+) than ((?:in|at|of|for|from|with) .+)$/u;

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
export function isMoreIn(
  words: readonly Word[],
  text: string,
  subject: Subject,
  cells: readonly CellNamed[],
): Compared | undefined {
  const match = areMore.exec(text);
  if (match) {
    const end = words.length - countWords(match[3]!);
    const one = words.slice(end - 1 - countWords(match[2]!), end - 1);
    return inOrder(match[1]!, one, words.slice(end));
  }
  if (/^(?:do|does|did) we /u.test(text)) return ofOursIn(words, text, subject, cells);
  const having = hasMore.exec(text);
  const isOfRecords = having !== null && isNamed(having[3]!, words, subject);
  if (!having || !isOfRecords) return doesMoreIn(words, text, subject, cells) ?? isHigherIn(words, text);
  const [, owner, order, noun, other] = having;
  const begin = 1 + countWords(owner!);
  const nouns = words.slice(begin + 2, begin + 2 + countWords(noun!));
  const others = words.slice(words.length - countWords(other!));
  return inOrder(order!, [...nouns, ...words.slice(1, begin)], [...nouns, ...others]);
}

const isNamed = (noun: string, words: readonly Word[], { called }: Subject): boolean => {
  const said = new Set(noun.split(' '));
  return words.some(({ folded, root }) => said.has(folded) && called.has(root));
};

/** Reads "did we win more orders in North than in South". */
function ofOursIn(
  words: readonly Word[],
  text: string,
  subject: Subject,
  cells: readonly CellNamed[],
): Compared | undefined {
  const match = doesMore.exec(text);
  const condition = match?.[1] === 'we' && conditionOf(match[2], words, subject, cells);
  if (!match || !condition) return undefined;
  const [, , , order, noun, other] = match;
  const end = words.length - countWords(other!);
  const one = words.slice(end - 1 - countWords(noun!), end - 1);
  const others = words.slice(end);
  const kept = one.findLastIndex(({ folded }) => folded === others[0]!.folded);
  if (kept < 1) return undefined;
  const asking = isNamed(noun!, words, subject) ? ['how many'] : ['how many', 'total'];
  const compared = inOrder(order!, [...condition, ...one], [...condition, ...one.slice(0, kept), ...others]);
  return { ...compared, asking, reading: 'Read as a comparison of two.' };
}

/** In "more than he lost" another verb is compared. */
const itself = /\b(?:he|she|they|it|we|i|you)\b/u;

/** Reads "did North sell more seats than South", where seats are a number or the records. */
function doesMoreIn(
  words: readonly Word[],
  text: string,
  subject: Subject,
  cells: readonly CellNamed[],
): Compared | undefined {
  const match = doesMore.exec(text);
  const condition = match && conditionOf(match[2], words, subject, cells);
  if (!match || !condition || itself.test(match[5]!)) return undefined;
  const [, owner, , order, noun, other] = match;
  const begin = 1 + countWords(owner!);
  const end = words.length - countWords(other!);
  const nouns = [...words.slice(end - 1 - countWords(noun!), end - 1), ...condition];
  const compared = inOrder(order!, [...nouns, ...words.slice(1, begin)], [...nouns, ...words.slice(end)]);
  return { ...compared, asking: ['how many', 'total'], isOfAmount: !isNamed(noun!, words, subject) };
}

/** Reads "is the average fee higher for dogs than for cats". The others are all but the first. */
function isHigherIn(words: readonly Word[], text: string): Compared | undefined {
  const match = isHigher.exec(text);
  if (!match) return undefined;
  const [, noun, order, one, other] = match;
  const [amount, first, second] = lastParts(words, noun!, one!, other!);
  const isOfOthers = /^(?:in|at|of|for|from|with) (?:the )?(?:others|rest)$/u.test(other!);
  const rest = isOfOthers ? [first[0]!, ...wordsOfAsking('not'), ...first.slice(1)] : second;
  const isMore = !/^(?:lower|smaller)$/u.test(order!);
  return { ...inOrder(isMore ? 'more' : 'less', [...amount, ...first], [...amount, ...rest]), asking: ['', 'total'] };
}

/** The words of a noun, and of two parts behind it that end the text with "than" between them. */
export function lastParts(words: readonly Word[], noun: string, one: string, other: string) {
  const last = words.length - countWords(other);
  const than = words.findLastIndex(({ folded }, at) => at < last && folded === 'than');
  const first = words.slice(than - countWords(one), than);
  const from = words.findIndex((_word, at) =>
    noun.split(' ').every((word, beside) => words[at + beside]?.folded === word),
  );
  return [words.slice(from, from + countWords(noun)), first, words.slice(last)] as const;
}

function inOrder(order: string, one: readonly Word[], other: readonly Word[]): Compared {
  const [first, second] = order === 'more' ? [one, other] : [other, one];
  return { ...plain, first, second, as: 'more' };
}
