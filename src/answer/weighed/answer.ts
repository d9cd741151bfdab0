import type { Workspace } from '../../../schemas/index.ts';
import type { Turn } from '../../turns/turn.ts';
import { dataOf, mostUnasked } from '../figures/data.ts';
import { type FreeAnswer, likeliest } from '../free/answer.ts';
import type { Frame } from '../free/frame.ts';
import { asksForMore, isOfRecords } from '../free/merging.ts';
import { asking, comparing } from '../free/patterns.ts';
import { planOf } from '../free/plans.ts';
import type { Subject } from '../subjects/subjects.ts';
import { frameOfCandidate, leftBy } from './candidates.ts';
import { isDoubtful } from './doubts.ts';
import type { Before } from './following.ts';
import { mostProbable, type Weighed } from './model.ts';
import { readBeside } from './reading.ts';

/** Figures of a weighed reading, and the probability that it is meant. They are likely at most. */
export interface WeighedAnswer extends FreeAnswer {
  readonly probability: number;
  /** Whether it is probable enough, and nothing says that more is asked for. */
  readonly isSure: boolean;
}

const mostEarlier = 2;
/** Each number is put together with each other field, so wider tables would have too many readings. */
const mostFields = 30;

/**
 * Weighs all readings of a question beside each table, by what was learned from the questions of other businesses. An
 * earlier question is read first, and the later may go on from what it asked or from its answer.
 */
export async function answerByWeight(
  texts: readonly string[],
  subjects: readonly Subject[],
  workspace: Workspace,
  turn: Turn,
): Promise<WeighedAnswer | undefined> {
  // Another name behind a comparison may be compared as well.
  if (texts.slice(0, -1).some((text) => comparing.test(text.toLowerCase()))) return undefined;
  const { default: learned } = await import('./weights.json', { with: { type: 'json' } });
  const some = likeliest(texts, subjects).filter(({ fields }) => fields.length <= mostFields);
  let before: Before | undefined;
  let answer: WeighedAnswer | undefined;
  const asked = texts.slice(-1 - mostEarlier);
  for (const [at, text] of asked.entries()) {
    const isLast = at === asked.length - 1;
    const besides = await readBeside(text, some, before, workspace, turn);
    const best = await turn.finish(mostProbable(besides, learned));
    const isMeant = best !== undefined && best.probability >= learned.leastProbability && !isInDoubt(best);
    if (isLast && !isMeant) return undefined;
    answer = best && (await figuresOf(best, isMeant, workspace));
    if (!isLast && answer && asksForMore(text, frameOf(best!), answer.unread)) return undefined;
    before = best && answer && { frame: frameOf(best), values: answer.values };
    await turn.yield();
  }
  return answer;
}

const frameOf = ({ beside, candidate }: Weighed): Frame => (candidate ? frameOfCandidate(candidate) : beside.free!);

async function figuresOf(best: Weighed, isMeant: boolean, workspace: Workspace): Promise<WeighedAnswer | undefined> {
  const { beside, candidate, probability } = best;
  const frame = frameOf(best);
  const plan = planOf(frame);
  const data = plan && (await dataOf(plan.query, workspace));
  if (!data || (plan.needsAll && !data.completeness?.complete)) return undefined;
  const values = plan.valuesIn(data.rows ?? []);
  if (values.length === 0) return undefined;
  const unread = candidate ? unreadIn(best) : frame.unread;
  const [{ value }] = values as [(typeof values)[number]];
  const isSomething =
    values.length > 1
      ? values.length <= mostUnasked || !isOfRecords(frame) || asking.test(wholeOf(best))
      : value !== 0 && !(value === false && unread.length > 0) && !(frame.ask === 'share' && value === 100);
  return {
    subject: beside.subject,
    values,
    typedQuery: plan.query,
    data,
    unread,
    probability,
    isSure: isMeant && isSomething,
    ...(plan.reading !== undefined && { reading: plan.reading }),
  };
}

/** Whether something says that more is asked for. */
const isInDoubt = (best: Weighed): boolean =>
  best.candidate ? isDoubtful(best.candidate, leftIn(best), unreadIn(best)) : !best.beside.free!.isPlain;

/** Words that say something and that no part of the reading accounts for. */
function unreadIn({ beside, candidate }: Weighed): string[] {
  const { words } = beside.parts.scene.line;
  return leftBy(candidate!)
    .filter((at) => telling.test(beside.left[at]![0]!))
    .map((at) => words[at]!.text);
}

const wholeOf = ({ beside }: Weighed): string => beside.parts.scene.whole;

/** All words that no part of the reading accounts for, folded. */
const leftIn = ({ beside, candidate }: Weighed): string[] =>
  leftBy(candidate!).map((at) => beside.parts.scene.line.words[at]!.folded);

const telling = /^left (?:value|time|turning|name|number|superlative|content)/u;
