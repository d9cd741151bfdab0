import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';
import type { Turn } from '../turns/turn.ts';
import type { Question } from './answerer.ts';
import { threadOf } from './follow-up.ts';
import { answerFreely, besideTable } from './free/answer.ts';
import { answerPaired } from './free/pairs/answer.ts';
import { asksForUnread, leavesLimit, leavesTopic } from './language/topics.ts';
import { wordsOf } from './language/words.ts';
import type { Readable } from './readable.ts';
import { countsOtherEvents } from './strange.ts';
import { isNameless, type Subject } from './subjects/subjects.ts';
import { answersAsked, isOneCount, leavesVerb } from './suits.ts';
import { likelyAnswer } from './table-answer.ts';
import { answerByWeight } from './weighed/answer.ts';

interface LooseAnswer {
  readonly answer: Answer;
  /** Whether it accounts for every word. */
  readonly isWhole: boolean;
}

/** Reads a question in everyday words, beside the tables of its channel. Its answers are likely at most. */
export async function answerLoosely(
  asked: Question,
  isFollowUp: boolean,
  tables: readonly Subject[],
  workspace: Workspace,
  readable: Readable,
  turn: Turn,
): Promise<LooseAnswer | undefined> {
  const { channelId, text } = asked;
  if (asRatio.test(text) || asMore.test(text)) return undefined;
  const isHere = (one: Subject) => channelId === undefined || isIn(one, channelId, readable);
  // Loose readings rest on what a table is called.
  const here = tables.filter((one) => isHere(one) && !isNameless(one));
  const thread = isFollowUp ? threadOf(asked, tables) : [text];
  const byRules = () => answerFreely(thread, here, workspace, turn);
  const byWeight = async () => {
    const weighed = await answerByWeight([...saidBefore(asked), text], here, workspace, turn);
    return weighed?.isSure ? weighed : undefined;
  };
  // Rules know better what a later question changes.
  const found =
    thread.length > 1 ? ((await byRules()) ?? (await byWeight())) : ((await byWeight()) ?? (await byRules()));
  if (
    !found ||
    asksForUnread(text, found.unread) ||
    leavesTopic(text, found.unread, true) ||
    (isOneCount(found.typedQuery) && leavesLimit(wordsOf(text), found.unread)) ||
    leavesVerb(wordsOf(text), found.unread)
  )
    return undefined;
  const { cells } = await besideTable(wordsOf(text), found.subject, workspace, turn);
  if (!answersAsked(found, wordsOf(text), found.subject, cells)) return undefined;
  if (countsOtherEvents(wordsOf(text), found.unread, found.typedQuery, { subject: found.subject, cells }))
    return undefined;
  const answer = await likelyAnswer(found, wordsOf(text), workspace, readable);
  return { answer, isWhole: found.unread.length === 0 };
}

/** Answers with a figure that is made of two, beside the tables of the question's channel. It is likely at most. */
export async function answerInPairs(
  text: string,
  channelId: string | undefined,
  tables: readonly Subject[],
  workspace: Workspace,
  readable: Readable,
  turn: Turn,
): Promise<Answer | undefined> {
  const here = tables.filter((one) => channelId === undefined || isIn(one, channelId, readable));
  const found = await answerPaired(text, here, workspace, turn);
  return found && likelyAnswer(found, wordsOf(text), workspace, readable);
}

/** Loose readings know counts and shares alone. */
const asRatio = /\bratio (?:of|between)\b|\b(?:times|twice|half) as (?:many|much)\b/iu;
/** "Are there more dogs than cats", and not "more than 5 dogs". A comma ends it, or long texts would take long. */
const asMore =
  /(?:^|, )(?:(?:are|were|is|was) there|(?:do|does|did) [^,]+ (?:have|has|had|make|get)) (?:more|fewer|less) [^,]+ than (?!\d)/iu;

const saidBefore = ({ earlier }: Question): readonly string[] =>
  earlier.flatMap(({ role, body }) => (role === 'user' ? body : []));

/** Whether a table is in the channel that an ID or a slug names. */
const isIn = (subject: Subject, channel: string, { channels }: Readable): boolean =>
  channels.some(({ id, slug }) => id === subject.channelId && [id, slug].includes(channel));
