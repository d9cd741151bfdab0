import type { Workspace } from '../../../schemas/index.ts';
import type { Turn } from '../../turns/turn.ts';
import { irregularForms } from '../language/lexicon/forms.ts';
import { everydayWords } from '../language/lexicon/everyday.ts';
import { commonWords } from '../language/lexicon/grammar.ts';
import { idleVerbs } from '../language/lexicon/idle.ts';
import { talk } from '../language/lexicon/talk.ts';
import { superlatives, synonyms } from '../language/lexicon/meanings.ts';
import { units } from '../language/lexicon/units.ts';
import { listed } from '../language/listed.ts';
import { mistakeIn, slipIn, unlike } from '../language/typing.ts';
import { isSameWord, labelWords, rootOf, type Word } from '../language/words.ts';
import type { Readable } from '../readable.ts';
import { explains, wordsOfAsking } from '../subjects/fit.ts';
import type { Subject } from '../subjects/subjects.ts';
import { type Meant, Near, sources } from './near.ts';
import { isMisplaced, ranking } from './places.ts';
import { type TextWords, wordsBegunLike, wordsBeside, wordsOfNewest } from './texts.ts';
import { compareCells, compareLabels } from './vocabulary.ts';

/** A question without typing mistakes. */
export interface Spelled {
  readonly text: string;
  /** The words as they were written, and as they are read. */
  readonly mistakes: readonly (readonly [written: string, read: string])[];
}

/** A question, where it is asked, and what may be meant. */
interface Written {
  readonly text: string;
  readonly words: readonly Word[];
  readonly tables: readonly Subject[];
  readonly channelId: string | undefined;
  readonly workspace: Workspace;
  readonly readable: Readable;
  readonly turn: Turn;
}

/** A longer question is read as it stands. */
const mostWords = 80;
/** With more unknown words, the question is about something else. */
const mostMistakes = 2;
const leastLetters = 2;
/** A shorter word in capitals is a code. */
const leastOfCode = 3;

/**
 * A question as it may be meant without its typing mistakes, by the words of tables and of asking. The likeliest come first, and
 * those as likely are together. None where no unknown word is one mistake from a known one.
 */
export async function spellings(
  written: Written,
  ofCells: readonly string[],
): Promise<readonly (readonly Spelled[])[]> {
  const { words, tables, channelId, workspace, readable, turn } = written;
  const near = nearOf(words, (word) => isKnown(word, tables, ofCells));
  if (near.length === 0) return [];
  await compareLabels(near, readable, channelId, turn);
  await compareCells(near, tables, channelId, workspace, turn);
  return readings(written, near);
}

/** The same by the words of texts too. */
export async function spellingsByTexts(
  written: Written,
  ofCells: readonly string[],
): Promise<readonly (readonly Spelled[])[]> {
  const { words, tables, channelId, workspace, readable, turn } = written;
  const beside = await wordsBeside(words, workspace, channelId, turn);
  const roots = new Set([...beside].map(rootOf));
  const near = nearOf(words, (word) => roots.has(word.root) || isKnown(word, tables, ofCells));
  if (near.length === 0) return [];
  await compareLabels(near, readable, channelId, turn);
  const compare = (one: Near, said: TextWords) => {
    for (const word of said) one.compare(word, sources.texts);
  };
  for (const one of near) {
    compare(one, beside);
    if (one.meant.length === 0) compare(one, await wordsBegunLike(one.word, workspace, channelId));
    if (one.meant.length === 0) compare(one, await wordsOfNewest(workspace, channelId, turn));
    await turn.yield();
  }
  return readings(written, near);
}

/** The words that nothing knows, as far as they are few. */
function nearOf(words: readonly Word[], known: (word: Word) => boolean): Near[] {
  const isWord = ({ kind, text, folded: word }: Word) =>
    kind !== 'number' && word.length >= (text === text.toUpperCase() ? leastOfCode : leastLetters) && !/\d/u.test(word);
  if (words.length > mostWords) return [];
  const strange: Word[] = [];
  for (const [at, word] of words.entries()) {
    const isStrange = word.kind !== 'stop' && isWord(word) && (!known(word) || isMisplaced(words, at));
    if (isStrange) strange.push(word);
    if (strange.length > mostMistakes) return [];
  }
  return strange.map((word) => new Near(words, word));
}

const isKnown = (word: Word, tables: readonly Subject[], ofCells: readonly string[]): boolean =>
  english.has(word.folded) ||
  (ofCells.includes(word.folded) && !isSlip(word)) ||
  (tables.some((table) => explains(table, word, [])) && !(isMaimed(word) && !isSpelledSo(word, tables)));

const mostOfSlip = 3;

/** Whether a short word in small letters may be a common word that lacks a letter, and no code. */
const isSlip = ({ text, folded: word }: Word): boolean =>
  text === word &&
  word.length <= mostOfSlip &&
  commonWords.some((common) => common.length > word.length && slipIn(word, common) !== undefined);

const leastOfRanking = 5;

/** Whether a word is a superlative with a mistake, which may leave its root: "highes". */
const isMaimed = ({ folded: word }: Word): boolean =>
  [...ranking].some((one) => {
    const mistake = one.length < leastOfRanking ? undefined : mistakeIn(word, one);
    return mistake !== undefined && mistake !== unlike;
  });

/** Labels that are looked at for a word. */
const mostLabels = 300;

/** Whether a table has the very word. */
const isSpelledSo = (word: Word, tables: readonly Subject[]): boolean =>
  tables
    .values()
    .flatMap(({ name, fields, choices }) => [name, ...fields, ...[...choices.values()].flat()])
    .take(mostLabels)
    .some((one) => labelWords(typeof one === 'string' ? one : one.label).some((said) => isSameWord(word, said)));

/** Words that are English, whatever the tables hold. */
const english: ReadonlySet<string> = new Set([
  ...wordsOfAsking,
  ...everydayWords,
  ...ranking,
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

/** A question is asked at most so often with other words. */
const mostReadings = 4;
/** Words that are less likely by more are not meant. */
const mostLess = 12;

/** The question with each word that may be meant. Those as likely are together. */
function readings({ text }: Written, near: readonly Near[]): readonly (readonly Spelled[])[] {
  const read = near.flatMap(({ word, meant }) => (meant.length === 0 ? [] : [{ word, meant }]));
  if (read.length === 0) return [];
  const all = read
    .reduce<readonly (readonly Meant[])[]>(
      (some, { meant }) => some.flatMap((one) => meant.map((other) => [...one, other])),
      [[]],
    )
    .map((meant) => ({ meant, cost: meant.reduce((sum, { cost }) => sum + cost, 0) }))
    .toSorted((one, other) => one.cost - other.cost);
  const likely = all.filter(({ cost }) => cost <= all[0]!.cost + mostLess).slice(0, mostReadings);
  const spelled = (meant: readonly Meant[]): Spelled => ({
    text: read.reduceRight(
      (whole, { word }, at) => whole.slice(0, word.start) + meant[at]!.text + whole.slice(word.end),
      text,
    ),
    mistakes: read.map(({ word }, at) => [word.text, meant[at]!.text] as const),
  });
  // Two words of one place are as likely as each other: "larest" may be the largest or the latest.
  const groupOf = (cost: number) => (cost < sources.here ? sources.place : cost);
  const groups = Map.groupBy(likely, ({ cost }) => groupOf(cost)).values();
  return [...groups].map((alike) => alike.map(({ meant }) => spelled(meant)));
}
