import type { Word } from '../../language/words.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { type Compared, conditionOf, countWords } from './figure.ts';

const comparing = '(more|fewer|less|higher|lower|larger|bigger|greater|smaller)';
const downwards = /^(?:fewer|less|lower|smaller)$/u;
const preposition = '(?:in|at|on|of|for|from|by|with|during)';
const being = '(?:is|are|was|were|do|does|did|has|have|had|can)';
const doing =
  '(?:do|does|did|done|have|has|had|make|made|get|got|take|took|handle|handled|sell|sold|bring in|brought in|place|placed|order|ordered|book|booked|earn|earned|win|won|lose|lost)';

/** "Did Ada or Milo do more repairs". */
const before = new RegExp(`^${being} (.+) or (.+?) (?:(${doing}) )?${comparing} (.+)$`, 'u');
/** "Who did more repairs, Ada or Milo". */
const behind = new RegExp(
  String.raw`^(?:who|which|what)(?: \p{L}+)? (${doing}) (?:the )?${comparing} (.+) or (.+)$`,
  'u',
);
/** "Are more repairs from Ada or from Milo", "did we get more repairs in May or in June". */
const placed = new RegExp(
  String.raw`^(?:${being} (?:there |we (\p{L}+(?: in)?) )?)${comparing} (.+?) (${preposition} .+) or (.+)$`,
  'u',
);
/** "Is the average fee higher for clocks or for radios". */
const measured = new RegExp(`^${being} (?:the |our )?(.+) ${comparing} (${preposition} .+) or (.+)$`, 'u');

const plain = { isGrowth: false, isPercentage: false, reading: 'Read as a choice between two.' } as const;
/** A name has few words. */
const mostOfName = 4;

/** Reads two of which the one with more is asked for. The words may be split in several ways. */
export function chosenIn(
  words: readonly Word[],
  text: string,
  subject: Subject,
  cells: readonly CellNamed[],
): Compared[] {
  if (!/ or /u.test(text) || / than /u.test(text)) return [];
  const { verb, pairs } = pairsIn(words, text);
  const condition = conditionOf(verb, words, subject, cells);
  if (!condition) return [];
  return pairs.map(({ order, noun, one, other }) => ({
    ...plain,
    asking: noun.some(({ folded }) => averages.test(folded)) ? [''] : ['how many', 'total'],
    first: [...noun, ...condition, ...one],
    second: [...noun, ...condition, ...other],
    as: downwards.test(order) ? 'least' : 'most',
    names: [nameOf(one), nameOf(other)],
  }));
}

interface Pair {
  readonly order: string;
  readonly noun: readonly Word[];
  readonly one: readonly Word[];
  readonly other: readonly Word[];
}

function pairsIn(words: readonly Word[], text: string): { verb?: string | undefined; pairs: readonly Pair[] } {
  const part = partsOf(words, text);
  const first = before.exec(text);
  if (first && countWords(first[1]!) <= mostOfName) {
    const [, one, other, verb, order, noun] = first;
    return { verb, pairs: [{ order: order!, noun: part(noun!), one: part(one!), other: part(other!) }] };
  }
  const apart = placed.exec(text);
  if (apart) {
    const [, verb, order, noun, one, other] = apart;
    return { verb, pairs: [{ order: order!, noun: part(noun!), one: part(one!), other: alike(one!, other!, part) }] };
  }
  const amount = measured.exec(text);
  if (amount) {
    const [, noun, order, one, other] = amount;
    return { pairs: [{ order: order!, noun: part(noun!), one: part(one!), other: alike(one!, other!, part) }] };
  }
  const last = behind.exec(text);
  return last ? { verb: last[1], pairs: pairsBehind(last[2]!, part(last[3]!), part(last[4]!)) } : { pairs: [] };
}

/** "More repairs, Ada or Milo": the noun and the first name have no mark between them. */
function pairsBehind(order: string, both: readonly Word[], other: readonly Word[]): Pair[] {
  const lengths = new Set([other.length, 1, 2, 3]);
  return [...lengths]
    .filter((length) => length < both.length)
    .map((length) => ({ order, noun: both.slice(0, -length), one: both.slice(-length), other }));
}

const averages = /^(?:averages?|avg|mean|median)$/u;

/** The words of a part of the text that stands there once or last. */
const partsOf = (words: readonly Word[], text: string) => (part: string) => {
  const from = countWords(text.slice(0, text.lastIndexOf(` ${part}`)));
  return words.slice(from, from + countWords(part));
};

/** "In Station or Riverside" is in both. */
function alike(one: string, other: string, part: (text: string) => readonly Word[]): readonly Word[] {
  const isWhole = new RegExp(`^${preposition} `, 'u').test(other);
  return isWhole ? part(other) : [part(one)[0]!, ...part(other)];
}

const nameOf = (words: readonly Word[]): string =>
  (new RegExp(`^${preposition}$`, 'u').test(words[0]?.folded ?? '') ? words.slice(1) : words)
    .map(({ text }) => text)
    .join(' ')
    .replace(/^the /iu, '');
