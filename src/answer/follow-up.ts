import type { Question } from './answerer.ts';
import { isPlace, superlative, withoutPlace, withPlace } from './following/places.ts';
import { isTimeBeside, withTimeBeside } from './following/times.ts';
import { personal } from './free/lexicon.ts';
import { withoutEnd } from './language/ends.ts';
import { superlatives } from './language/lexicon/meanings.ts';
import { months, shortMonths, weekdays } from './language/lexicon/numbers.ts';
import { contentOf, labelWords, type Word, wordsOf } from './language/words.ts';
import { operations } from './subjects/fit.ts';
import type { Choice } from './subjects/near.ts';
import type { Subject } from './subjects/subjects.ts';

const mostWords = 9;
const beginning =
  /^(?:and|or|but|ok(?:ay)?|so|then|now|what about|how about|and what about|and how about|only|just|the same|same)\b[\s,:]*/iu;

/**
 * The whole question behind a follow-up such as "and in March?" after "How many deals were won in February?". It
 * replaces the part of the same kind in the earlier question, or appends the new part. Undefined when the question
 * stands by itself. Null when it does not, and its meaning is unclear.
 */
export function takenOver(question: Question, subjects: readonly Subject[]): string | undefined | null {
  const { text, earlier } = question;
  if (earlier.length > 0 && hasPronoun(text)) {
    const asked = askedBefore(earlier, subjects);
    if (isOfAnother(text, asked, subjects)) return withName(text, asked);
  }
  if (earlier.length > 0 && splitting.test(text))
    return takenOver({ ...question, text: text.replace(splitting, '$1') }, subjects);
  if (earlier.length > 0 && isPointing(text)) return aboutThose(text, askedBefore(earlier, subjects));
  if (!isFollowUp(text)) return undefined;
  const asked = askedBefore(earlier, subjects);
  return asked && merged(asked, text, subjects);
}

/** Words for a person. Only the first word of a sentence has a capital. */
const persons =
  /(?<![\p{L}\p{N}])(?:she|he|her|him|his)(?![\p{L}\p{N}])|(?<=^|[.!?]\s)(?:She|He|Her|Him|His)(?![\p{L}\p{N}])/gu;

const hasPronoun = (text: string): boolean => text.search(persons) >= 0;

/** Whether its pronouns are of a person in the question before it, and of none that it names. */
function isOfAnother(text: string, asked: string | null, subjects: readonly Subject[]): boolean {
  const begin = text.slice(0, text.search(persons));
  if (/\b(?:each|every|any|per) \p{L}+/iu.test(begin)) return false;
  const words = contentOf(wordsOf(begin));
  const last = words.at(-1);
  const isJoined = last !== undefined && /^\s*and\s*$/iu.test(begin.slice(last.end));
  if (isJoined && (last.kind === 'name' || subjects.some((subject) => choiceFields(subject, [last]).length > 0)))
    return false;
  const named = asked === null ? [] : wordsOf(asked).filter(({ kind }) => kind === 'name');
  return !words.some((word) => isPerson(word, named, subjects));
}

/** Whether a word may name a person. No table knows the name, or it is a choice among persons. */
function isPerson(word: Word, named: readonly Word[], subjects: readonly Subject[]): boolean {
  const isKnown = subjects.some(({ called, speaksOf }) => called.has(word.root) || speaksOf.has(word.root));
  if (!isKnown) return word.kind === 'name' && !timeWords.has(word.folded);
  return subjects.some((subject) => {
    const beside = new Set(named.flatMap((one) => choiceFields(subject, [one])));
    return choiceFields(subject, [word]).some((key) => beside.has(key) || isOfPeople(key, subject));
  });
}

const isOfPeople = (key: string, { fields }: Subject): boolean =>
  fields.some(
    (field) =>
      field.key === key && personal.test(field.label) && !/\b(?:name|company|supplier)s?\b/iu.test(field.label),
  );

/** The question with the only name of the one before in place of "she". Null where several are named. */
function withName(text: string, asked: string | null): string | null {
  const names = asked === null ? [] : nameStretches(wordsOf(asked)).filter(({ start }) => start > 0);
  const [name] = names;
  if (asked === null || !name || names.length > 1) return null;
  return text.replaceAll(persons, () => asked.slice(name.start, name.end));
}

interface Thread {
  /** The last whole question, with what follow-ups changed in it. */
  readonly asked: string | null;
  /** Where that question stands; less than 0 without one. */
  readonly from: number;
}

function threadIn(said: readonly string[], subjects: readonly Subject[]): Thread {
  return said.reduce<Thread>(
    ({ asked, from }, body, at) => {
      if (isWhole(body, asked, subjects)) return { asked: body, from: at };
      return { asked: asked && continued(body, asked, subjects), from };
    },
    { asked: null, from: -1 },
  );
}

