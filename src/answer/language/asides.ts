import { changesMeaning } from './accounting.ts';
import { listed } from './listed.ts';
import { irregularForms } from './lexicon/forms.ts';
import { months, shortMonths, weekdays } from './lexicon/numbers.ts';
import { pausing, talk } from './lexicon/talk.ts';
import { asked, type Part, partsOf, sentencesOf } from './parts.ts';
import { type Among, introduces, tellsBasis, tellsManner, tellsStory, turnsTo } from './stories.ts';
import {
  ahead,
  defines,
  gathering,
  greets,
  isOfComing,
  limitsTime,
  occasion,
  persons,
  tellsAct,
  tellsOfAsking,
  tellsOfNow,
  tellsOfPlace,
} from './telling.ts';
import { contentOf, type Word } from './words.ts';

/** A word may be a value, a name of parts, or an operation. */
export type Knowing = 'value' | 'cell' | 'label' | 'operation' | undefined;

/** Words that limit what a question is about, wherever they stand. */
const limiting =
  /(?<!\p{L})(?:only|^just (?:the|those|for|in|from|by|of)|except|excluding|excludes?|ignor(?:e|es|ed|ing)|including|includes?|without|omit\p{L}*|leav\p{L}+ out|skip\p{L}*|restrict\p{L}*|limit\p{L}*|filter\p{L}*|interested|focus\p{L}*|regarding|concerning|rather(?= (?:than|the|those|only|in|for|of))|instead|mean|meant|count|other than|apart from|ones|those|them|think\p{L}* of(?! it(?!\p{L}))|talk\p{L}* about|consider\p{L}*|(?:want|need|take|like|love) (?!(?:to|it|this|that|your|you|help|an?|the|my|some|any)(?!\p{L})))(?!\p{L})/iu;
/** Words that limit it where the table knows a word beside them. */
const supposing = /(?<!\p{L})assum\p{L}+(?!\p{L})/iu;
/** Whom the asker speaks for: "asking on behalf of Dana". */
const askers =
  /^(?:(?:i|we)(?:['’]m|['’]re| am| are) )?(?:(?:just|only) )?(?:asking|enquiring|inquiring|checking) (?:this )?(?:for|4|on behalf of) (?:(?:an?|my|our|the) )?\p{L}{1,20}(?: \p{L}{1,20})?$/iu;
