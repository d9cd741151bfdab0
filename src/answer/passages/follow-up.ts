import type { Answer } from '../../../schemas/queries.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { Turn } from '../../turns/turn.ts';
import { withoutEnd } from '../language/ends.ts';
import { listed } from '../language/listed.ts';
import { contentOf, type Word, wordsOf } from '../language/words.ts';
import { escaped, reading } from '../prose.ts';
import { answerFrom } from './answer.ts';
import { evidenceFor } from './evidence.ts';

const beginning = /^(?:and |or |but |so |ok(?:ay)? |then )?(?:(?:what|how) about )?/iu;
const mostOfTopic = 6;
const prepositions: ReadonlySet<string> = new Set(
  listed('in on at for of from by with to after before since until during about under over near'),
);
const determiners: ReadonlySet<string> = new Set(listed('the our my your their his her a an this that all'));
/** The words that a question begins with. Its verb stands behind them. */
const asking: ReadonlySet<string> = new Set(
  listed(
    'who what which when where why how many much long often far old is are was were do does did can could has have may must should',
  ),
);

/**
 * Answers "and the plants?" behind "who keeps the warehouse key?" by texts: the earlier question with another topic. The texts must
 * answer the earlier question too. Undefined where the follow-up is none of this kind, and null where no text answers it.
 */
export async function answerOfTopic(
  followUp: string,
  asked: string,
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<Answer | undefined | null> {
  const said = withoutEnd(followUp.trim().replaceAll(/\s+/gu, ' ').replace(beginning, ''), /[\s?.!]/);
  const frames = framesOf(withoutEnd(asked.trim(), /[\s?.!]/), said);
  if (frames.length === 0) return undefined;
  const answer = async (text: string, isWhole = true) => {
    const words = wordsOf(text);
    const { evidence } = await evidenceFor(words, workspace, channelId, turn);
    return answerFrom(text, words, evidence, turn, { isWhole });
  };
  if (!(await answer(asked))) return undefined;
  for (const frame of frames) {
    const found = await answer(frame);
    if (found) return asLikely(found, frame);
  }
  const found = await answer(frames[0]!, false);
  return found && quotes(found, contentOf(wordsOf(said))) ? asLikely(found, frames[0]!) : null;
}

/** Whether what is quoted has all these words. */
const quotes = ({ sources = [] }: Answer, topic: readonly Word[]): boolean => {
  const roots = new Set(sources.flatMap(({ snippet }) => wordsOf(snippet).map(({ root }) => root)));
  return topic.every(({ root }) => roots.has(root));
};

const asLikely = (answer: Answer, text: string): Answer => ({
  ...answer,
  confidence: 'likely',
  answer: `${answer.answer}\n\n${reading(`Read as “${escaped(text)}”`)}`,
});

/** The earlier question with this topic in place of its own, the closest first. The last one leaves its verb out. */
function framesOf(asked: string, said: string): string[] {
  const topic = wordsOf(said);
  const words = wordsOf(asked);
  const [first] = topic;
  const isOfPlace = prepositions.has(first?.folded ?? '');
  const saidBefore = new Set(words.map(({ root }) => root));
  // A name stands in the sentence that answers, and needs no frame.
  const isNew = ({ text, root }: Word) => !saidBefore.has(root) && (isOfPlace || !/^\p{Lu}/u.test(text));
  const isTopic = topic.length > 0 && topic.length <= mostOfTopic && contentOf(topic).some(isNew);
  if (!isTopic || topic.some(({ folded }) => asking.has(folded))) return [];
  const at = isOfPlace
    ? [words.findLastIndex(({ folded }) => folded === first!.folded)]
    : [words.findLastIndex(isDeterminer), words.findIndex(isDeterminer)];
  const places = new Set(at.filter((place) => place > 0));
  const plain = places.size === 0 && !isOfPlace ? objectAtEnd(words) : undefined;
  const frames = [...places, ...(plain === undefined ? [] : [plain])].map((from) => {
    const end = endOfPart(words, from);
    return `${asked.slice(0, words[from]!.start)}${said}${asked.slice(words[end - 1]!.end)}?`;
  });
  const begin = words.findIndex(({ folded }) => !asking.has(folded));
  const bare =
    begin > 0 && frames.length > 0 && !isOfPlace ? [`${asked.slice(0, words[begin - 1]!.end)} ${said}?`] : [];
  return [...new Set([...frames, ...bare])];
}

const isDeterminer = ({ folded }: Word): boolean => determiners.has(folded);

/** Where the last words begin that name something: the "expense reports" of "who gets expense reports". */
function objectAtEnd(words: readonly Word[]): number | undefined {
  const begin = words.findLastIndex(({ kind }) => kind === 'stop') + 1;
  const at = begin > 0 && /^(?:who|what|which)$/u.test(words[begin - 1]!.folded) ? begin + 1 : begin;
  return at > 0 && at < words.length ? at : undefined;
}

/** The end of a part of a sentence: the next preposition, or the verb behind the noun. */
function endOfPart(words: readonly Word[], from: number): number {
  const end = words.findIndex(
    ({ folded, kind }, at) =>
      at > from + 1 && (prepositions.has(folded) || (kind === 'stop' && !determiners.has(folded))),
  );
  const isVerb = /^(?:costs?|takes?|works?|lasts?|starts?|begins?|ends?|opens?|closes?|happens?|needs?|live|lives)$/u;
  const verb = words.findIndex(({ folded }, at) => at > from + 1 && isVerb.test(folded));
  return Math.min(...[end, verb].filter((at) => at > 0), words.length);
}
