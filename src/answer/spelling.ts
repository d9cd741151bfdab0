import { folded } from '../text/folding.ts';
import type { Turn } from '../turns/turn.ts';
import { contentOf, type Word, wordsOf } from './language/words.ts';
import type { Readable } from './readable.ts';
import { explains, wordsOfAsking } from './subjects/fit.ts';
import type { Subject } from './subjects/subjects.ts';

export interface Spelled {
  readonly text: string;
  /** The words as they were written, and as they are read. */
  readonly mistakes: readonly (readonly [written: string, read: string])[];
}

/** With more unknown words, the question is about something else. */
const mostMistakes = 2;
/** A shorter word is one letter away from too many others. */
const leastLength = 5;
/** Two letters that change places are recognised in shorter words too. */
const leastSwapped = 4;

/**
 * The question without typing mistakes. A word that no table explains becomes the only known word one letter away.
 * Other words are left as they are. Undefined where no word has one.
 */
export async function spelled(
  text: string,
  words: readonly Word[],
  subjects: readonly Subject[],
  readable: Readable,
  turn: Turn,
): Promise<Spelled | undefined> {
  const isKnown = (word: Word) => subjects.some((subject) => explains(subject, word, []));
  const strange = contentOf(words).filter((word) => word.kind === 'plain' && !isKnown(word));
  if (strange.length === 0 || strange.length > mostMistakes) return undefined;
  const near = await nearWords(strange, readable, turn);
  const found = strange.map((word) => ({ word, read: [...near.get(word)!] })).filter(({ read }) => read.length === 1);
  if (found.length === 0) return undefined;
  return {
    text: found.reduceRight(
      (whole, { word, read }) => whole.slice(0, word.start) + read[0]! + whole.slice(word.end),
      text,
    ),
    mistakes: found.map(({ word, read }) => [word.text, read[0]!] as const),
  };
}

/** The words of the readable tables, and of asking, that are one letter away from each of these. */
async function nearWords(
  strange: readonly Word[],
  { channels }: Readable,
  turn: Turn,
): Promise<ReadonlyMap<Word, ReadonlySet<string>>> {
  const near = new Map(strange.map((word) => [word, new Set<string>()]));
  const compare = (texts: readonly string[]) => {
    for (const word of texts)
      for (const [one, found] of near) {
        if (isOneAway(one.folded, word)) found.add(word);
        else if (one.folded.endsWith('s') && isOneAway(one.folded.slice(0, -1), word)) found.add(`${word}s`);
      }
  };
  const parts = strange.flatMap(partsOf);
  compare(wordsOfAsking);
  for (const { dataSets } of channels) {
    for (const { name, fields } of dataSets) {
      compare(plainWords(name));
      for (const { label, options } of fields) {
        compare(plainWords(label));
        for (const choice of options?.choices ?? [])
          if (mayHoldOne(choice.label, parts)) compare(plainWords(choice.label));
        await turn.yield();
      }
    }
  }
  return near;
}

/** Thirds of a word. One mistake changes at most two of them. */
function partsOf({ folded: word }: Word): string[] {
  const third = Math.floor(word.length / 3);
  return [word.slice(0, third), word.slice(third, 2 * third), word.slice(2 * third)];
}

/** Whether a label holds such a part. A table may have 200 fields of 1,000 choices, and only these are split into words. */
function mayHoldOne(label: string, parts: readonly string[]): boolean {
  const plain = folded(label);
  return parts.some((part) => plain.includes(part));
}

const plainWords = (text: string): string[] => wordsOf(text).map(({ folded }) => folded);

/** Whether two words differ by one letter, or by two that change places. The first letter is the same. */
function isOneAway(written: string, meant: string): boolean {
  if (written[0] !== meant[0] || written === meant || Math.abs(written.length - meant.length) > 1) return false;
  let from = 1;
  while (from < written.length && written[from] === meant[from]) from += 1;
  const ofWritten = written.slice(from);
  const ofMeant = meant.slice(from);
  const isSwapped =
    ofWritten.slice(2) === ofMeant.slice(2) && ofWritten[0] === ofMeant[1] && ofWritten[1] === ofMeant[0];
  if (isSwapped && ofWritten.length > 1) return written.length >= leastSwapped;
  const isNear =
    ofWritten.slice(1) === ofMeant || ofWritten === ofMeant.slice(1) || ofWritten.slice(1) === ofMeant.slice(1);
  return isNear && Math.min(written.length, meant.length) >= leastLength;
}