/** The asker's own name: "this is Karen from the office". */
const introducing =
  /^(?:this is|it['’]s|my name is) \p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20})?(?: (?:here|speaking|(?:from|of|in|at|with) (?:(?:the|our) )?\p{L}{1,20}(?: \p{L}{1,20})?))?$/u;
/** The asker's next step: "before I send this out", "to settle a bet". */
const purposes =
  /^(?:(?:just|only|simply) )?(?:(?:before|until|till|since|as|because) (?:(?:i|we|you)(?:['’]\p{L}{1,2})?|nobody|no one|everyone|everybody|my \p{L}+) |(?:in order )?to (?:be \p{L}+|\p{L}+ (?:an?|the|my|our|your|this|that|it|up|me|us|some|any|one)(?!\p{L})))/iu;
/** "Them" are persons behind these words: "get back to them". */
const toPersons =
  /(?<!\p{L})(?:to|with|at|by|tell|told|ask|asked|show|showed|owe|owed|give|gave|send|sent|promise|promised|call|called|phone|phoned|email|emailed|text|texted|let) them(?!\p{L})/giu;
const speaker = /(?<!\p{L})(?:i|me|my|myself|mine|you|your|yours|yourself)(?!\p{L})/iu;
/** Persons in "where were we?" and "how are you?", which ask nothing of a table. */
const exchange = /(?<!\p{L})(?:i|we|you)(?!\p{L})/iu;
const greeted =
  /^how(?:['’]s| is| are) (?:it(?: please)?|things|life|everything|everybody|everyone|it going|the (?:family|kids|wife|husband|weather))(?: (?:with you|today|going|over there|treating you))?$/iu;
const others =
  /(?<!\p{L})(?:we|us|our|let['’]?s|someone|somebody|anyone|anybody|he|she|it|this|that|there|they)(?!\p{L})/iu;
const subjectOfClause = /(?<!\p{L})(?:i|we|you|he|she|they|it|someone|somebody)(?!\p{L})/iu;
const placing =
  /^(?:in|at|on|from|by|of|for|with|within|during|among|between|under|over|after|before|since|until|till|per|inside|outside|near|across)(?!\p{L})/iu;
const timing = /^(?:after|before|since|until|till|when|while|once)(?!\p{L})/iu;
const opening = new RegExp(String.raw`^${asked}(?!\p{L})`, 'iu');
/** Words that name what the question is about. */
const topical =
  /^(?:among|amongst|as (?:for|to|regards)|in (?:the )?case of|with (?:regard|respect|reference) to|on the subject of|when it comes to|in terms of|(?:speaking|thinking) of|(?:talking|thinking) about|looking at|(?:if (?:we|you|i) )?(?:look at|take|consider)|taking)(?!\p{L})/iu;
/** Words behind these name a purpose, or else what the question is about. */
const purpose = /^for(?!\p{L})/iu;
const about = /(?<!\p{L})about(?!\p{L})/iu;
const joining =
  /^(?:that|which|who|whose|whom|where|and(?! \p{L}+ (?:it|this|me|us)(?!\p{L}))|or|nor|not(?! (?:(?:quite|entirely|so|too|very|exactly) )?(?:sure|certain|clear|urgent)(?!\p{L}))|than|but not|plus)(?!\p{L})/iu;

const times: ReadonlySet<string> = new Set([
  ...months,
  ...shortMonths.filter((month) => month !== 'may'),
  ...weekdays,
  ...listed('today yesterday tomorrow year years month months quarter quarters week weeks weekend'),
]);
export const isOfTime = ({ folded }: Word): boolean => times.has(folded) && folded !== 'may';

/** Sentences beside a question that ask and limit nothing. None where the whole text asks nothing. */
export function sentencesBeside(text: string): Part[] {
  const clauses = partsOf(text);
  if (!clauses.some(({ asks }) => asks)) return [];
  const mayBelong = [limiting, placing, timing, joining];
  return sentencesOf(text, clauses).filter(
    (part) => part.isApart && !part.asks && !mayBelong.some((words) => words.test(part.text)),
  );
}

const alone: Among = { isTurned: false, isBehindAside: false, isBeforeAsked: false };

export type Beside = 'talk' | 'sure' | 'reply' | 'doubtful' | undefined;

/** A part, and what is known of its words. */
interface Said extends Part {
  readonly content: readonly Word[];
  /** Each content word as the tables know it. */
  readonly known: readonly Knowing[];
  /** Content words that are talk. */
  readonly talked: number;
  /** Whether the asker speaks of himself or to somebody. */
  readonly isOfSpeaker: boolean;
  /** Whether it has a name, a number or a time. */
  readonly isNamed: boolean;
  /** Whether it has a word for parts or values of a table. */
  readonly isLabelled: boolean;
  /** Whether a table knows one of its words by chance. */
  readonly isByChance: boolean;
}

/**
 * How sure it is that a part is beside the question. It is nothing but talk, or no word of it is known. Or it asks for a
 * reply, or one word might matter. Undefined where it may belong to the question.
 */
export function besideTheQuestion(
  part: Part,
  knowing: (word: Word) => Knowing,
  isAskedToo: (word: Word) => boolean,
  among: Among = alone,
): Beside {
  const said = saidIn(part, knowing);
  if (isExchange(said)) return 'talk';
  if (subject.test(said.text)) return isIdleSubject(said) ? 'doubtful' : undefined;
  const governed = governsQuestion(said) ? 'doubtful' : undefined;
  if (asksForReply(said)) return 'reply';
  if (asksOrLimits(said) || namesValue(said, isAskedToo) || supposesKnown(said)) return governed;
  if (isTalk(said)) return purpose.test(said.text) && !said.isOfSpeaker ? 'sure' : 'talk';
  if (tellsWhoAsks(said) || tellsOfOccasion(said)) return 'doubtful';
  if (said.words.every(({ folded }) => pausing.has(folded))) return 'talk';
  if (isPurpose(said)) return 'doubtful';
  const isAbout = said.content.length === 0 || defines(said) || turnsTo(said);
  const spoken = isAbout || mayLimit(said) ? undefined : spokenBeside(said, among.isTurned);
  const isTold = isOfNoTable(said, among) || (!isAbout && tellsOfOthers(said));
  return isTold && spoken === undefined ? 'doubtful' : (spoken ?? governed);
}

function saidIn(part: Part, knowing: (word: Word) => Knowing): Said {
  const { text, words } = part;
  const isOfSpeaker = speaker.test(text);
  const content = contentOf(words);
  const byChance = new Set(content.filter((word) => isOfTelling(words, words.indexOf(word), knowing)));
  const known = content.map((word) => {
    const found = byChance.has(word) ? undefined : knowing(word);
    return found === 'operation' && word.folded !== 'first' && isTalkWord(word, text) ? undefined : found;
  });
  return {
    ...part,
    content,
    known,
    isOfSpeaker,
    talked: content.filter((word) => isTalkWord(word, text)).length,
    isNamed: content.some(({ kind }) => kind === 'name' || kind === 'number') || words.some(isOfTime),
    isLabelled: known.some((one) => one === 'label' || one === 'value'),
    isByChance: [...byChance].some((word) => knowing(word) !== undefined),
  };
}

/**
 * Whether a table knows a word in small letters by chance. It is a verb, as in "wants to open the show", or the first noun
 * of two: "the town archive".
 */
function isOfTelling(words: readonly Word[], at: number, knowing: (word: Word) => Knowing): boolean {
  const [before, word, next] = [words[at - 1]?.folded ?? '', words[at]!, words[at + 1]];
  if (word.text !== word.folded || !next) return false;
  if (before === 'to') return /^(?:an?|the|my|our|your|his|her|their|it|me|us|up|out)$/u.test(next.folded);
  const isFirst = /^(?:an?|the|my|our|your|his|her|their)$/u.test(before) && !/[^su]s$/u.test(next.folded);
  return isFirst && next.kind === 'plain' && knowing(word) === 'label' && knowing(next) === undefined;
}

const isTalkWord = ({ folded }: Word, text: string): boolean =>
  talk.has(folded) || (!speaker.test(text) && !purpose.test(text) && talk.has(folded.replace(/s$/u, '')));

/** "Where were we?" and "how are you?" ask nothing of a table. */
const isExchange = ({ asks, isApart, text, content }: Said): boolean =>
  (isApart && greeted.test(text)) ||
  (content.length === 0 &&
    ((asks && isApart && exchange.test(text)) || /^(?:would|could|will|can|won['’]t) you$/iu.test(text)));

/** Whether a part asks, limits the question, or names what it is about. */
const asksOrLimits = (said: Said): boolean => {
  const { text, asks, isOfSpeaker, isLabelled } = said;
  const limited = isWholeStory(said) ? text.replaceAll(lacking, ' ') : text;
  return (
    limiting.test(limited.replaceAll(toPersons, ' ')) ||
    (asks && (!isOfSpeaker || isLabelled || opening.test(text))) ||
    (topical.test(text) && !tellsBasis({ text }) && (!isOfSpeaker || /^if/iu.test(text)))
  );
};

/** How somebody acts in a story: "she left without a word". */
const lacking = /(?<=\p{L} )without(?= \p{L})/giu;
const isWholeStory = (said: Said): boolean => said.isApart && namesNothing(said) && tellsStory(said);

const replying =
  /^(?:(?:so |and |but )?(?:please|kindly|do) )?(?:answer|reply|respond|advise|help (?:me|us)|write back|(?:get|come) back|call back|let (?:me|us) know)(?!\p{L})(?! (?:for|about|on|with|only|regarding)(?!\p{L}))/iu;
const mostOfReply = 8;

/** Whether a sentence only asks for an answer, as "please reply by return". Words in small letters are not values there. */
const asksForReply = ({ text, words, content, known, isApart, isNamed }: Said): boolean =>
  isApart &&
  words.length <= mostOfReply &&
  replying.test(text) &&
  !isNamed &&
  !limiting.test(text) &&
  content.every((word, at) => known[at] !== 'label' && (known[at] === undefined || word.text === word.folded));

/** Whether a part names a value that the question has nowhere else. */
const namesValue = (said: Said, isAskedToo: (word: Word) => boolean): boolean =>
  said.content.some((word, at) => isValue(said.known[at]) && !isAskedToo(word) && !isSaidOfSpeaker(said, word, at));

/** Whether the asker says a word of himself that is a value too: "I wait for the train". */
function isSaidOfSpeaker({ text, words, known, isApart, isOfSpeaker }: Said, word: Word, at: number): boolean {
  if (!isOfSpeaker || word.text !== word.folded) return false;
  if (known[at] === 'cell') return isApart || isTalkWord(word, text);
  return /^(?:i|we|you)$/u.test(words[words.indexOf(word) - 1]?.folded ?? '');
}

/** Whether a part assumes something that the tables know: "assuming Leeds". */
const supposesKnown = ({ text, isNamed, isLabelled }: Said): boolean => supposing.test(text) && (isNamed || isLabelled);

/** Whether a part is nothing but words of talk, or of the asker. */
const isTalk = ({ talked, content, isOfSpeaker, isNamed, isLabelled }: Said): boolean =>
  talked === content.length && (talked > 0 || isOfSpeaker) && !isNamed && !isLabelled;

const tellsWhoAsks = ({ text, isApart }: Said): boolean =>
  askers.test(text) || (isApart && introducing.test(uncapped(text)));

/** Whether a part tells how the question came up, and names nothing that the tables know. */
function tellsOfOccasion(said: Said): boolean {
  const { talked, isApart } = said;
  if (!namesNothing(said)) return false;
  const isOfCircle = talked > 0 && isApart && tellsOfPlace(said);
  return isOfCircle || tellsOfAsking(said) || greets(said);
}

/** Whether a part tells what goes on now, or what the answer is for. */
function tellsOfOthers(said: Said): boolean {
  const { text, content, talked } = said;
  if (!namesNothing(said)) return false;
  const isOccasion = content.every((word) => isTalkWord(word, text) || isOfComing(word));
  const isComing = content.some(isOfComing) && !content.some(({ folded }) => folded.endsWith('s'));
  const isOfPlace = placing.test(text) && content.some((word) => word.kind === 'name' && !isOfComing(word));
  return (
    (tellsOfNow(said) && !isOfPlace) ||
    ahead.test(text) ||
    (gathering.test(text) && !said.isNamed) ||
    (occasion.test(text) && (isComing || (talked > 0 && isOccasion)))
  );
}

/** Words that leave records out or keep them, also in a clause that asks. */
const choosing =
  /(?<!\p{L})(?:except|excluding|ignoring|including|without|omitting|leaving out|skipping|regarding|concerning|other than|apart from)(?!\p{L})/iu;

/** Whether a clause only carries the words that ask: "nobody is able to tell me how many". */
const governsQuestion = (said: Said): boolean =>
  said.governs &&
  (namesNothing(said) || isNamedAsker(said)) &&
  !placing.test(said.text) &&
  !topical.test(said.text) &&
  !choosing.test(said.text) &&
  !defines(said) &&
  !turnsTo(said) &&
  !limitsTime({ ...said, isApart: true }) &&
  (speaker.test(said.text) || others.test(said.text) || tellsAct(said.words));

const named = String.raw`\p{Lu}[\p{L}.'’-]*`;
/** Somebody with a name asks: "Anna from the office wants to know". */
const namedAsker = new RegExp(
  String.raw`^((?:${named} (?:and )?){1,4}(?:(?:from|of|in|at) (?:the |our )?\p{L}+ )?)(?:\p{Ll}+ ){0,2}?(?:(?:asks?|asked|asking|wonders?|wondered|wondering)(?: (?:me|us|again|today|twice|already|yesterday))*|(?:\p{Ll}+ ){1,6}(?:to (?:know|hear|learn|see|understand|ask|be told)|find out))$`,
  'u',
);

/** Whether a clause tells that somebody with a name asks, and names nothing else that the tables know. */
function isNamedAsker({ text, words, known, content }: Said): boolean {
  const asker = namedAsker.exec(text)?.[1];
  if (asker === undefined) return false;
  const end = words[0]!.start + asker.length;
  return content.every((word, at) => word.start < end || known[at] === undefined || isSpoken(known[at], word));
}

/** The subject of a letter, which no name and no number limits: "Subject a small favour". */
const isIdleSubject = (said: Said): boolean =>
  namesNothing(said) && !said.isNamed && !/[^sui]s$/u.test(said.content.at(-1)!.folded);
const subject = /^Subject (?=\p{L})/u;

/** Whether no word of a part is known to the tables, but for operations and words for persons. */
const namesNothing = ({ known, content }: Said): boolean =>
  known.every((one, at) => one === undefined || isSpoken(one, content[at]!));

/** Whether a part tells a story, introduces the question or says how it is asked. No table has its words. */
const isOfNoTable = (said: Said, among: Among): boolean =>
  namesNothing(said) && (tellsStory(said) || introduces(said, among) || tellsManner(said) || tellsBasis(said));

/** Whether a part is of the asker, or of nothing that the tables know. */
function spokenBeside(said: Said, isTurned: boolean): 'sure' | 'doubtful' | undefined {
  const { text, words, known, talked, isApart, isOfSpeaker, isNamed, isByChance } = said;
  const isSupposed = supposing.test(text);
  const isUnknown = known.every((one) => one === undefined) && !isNamed && !words.some(tells);
  const mayBeOperation = isApart || isTurned || isSupposed;
  const isPlain = !isNamed && known.every((one) => one === undefined || (mayBeOperation && one === 'operation'));
  const isTold = isTurned || (!naming.test(text) && (isApart || talked > 0)) || others.test(text) || isSupposed;
  const isSaid = isOfSpeaker ? isApart || !isNamed : isPlain && isTold;
  if (!isSaid) return undefined;
  return isUnknown && talked > 0 && !isByChance ? 'sure' : 'doubtful';
}

/** Whether a word of a told clause says nothing of the records: an operation, or a word for a person. */
const isSpoken = (known: Knowing, { folded }: Word): boolean =>
  known === 'operation' || (known === 'label' && persons.has(folded));

const uncapped = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** Whether a clause tells the asker's reason or next step. A past verb tells a time. */
const isPurpose = ({ text, words, known, isNamed }: Said): boolean =>
  purposes.test(text) &&
  !isNamed &&
  known.every((one) => one === undefined) &&
  !words.some(
    ({ folded }) => (folded.endsWith('ed') && folded.length > 4) || irregularForms.has(folded) || pasts.test(folded),
  );

const pasts = /^(?:was|were|had|did|been|went|got|put|set|let|ago|last)$/u;

/** A short sentence that ends in a plural may be a topic: "Skilled carpenters." */
const naming = /^(?:\p{L}+ ){0,3}\p{L}{2,}s[.!]?$/iu;

/** Whether the asker speaks of himself only beside the question. "I" is then not a condition. */
export function speaksBeside(text: string): boolean {
  const parts = partsOf(text);
  const [asks, others] = [parts.filter((part) => part.asks), parts.filter((part) => !part.asks)];
  return (
    asks.length > 0 && others.some((part) => speaker.test(part.text)) && !asks.some((part) => speaker.test(part.text))
  );
}

const isValue = (known: Knowing): boolean => known === 'value' || known === 'cell';
const tells = ({ folded }: Word): boolean => changesMeaning(folded) || folded === 'about';

/** Whether a part may say of which records, or of which time, a question is. */
function mayLimit({ text, isApart, talked, isNamed }: Said): boolean {
  if (isNamed && about.test(text)) return true;
  if (timing.test(text) && talked === 0) return true;
  if (isApart) return placing.test(text) && isNamed;
  if (joining.test(text) && !speaker.test(text)) return true;
  return placing.test(text) && (isNamed || !subjectOfClause.test(text));
}