/** Whether a question stands by itself, behind another. */
const isWhole = (body: string, asked: string | null, subjects: readonly Subject[]): boolean =>
  !isFollowUp(body) && !isPointing(body) && !(hasPronoun(body) && isOfAnother(body, asked, subjects));

function continued(body: string, asked: string, subjects: readonly Subject[]): string | null {
  if (hasPronoun(body) && isOfAnother(body, asked, subjects)) return withName(body, asked);
  return isPointing(body) ? aboutThose(body, asked) : merged(asked, body, subjects);
}

const saidIn = (earlier: Question['earlier']): readonly string[] =>
  earlier.flatMap(({ role, body }) => (role === 'user' ? body : []));

const askedBefore = (earlier: Question['earlier'], subjects: readonly Subject[]): string | null =>
  threadIn(saidIn(earlier), subjects).asked;

/** The last question that stands by itself, without what follow-ups changed in it. */
export function wholeBefore(earlier: Question['earlier'], subjects: readonly Subject[]): string | undefined {
  const said = saidIn(earlier);
  return said[threadIn(said, subjects).from];
}

/** A question behind the last whole one before it and the follow-ups between them. Empty where no whole one was asked. */
export function threadOf({ text, earlier }: Question, subjects: readonly Subject[]): readonly string[] {
  const said = saidIn(earlier);
  const { from } = threadIn(said, subjects);
  return from < 0 ? [] : [...said.slice(from), text].map((one) => one.replace(splitting, '$1'));
}

const isPointing = (text: string): boolean => pointing.test(text) || which.test(text.trim());

/** Reads "break that down by product". */
const splitting =
  /^(?:and |now |ok |so )?(?:(?:can|could) (?:you|i|we) )?(?:(?:break|split|show|group|give|list|see|get) (?:that|this|it|them|those|these)(?: (?:down|up|out|again|me))?|(?:break|broken|split|group|grouped)(?: down| up)?) ((?:by|per) .+)$/iu;
/** Reads "what were they worth in total?". */
const worthOfThose =
  /^(?:and |so )?(?:what (?:are|were|is|was) (?:they|those|these)(?: all)? worth|how much (?:are|were|is|was) (?:they|those|these)(?: worth)?|how much did (?:they|those|these) (?:cost|bring in|come to|amount to|make|earn|add up to)|what did (?:they|those|these) (?:cost|bring in|come to|amount to|add up to))(?: (?:in total|altogether|all together|overall|combined))?[\s?.!]*$/iu;
/** Reads "orders did Ada place" of a question for their number. */
const doneBy =
  /^(.+?) (?:did|do|does|has|have) (.+?) (?:place|placed|make|made|order|ordered|book|booked|get|got|have|had|buy|bought|do|done|take|taken)$/iu;

/** Reads "which ones?" and "show them". */
const which =
  /^(?:and |so |ok(?:ay)?,? )?(?:(?:which|what|who) (?:ones?|are they|are those|were they|were those|are these)(?: (?:are|were) (?:they|those|these))?|(?:list|show|name) (?:me )?(?:them|those|these)(?: all)?)[\s?.!]*$/iu;
