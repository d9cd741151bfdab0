import { contentOf, type Word } from './words.ts';
import { months, numberWords, shortMonths, weekdays } from './lexicon/numbers.ts';

/** The kind of thing that answers a question. */
export type Expected = 'person' | 'time' | 'duration' | 'number' | 'place' | 'reason' | 'whether' | 'anything';

export interface QuestionForm {
  readonly expected: Expected;
  /**
   * Roots of the noun that is asked for. "How many seats …" has `seats`, and "What is the phone number of …" has
   * `phone number`.
   */
  readonly focus: readonly string[];
}

const beginnings: readonly (readonly [RegExp, Expected])[] = [
  [/\bhow long\b/i, 'duration'],
  [/\bhow (many|much|often|old|far|big|high|large|heavy)\b/i, 'number'],
  [/\b(who|whom|whose)\b/i, 'person'],
  [/\b(when|(what|which|on what|on which) (day|date|month|year|time|weekday))\b/i, 'time'],
  [/\bwhere\b/i, 'place'],
  [/\b(why|how come|for what reason)\b/i, 'reason'],
  [/^\s*(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|must)\b/i, 'whether'],
];

export function formOf(question: string, words: readonly Word[]): QuestionForm {
  const expected = beginnings.find(([beginning]) => beginning.test(question))?.[1] ?? 'anything';
  return { expected, focus: focusOf(question, words).map(({ root }) => root) };
}

/** Phrases before the noun that is asked for. The noun ends at the next word of grammar. */
const asksFor =
  /\bhow (?:many|much) (?:of )?(?:our |my |the |different )*|\b(?:what|which)(?:'s| is| are| was| were)? (?:(?:the|our|my|your|their|an?) )+|\b(?:what|which) (?=\p{L})/iu;
/** Verbs that end the noun before them, as in "what discount needs approval". */
const verb = /^(?:needs?|requires?|gets?|keeps?|wants?|takes?|costs?|goes|makes?)$/u;
const vague = new Set(['kind', 'type', 'sort', 'one', 'way', 'part', 'name', 'number', 'list']);

function focusOf(question: string, words: readonly Word[]): Word[] {
  const asked = asksFor.exec(question);
  if (!asked) return [];
  const from = asked.index + asked[0].length;
  const behind = words.filter(({ start }) => start >= from);
  const ends = behind.findIndex(({ kind, folded }, at) => kind === 'stop' || (at > 0 && verb.test(folded)));
  const noun = contentOf(behind.slice(0, ends === -1 ? undefined : ends));
  return noun.length === 1 && vague.has(noun[0]!.folded.replace(/s$/, '')) ? [] : noun.slice(0, 3);
}

const numbers = [...numberWords.keys()].join('|');
const aNumber = new RegExp(`\\d|\\b(?:${numbers}|half|dozen|none|no|all|every|each)\\b`, 'iu');
const aTime = new RegExp(
  `\\b(?:${[...months, ...weekdays].join('|')}|\\d{4}|\\d{1,2}:\\d\\d|\\d{1,2}(?:st|nd|rd|th)?\\b ?(?:${shortMonths.join('|')})|today|tomorrow|yesterday|tonight|morning|noon|evening|midnight|mornings|weekdays?|quarter|week|month|year|daily|weekly|monthly|when|until|${weekdays.map((day) => `${day}s`).join('|')})\\b`,
  'iu',
);
const aDuration = new RegExp(
  `(?:\\d|\\b(?:${numbers}|a|an|one|half|several|few)\\b)[- ]?(?:\\w{1,40} )?(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?)\\b|\\b(?:until|forever|always|overnight)\\b`,
  'iu',
);
const aReason =
  /\b(because|since|so that|so as|reasons?|due|therefore|hence|why|thanks to|caused?|in order to|to avoid|otherwise|for lack|missing)\b/i;
const aPlace = /\b(in|at|on|near|from|to|beside|behind|next to)\b/i;

/**
 * Whether a text can be an answer of this kind. `known` are the question's roots; a name among them is not an answer.
 */
export function canAnswer(
  expected: Expected,
  text: string,
  words: readonly Word[],
  known: ReadonlySet<string>,
): boolean {
  if (expected === 'number') return aNumber.test(text);
  if (expected === 'time') return aTime.test(text);
  if (expected === 'duration') return aDuration.test(text);
  if (expected === 'reason') return aReason.test(text);
  if (expected === 'place') return aPlace.test(text);
  if (expected === 'person') return /\b(I|we|you)\b/.test(text) || words.some((word) => isPerson(word, known));
  return true;
}

/** A name that is not in the question. It may begin the sentence. */
const isPerson = ({ kind, text, root, start }: Word, known: ReadonlySet<string>): boolean =>
  !known.has(root) && (kind === 'name' || (start === 0 && kind === 'plain' && /^\p{Lu}\p{Ll}/u.test(text)));
