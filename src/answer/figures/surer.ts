import type { Answer } from '../../../schemas/queries.ts';
import type { Usual } from '../language/order/usual.ts';
import { contentOf, wordsOf } from '../language/words.ts';
import { escaped, reading } from '../prose.ts';
import { countLeftOut, leavesBeside, leavesOut } from './written.ts';

/** Whether an answer leaves less open than another, or as little. Behind none, it may leave out one word. */
export const isSurer = (answer: Answer, other: Answer): boolean =>
  answer.confidence !== 'none' && opennessOf(answer) <= (other.confidence === 'none' ? 2 : opennessOf(other));

/** Whether an answer leaves out what the question says first. */
export const leavesFront = ({ answer }: Answer, { front }: Usual): boolean =>
  contentOf(wordsOf(front)).some(({ text }) => leavesOut(answer, text) || leavesBeside(answer, text));

const opennessOf = ({ confidence, answer }: Answer): number => (confidence === 'exact' ? 0 : 1 + countLeftOut(answer));

/** An answer that says in which order its question was read. */
export function inOtherOrder(answer: Answer, text: string): Answer {
  const remark = reading(`Read as “${escaped(text)}”`);
  const confidence = answer.confidence === 'exact' ? 'likely' : answer.confidence;
  return { ...answer, confidence, answer: `${answer.answer}\n\n${remark}` };
}