/** Reads "the median of those" and a question for their total. */
const figureOfThose =
  /^(?:and |so )?(?:(?:what is|what was|what['’]s|give me|show me) )?(?:the |their )?(total|sum|average|mean|median|largest|biggest|highest|smallest|lowest)( [\p{L} ]{1,40}?)?(?: of (?:those|them|these|all of them|all those))?[\s?.!]*$/iu;
/** Reads "how many of those were late?". */
const partOfThose = /^(?:and |so )?(how many|which) of (?:those|them|these) (\p{L}+(?: .+)?)$/iu;
const opening = /^(?:how many|which|what(?! (?:is|was)\b|['’]s)|list|show|name|who)(?: all| the)?\s+/iu;

/** A whole question about what an earlier one found. Null where it is unclear. */
function aboutThose(text: string, asked: string | null): string | null {
  const found = asked !== null && opening.exec(asked);
  if (!found) return null;
  const described = withoutEnd(asked.slice(found[0].length), /[\s?.!]/);
  if (which.test(text.trim())) return `Which ${described}?`;
  const part = partOfThose.exec(withoutEnd(text.trim(), /[\s?.!]/));
  if (part) return `${part[1]!} ${described}${/ or /iu.test(described) ? '' : ' and'} ${part[2]!}?`;
  if (worthOfThose.test(text.trim())) return `What is the total value of ${described.replace(doneBy, '$1 of $2')}?`;
  const figure = figureOfThose.exec(text.trim());
  if (!figure || !/\b(?:their|of (?:all )?(?:those|them|these|of them))\b/iu.test(text)) return null;
  return `What is the ${figure[1]}${figure[2] ?? ''} of ${described}?`;
}

/** Words that refer to earlier messages. A question with them cannot be read alone. */
const pointing =
  /\b(?:their|theirs|its|them|they|those|these|it)\b|\bthat(?= ?(?:[?.!,]|$|one\b|many\b|much\b))|\b(?:of|for|about|than|with|from|by|was|is|split|break|and) (?:that|this)\b(?! (?:week|month|quarter|year))|\bthe (?:same|rest|others?)\b|\b(?:first|last|second|other|which|biggest|largest|smallest|highest|lowest) one\b/iu;

function isFollowUp(text: string): boolean {
  const words = wordsOf(text);
  if (words.length > mostWords) return false;
  const bare = withoutEnd(text.trim(), /[\s?.!]/);
  if (isPlace(bare) || isTimeBeside(bare)) return true;
  if (beginning.test(text.trim()))
    return !/^(?:and|or|but|so|then|now|ok(?:ay)?)\b[\s,:]*(?:how|what|which|who|when|where|why|list|show)\b(?! about)/iu.test(
      text.trim(),
    );
  return (
    /^(?:in|for|of|by|per|with|since|before|after|last|this|next)\b/iu.test(text.trim()) &&
    !/\b(?:is|are|was|were|do|does|did|has|have|many|much)\b/iu.test(text)
  );
}

type Part = 'time' | 'group' | 'superlative' | `field ${string}` | 'name';

function merged(question: string, addition: string, subjects: readonly Subject[]): string | null {
  const said = withoutEnd(addition.trim().replace(beginning, '').replace(beginning, ''), /[\s?.!]/);
  if (isTimeBeside(said)) return withTimeBeside(question, said);
  if (isPlace(said)) return withPlace(question, said);
  const figure = figureAlone.exec(said);
  const figures = [...question.matchAll(figureWords)];
  if (figure && figures.length === 1) return question.replace(figureWords, figureOf(figure[1]!.toLowerCase()));
  const { rest, added } = newIn(said, question, subjects);
  if (added === undefined) return null;
  const whole = withoutEnd(question.trim(), /[\s?.!]/);
  if (share.test(whole) && limiting.test(rest) && stretches(whole, added, subjects).length === 0)
    return `${whole.replace(share, `$1 ${rest.replace(only, '')} `)}?`;
  const replaced = stretches(whole, added, subjects);
  if (replaced.length > 1) return null;
  const [stretch] = replaced;
  const mayReplace = added === 'name' && predicate.test(whole) && /^\p{Ll}+$/u.test(rest);
  if (!stretch) return comparing.test(whole) || mayReplace ? null : `${whole} ${rest}?`;
  if (/\b(?:not|never|without|except)\s*$/iu.test(whole.slice(0, stretch.start))) return null;
  const bare = /^(?:in|for|of|by|per|with|at|on)\s+/iu;
  if (added === 'superlative')
    return `${withoutPlace(whole.slice(0, stretch.start))}${rest.replace(/^the | one$/giu, '')}${whole.slice(stretch.end)}?`;
  const inserted = bare.test(lastWord(whole.slice(0, stretch.start))) ? rest.replace(bare, '') : rest;
  return `${whole.slice(0, stretch.start)}${inserted}${whole.slice(stretch.end)}?`;
}

/** The new part of a follow-up, and its kind. "The Starter plan" says "Starter" behind "the Team plan". */
function newIn(
  said: string,
  question: string,
  subjects: readonly Subject[],
): { rest: string; added: Part | undefined } {
  const asked = new Set(contentOf(wordsOf(question)).map(({ root }) => root));
  const words = contentOf(wordsOf(said));
  const last = words.findLast(({ root }) => !asked.has(root));
  const isRepeated = last !== undefined && last !== words.at(-1);
  const rest = isRepeated ? said.slice(0, last.end).replace(/^the\s+/iu, '') : said;
  const added = partOf(rest, question, subjects);
  const isNamed = added === 'name' || added?.startsWith('field ') === true;
  return isRepeated && !(isNamed && stretches(question, added, subjects).length === 1)
    ? { rest: said, added: partOf(said, question, subjects) }
    : { rest, added };
}

/** Another figure of the same: "and the median?" */
const figureAlone =
  /^(?:the )?(average|mean|median|total|maximum|minimum|highest|lowest|on average|in total|altogether)$/iu;
const figureOf = (said: string): string =>
  said.replace('on average', 'average').replace(/^in total|altogether/u, 'total');
const figureWords = /\b(?:average|mean|median|total|maximum|minimum|highest|lowest)\b/giu;

/** The word at the end that says how things are: "are won". Another such word may stand beside it, or in its place. */
const predicate = /(?<=\b(?:is|are|was|were) )\p{L}+$/iu;

/** A condition behind a share is of the whole: "and in Hull only?" */
const share =
  /^((?:what|which) (?:percent|percentage|share|proportion|part|fraction) of (?:all )?(?:the |our )?[^,?]{1,60}?) (?=(?:is|are|was|were|has|have|had|did|do|does|came?|comes) )/iu;
const limiting = /^(?:in|at|on|for|from|with|during|since|before|after) /iu;
const only = / (?:only|alone)$/iu;

/** A condition behind two figures may be of one of them. */
const comparing = /\b(?:more|less|fewer)\b.+\bthan\b|\b(?:versus|vs|compared)\b/iu;

/** The last word, with a blank behind it if there is one. */
function lastWord(text: string): string {
  const bare = text.trimEnd();
  return bare.split(/\s/u).at(-1)! + text.slice(bare.length);
}

const timeWords = new Set([...months, ...weekdays, ...shortMonths]);
const time = new RegExp(
  `\\b(?:in |since |during )?(?:(?:this|last|past|next) (?:\\d+ )?(?:day|week|month|quarter|year)s?|today|yesterday|(?:${[...timeWords].join('|')})\\b(?: \\d{4})?|q[1-4](?: \\d{4})?|(?:19|20)\\d\\d(?:-\\d\\d)?(?:-\\d\\d)?)`,
  'giu',
);

/** The grouping phrase at the end of a text, such as "by stage" or "per owner". */
function groupsIn(text: string): Stretch[] {
  const begins = /\b(?:by|per|for each) [\p{L} ]/giu;
  begins.lastIndex = text.length - text.split(/[^\p{L} ]/u).at(-1)!.length;
  const found = begins.exec(text);
  return found ? [{ start: found.index, end: text.length }] : [];
}

/** The kind of the part; undefined when it is unclear. */
function partOf(text: string, question: string, subjects: readonly Subject[]): Part | undefined {
  const words = contentOf(wordsOf(text));
  if (words.length === 0) return undefined;
  if (groupsIn(text).length > 0) return 'group';
  if (text.replaceAll(time, '').trim() === '') return 'time';
  if (
    text
      .replaceAll(superlative, '')
      .replace(/^\s*the\b/iu, '')
      .trim() === ''
  )
    return 'superlative';
  if (words.some(({ root, folded }) => operations.has(root) || superlatives.has(folded))) return undefined;
  const keys = new Set(subjects.flatMap((subject) => choiceFields(subject, words)));
  const own = [...keys].filter((key) => stretches(question, `field ${key}`, subjects).length > 0);
  if (keys.size === 1 || own.length === 1) return `field ${own[0] ?? [...keys][0]!}`;
  if (keys.size > 1) return undefined;
  return words.every(({ kind }) => kind === 'name' || kind === 'plain') ? 'name' : undefined;
}

/** Fields of a table in which each of these names is a choice. */
function choiceFields({ choices }: Subject, words: readonly Word[]): string[] {
  const rootsOf = (some: readonly Choice[]) =>
    new Set(some.flatMap(({ key, label }) => [...labelWords(key), ...labelWords(label)].map(({ root }) => root)));
  return [...choices]
    .filter(([, some]) => {
      const roots = rootsOf(some);
      return words.every(({ root }) => roots.has(root));
    })
    .map(([field]) => field);
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The parts of the question that are of this kind. */
function stretches(question: string, part: Part, subjects: readonly Subject[]): Stretch[] {
  if (part === 'time')
    return [...question.matchAll(time)].map(({ index, 0: text }) => ({ start: index, end: index + text.length }));
  if (part === 'group') return groupsIn(question);
  const words = wordsOf(question);
  if (part === 'name') return nameStretches(words);
  if (part === 'superlative')
    return [...question.matchAll(superlative)].map(({ index, 0: text }) => ({
      start: index,
      end: index + text.length,
    }));
  const isOfField = (word: Word) =>
    subjects.some((subject) => choiceFields(subject, [word]).includes(part.slice('field '.length)));
  return joined(words, isOfField);
}

/** Runs of neighbouring names. */
const nameStretches = (words: readonly Word[]): Stretch[] => joined(words, ({ kind }) => kind === 'name');

function joined(words: readonly Word[], isOfPart: (word: Word) => boolean): Stretch[] {
  const found: { start: number; end: number }[] = [];
  for (const [index, word] of words.entries()) {
    if (!isOfPart(word)) continue;
    if (index > 0 && isOfPart(words[index - 1]!)) found.at(-1)!.end = word.end;
    else found.push({ start: word.start, end: word.end });
  }
  return found;
}
