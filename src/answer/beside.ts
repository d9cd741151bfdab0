import { type Beside, besideTheQuestion, type Knowing } from './language/asides.ts';
import { type Part, partsOf, sentencesOf } from './language/parts.ts';
import { pointsBack } from './language/telling.ts';
import { contentOf, labelWords, type Word } from './language/words.ts';
import { names } from './subjects/fit.ts';
import type { Subject } from './subjects/subjects.ts';
import type { Turn } from '../turns/turn.ts';

export interface Bare {
  /** The question alone. */
  readonly text: string;
  /** The parts that were left out, as they were written. */
  readonly asides: readonly string[];
  /** Whether no word that was left out could change the answer. */
  readonly isSure: boolean;
}

/** No longer text is looked through for remarks. */
const mostWords = 200;

/**
 * A question without the sentences and clauses beside it, as "I have to write a report." No word of them may be a value
 * of the tables. Undefined where there are none, or where nothing would be left.
 */
export const withoutAsides = (
  text: string,
  words: readonly Word[],
  { subjects, turn }: Near,
  ofCells: readonly string[],
): Promise<Bare | undefined> => without(text, words, { subjects, turn }, ofCells, (beside) => beside !== undefined);

/** A question without what is nothing but talk, as "By the way", whatever stands in the cells. */
export const withoutTalk = (text: string, words: readonly Word[], near: Near): Promise<Bare | undefined> =>
  without(text, words, near, [], (beside) => beside === 'talk' || beside === 'reply');

/** The tables near a question. */
interface Near {
  readonly subjects: readonly Subject[];
  readonly turn: Turn;
}

async function without(
  text: string,
  words: readonly Word[],
  near: Near,
  ofCells: readonly string[],
  isLeft: (beside: Beside) => boolean,
): Promise<Bare | undefined> {
  if (words.length > mostWords) return undefined;
  const clauses = partsOf(text);
  if (clauses.length < 2) return undefined;
  const told = await tellerOf(words, near, ofCells);
  const whole = apartFrom(sentencesOf(text, clauses), told, isLeft);
  const { asides, kept } = whole ?? apartFrom(clauses, told, isLeft) ?? { asides: [], kept: [] };
  const alone = textOf(text, kept);
  if (asides.length === 0 || (asides.some(isToldBefore) && pointsBack(alone))) return undefined;
  return {
    text: alone,
    asides: asides.map(({ part }) => part.text),
    isSure: asides.every(({ beside }) => beside !== 'doubtful' && beside !== 'reply') && !isCut(asides, kept),
  };
}

/** Whether a part may tell what the question points back to. */
const isToldBefore = ({ part, beside }: Judged): boolean => part.isApart && beside === 'doubtful';

/** Whether a part is kept that asks nothing, of a sentence of which another part is left out. */
const isCut = (asides: readonly Judged[], kept: readonly Judged[]): boolean =>
  kept.some(({ part }) => !part.asks && asides.some((aside) => aside.part.sentence === part.sentence));

interface Judged {
  readonly part: Part;
  readonly beside: Beside;
}

/** The parts that are left out and those kept. Undefined where nothing is left out, or no question is kept. */
function apartFrom(
  parts: readonly Part[],
  told: (word: Word) => Knowing,
  isLeft: (beside: Beside) => boolean,
): { readonly asides: readonly Judged[]; readonly kept: readonly Judged[] } | undefined {
  const places = Map.groupBy(
    parts.flatMap((part) => part.words.map(({ root }) => ({ root, part }))),
    ({ root }) => root,
  );
  const found: Judged[] = [];
  for (const [at, part] of parts.entries()) {
    const [last, next] = [found.at(-1), parts[at + 1]];
    const isTurned = next?.sentence === part.sentence && /^(?:but|though|although|yet|still) /iu.test(next.text);
    const isBehindAside = last?.beside !== undefined && last.part.sentence === part.sentence;
    const isAskedToo = ({ root }: Word) => places.get(root)!.some((one) => one.part !== part);
    const isBeforeAsked = parts.some((one, place) => place > at && one.asks);
    const among = { isTurned, isBehindAside, isBeforeAsked };
    found.push({ part, beside: besideTheQuestion(part, told, isAskedToo, among) });
  }
  const asides = found.filter(({ beside }) => isLeft(beside));
  const kept = found.filter(({ beside }) => !isLeft(beside));
  const isQuestion = ({ asks, words: some }: Part) => asks || some.some((word) => told(word) !== undefined);
  return asides.length > 0 && kept.some(({ part }) => isQuestion(part)) ? { asides, kept } : undefined;
}

/** The kept parts with what separates them, as far as they were neighbours. */
function textOf(text: string, kept: readonly Judged[]): string {
  const said = kept.map(({ part }, at) => {
    const next = kept[at + 1]?.part;
    const between = next === undefined ? '' : text.slice(part.end, next.start);
    return part.text + (/^[\s,:;.!?()–—-]*$/u.test(between) ? between.replace(/^$/u, ' ') : ' ');
  });
  return `${said
    .join('')
    .trim()
    .replace(/^(?:but|so|because) (?=\p{L})/iu, '')}?`;
}

/** Labels that are compared with a question. With more of them, every word counts as a value, and nothing is left out. */
const mostLabels = 1_000;

/** Tells what the tables know of a word. Its values are choices, checkboxes and cells. */
async function tellerOf(
  words: readonly Word[],
  { subjects, turn }: Near,
  ofCells: readonly string[],
): Promise<(word: Word) => Knowing> {
  const roots = await rootsOfValues(subjects, turn);
  const known = new Map<string, Knowing>();
  // "We're updating the page" says nothing of when records were updated.
  const isLabel = ({ root, folded }: Word) =>
    !/^(?:creat|updat)ing$/u.test(folded) &&
    subjects.some(({ called, speaksOf }) => called.has(root) || speaksOf.has(root));
  for (const word of contentOf(words)) {
    if (roots === undefined || roots.has(word.root)) known.set(word.folded, 'value');
    else if (ofCells.includes(word.folded)) known.set(word.folded, 'cell');
    else if (isLabel(word)) known.set(word.folded, 'label');
    else if (word.kind !== 'number' && subjects.some((subject) => names(subject, word)))
      known.set(word.folded, 'operation');
    await turn.yield();
  }
  return ({ folded, kind }) => (kind === 'stop' ? undefined : known.get(folded));
}

/** Roots of the choices and checkboxes. Undefined where there are too many. */
async function rootsOfValues(subjects: readonly Subject[], turn: Turn): Promise<ReadonlySet<string> | undefined> {
  const roots = new Set<string>();
  let looked = 0;
  for (const { choices, fields } of subjects) {
    const checkboxes = fields.filter(({ type }) => type === 'checkbox');
    for (const { label } of [...checkboxes, ...[...choices.values()].flat()]) {
      looked += 1;
      if (looked > mostLabels) return undefined;
      for (const { root } of labelWords(label)) roots.add(root);
      await turn.yield();
    }
  }
  return roots;
}
