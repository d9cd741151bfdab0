import { withoutEnd } from '../ends.ts';
import { type Front, markedFront, unmarkedFront } from './fronts.ts';
import { askedFirst } from './asked-first.ts';
import { placed } from './placed.ts';

/** A question with its words in the usual order. */
export interface Usual {
  readonly text: string;
  /** The words that stand before the question. */
  readonly front: string;
  /** Whether only the place of its conditions changed. */
  readonly isOnlyMoved: boolean;
}

/** No longer text is put in another order, because the patterns may look at each word many times. */
const mostCharacters = 200;
/** A mark between two sentences, of which one may tell something. */
const sentences = /[.?!]\s+\p{L}/u;

/** "In May, how many boats were sold?" as "how many boats were sold in May?". Undefined where the order is usual. */
export function usualOrder(text: string): Usual | undefined {
  const asked = withoutEnd(text.trim(), /[\s?.!]/);
  if (asked.length > mostCharacters || sentences.test(asked)) return undefined;
  const marked = markedFront(asked);
  if (marked) return behind(marked);
  const first = askedFirst(asked);
  if (first !== undefined) return { text: `${first}?`, front: '', isOnlyMoved: false };
  const front = unmarkedFront(asked);
  return front && behind(front);
}

/** A condition behind two verbs may be of the second one alone. */
const joined = / (?:and|or) /iu;

function behind(front: Front): Usual {
  const question = askedFirst(front.question);
  const moved = placed({ ...front, question: question ?? front.question });
  const isOnlyMoved = question === undefined && moved.isOnlyMoved && !joined.test(front.question);
  return { text: `${moved.text}?`, front: front.front, isOnlyMoved };
}
