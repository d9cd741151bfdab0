import { idleVerbs } from './lexicon/idle.ts';
import { listed } from './listed.ts';
import { type Part, partsOf } from './parts.ts';
import { isPast } from './telling.ts';
import { contentOf, type Word } from './words.ts';

/** Words that name what a question is about, and nothing else: "For plumbers, how many …". */
const naming =
  /^(?:(?:and|but|so|now|then|just|only) )?(?:for|among|amongst|as (?:for|to|regards)|in (?:the )?case of|regarding|concerning|considering|with (?:regard|respect|reference) to|on the subject of|when it comes to|in terms of|(?:speaking|thinking) of|(?:talking|thinking) about|looking at|(?:if (?:we|you|i) )?(?:look at|take|consider)|taking|out of|within)(?!\p{L})/iu;
/** Words that place a question, or say when: "In Leeds, how many …", "Before I joined, how many …". */
const placing =
  /^(?:(?:and|but|so|now|then|just|only) )?(?:of|in|at|on|from|with|by|to|under|over|inside|outside|near|across|per|before|after|since|until|till|when|while|during)(?!\p{L})/iu;
const asking =
  /^(?:the |our |all )?(?:how|what|which|who|whose|whom|when|where|is|are|was|were|do|does|did|has|have|had|list|show|give|tell|name|count|find|compare|display|total|average|mean|median|sum|number|share|percentage|highest|lowest)(?!\p{L})/iu;
/** A noun alone: "Carpenters: how many …", "The carpenters, how many …". */
const noun = /^(?:(?:the|our|all|all the) )?\p{L}{3,}s$/iu;
/** Words before a noun that is meant, wherever it stands: "how many jobs for plumbers". */
const meaning = /^(?:for|among|amongst|regarding|concerning)$/u;

/**
 * The words that say what a question is about: "plumbers" in "For plumbers, how many …". With `isPlaced` they may also
 * be of a place, a noun alone, or a noun behind "for".
 */
function topicOf(text: string, isPlaced: boolean): readonly Word[] {
  const parts = partsOf(text);
  const isNaming = ({ text: said }: { readonly text: string }) =>
    naming.test(said) || (isPlaced && (placing.test(said) || noun.test(said)));
  const first = parts.findIndex(isNaming);
  const topic = parts[first];
  const within = isPlaced
    ? parts.flatMap((part) => (isAlone(part) ? contentOf(part.words) : behindNaming(part.words)))
    : [];
  if (!topic) return within;
  const inSentence = parts.slice(first + 1).filter((part) => part.sentence === topic.sentence);
  if (inSentence.length === 0) return within;
  const end = inSentence.findIndex((part) => part.asks || asking.test(part.text));
  const before = [topic, ...inSentence.slice(0, Math.max(0, end))];
  return [...within, ...contentOf(before.flatMap(({ words }) => words))];
}

/** Whether a sentence is nothing but a noun in the plural, and what describes it: "Skilled carpenters." */
const isAlone = ({ isApart, asks, text }: Part): boolean => isApart && !asks && described.test(text);
const described = /^(?:\p{L}+ ){0,3}\p{L}{2,}s$/iu;

/** The nouns right behind the words that name them. */
const behindNaming = (words: readonly Word[]): Word[] =>
  words.filter(({ kind }, at) => {
    const before = words[at - 1]?.folded ?? '';
    const isBehind =
      meaning.test(before) || (/^(?:the|our|all|any)$/u.test(before) && meaning.test(words[at - 2]?.folded ?? ''));
    return kind === 'plain' && isBehind;
  });

/** Whether an answer leaves unread what the question says that it is about. It is then about something else. */
export function leavesTopic(text: string, unread: readonly string[], isPlaced: boolean): boolean {
  if (unread.length === 0) return false;
  const left = new Set(unread.map((word) => word.toLowerCase()));
  const isLeft = (word: Word) => left.has(word.text.toLowerCase());
  return topicOf(text, isPlaced).some(isLeft) || leavesClause(text, isLeft);
}

/** Words behind which stands what limits the records: "loads of basalt", "that went to court". */
const binding = /^(?:of|for|with|without|to|from|about|into|off|against)$/u;
/** Words before what records have: "flats that have a garden". */
const owning = /^(?:have|has|had|having|got)$/u;
const determining = /^(?:the|an?|any|some|our|their|its)$/u;
/** Nouns of the figure itself: "the number of". */
const figure = /^(?:numbers?|total|counts?|amount|sum)$/u;
/** Verbs that say only that there is a record. */
export const existing: ReadonlySet<string> = idleVerbs.union(
  new Set(
    listed(`
      list listed show shown include included hold held achieve achieved compete competed play played participate happen
      participated attend attended happened occur occurred exist existed release released found founded locate located
      score scored win won reach reached record recorded appear appeared use used give gave given`),
  ),
);

/** Whether words are unread that limit the records: a verb at the end, or a noun behind a preposition. */
export function leavesLimit(words: readonly Word[], unread: readonly string[]): boolean {
  const left = new Set(unread.map((word) => word.toLowerCase()));
  const isLeft = ({ text, kind, folded }: Word) =>
    kind !== 'stop' && !existing.has(folded) && left.has(text.toLowerCase());
  const last = words.findLastIndex((word) => word.kind !== 'stop' && !isLeft(word));
  return words.some((word, at) => isLeft(word) && (isBound(words, at, isLeft) || (at > last && isActed(words, at))));
}

/** Whether a word stands behind a preposition, beside other unread words only. */
function isBound(words: readonly Word[], at: number, isLeft: (word: Word) => boolean): boolean {
  const from = words.findLastIndex((one, index) => index < at && !isLeft(one) && !determining.test(one.folded));
  const [before, preposition] = [words[from - 1]?.folded ?? '', words[from]?.folded ?? ''];
  const isOwned = owning.test(preposition) && at - from > 1 && words[at + 1]?.kind !== 'plain';
  return isOwned || (binding.test(preposition) && !(preposition === 'of' && figure.test(before)));
}

/** Whether a word at the end is a verb: "were stolen", "did Tariq refuse". */
const isActed = (words: readonly Word[], at: number): boolean =>
  isPast(words[at]!) ||
  (at === words.length - 1 && words.slice(0, at).some(({ folded }) => /^(?:do|does|did)$/u.test(folded)));

/** Whether a whole clause beside the question is unread: "I have smokers in mind, how many visits were there?" */
function leavesClause(text: string, isLeft: (word: Word) => boolean): boolean {
  const parts = partsOf(text);
  const others = parts.filter((part) => !part.asks).map((part) => contentOf(part.words));
  return others.length < parts.length && others.some((content) => content.length > 0 && content.every(isLeft));
}

/** The noun or verb that asks: "what breed is", "the rating of", "who directed". */
const askedFor =
  /\b(?:what|which|whose) (?!(?:is|are|was|were)\b)(\p{L}+)|\b(?:is|are|was|were) the (\p{L}+)(?: \p{L}+)? (?:of|on|for|in)\b|^who (?!is\b|are\b|was\b|were\b)(\p{L}+)/gu;

/** Whether nothing reads what is asked for. The table may lack it, and its records do not answer. */
export function asksForUnread(text: string, unread: readonly string[]): boolean {
  const left = new Set(unread.map((word) => word.toLowerCase()));
  return text
    .toLowerCase()
    .matchAll(askedFor)
    .some((match) => match.slice(1).some((word) => word !== undefined && left.has(word)));
}

/** The noun of a figure or an end: "the highest salary", "how many kilometres", "the date of birth". */
const measuredNouns = new RegExp(
  String.raw`\b(?:highest|lowest|largest|smallest|biggest|greatest|how many|how much|median|date of) (\p{L}+)`,
  'gu',
);

/** Whether nothing reads the noun of which a number, an end or a date is asked for. */
function measuresUnread(words: readonly Word[], unread: readonly string[]): boolean {
  const left = new Set(unread.map((word) => word.toLowerCase()));
  const text = words.map(({ folded }) => folded).join(' ');
  const isDescribing = (noun: string) => words[words.findIndex(({ folded }) => folded === noun) + 1]?.kind === 'plain';
  return text.matchAll(measuredNouns).some(([, noun]) => left.has(noun!) && !isDescribing(noun!));
}

/** Whether nothing reads what is asked for. The table may lack it, and its other columns do not answer. */
export const leavesAsked = (text: string, words: readonly Word[], unread: readonly string[]): boolean =>
  measuresUnread(words, unread) || asksForUnread(text, unread);
