import { changesMeaning } from './accounting.ts';
import { listed } from './listed.ts';
import { irregularForms } from './lexicon/forms.ts';
import { months, shortMonths, weekdays } from './lexicon/numbers.ts';
import { defines, isOfComing, occasion, persons, tellsOfNow } from './telling.ts';
import { contentOf, type Word, wordsOf } from './words.ts';

/** A sentence or a clause of a text. */
export interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: readonly Word[];
  /** Whether it stands by itself: a sentence or a remark in brackets. */
  readonly isApart: boolean;
  /** Whether it asks something. */
  readonly asks: boolean;
  /** The number of its sentence in the text. */
  readonly sentence: number;
}

/** A longer text is not looked through. */
const mostParts = 40;

/** The ends of sentences and clauses. A short name before a full stop is an abbreviation, as in `St. Louis`. */
const ends =
  /(?<!(?:^|[\s(])\p{Lu}\p{L}{0,2}|\.)\.+(?=\s|$)|(?<![!?])[!?]+(?=\s|$)|[\n;]+|:(?=\s)|,(?=\s)|\s[-–—]+(?=\s)|[()]/gu;
const closing = /[.!?\n;()]/u;

/** Words that ask. "When you" and "when I" begin a clause beside a question, as in "ping me when you've got it". */
const asked =
  '(?:how (?:many|much|long|often|old|far|big|large|high)|what|which|who|whose|whom|when(?! (?:you|i)(?![a-z]))|where|whether)';
/** Words for people before "who", which then asks nothing: "someone who insists". */
const people =
  '(?:someone|somebody|anyone|anybody|everyone|everybody|nobody|people|person|guy|man|woman|client|customer|boss|colleague|friend|manager|director)';
const askedWithin = new RegExp(
  String.raw`(?<=\s)(?<!(?:^|\s)${people}\s(?=wh(?:o|om|ose|ich)\s))(?<!(?:here|this|that)(?:['’]?s| is)\s(?=what\s))(?!whether (?:you|we|i) (?:can|could|know))${asked}(?![\p{L}'’])|(?<=\sto (?:know|see|hear|find out|get|check) )(?!(?:if|that|from|about|it|this)(?!\p{L}))`,
  'iu',
);
/** Words that belong to the question word behind them, as in "in which". */
const before = /^\s*(?:(?:in|at|on|from|by|of|for|with|to|per|and|or|but|so|since|until) )*$/iu;
const asking = new RegExp(
  String.raw`^["“'‘]?(?:(?:but|so) )?(?:${asked}|how|why|is|are|was|were|do|does|did|has|have|can|could|will|would|should|may)(?![\p{L}'’])`,
  'iu',
);
/** Words that begin a remark at the end of a question. */
const remarkBehind = new RegExp(
  String.raw`(?<=\s)(?:because|in case|so (?:that )?(?:i|we) |(?:as|since|before) (?:i|my) |for (?:my|our) |if you |when you |${listed('thx tnx tks ty asap cheers tia lol pls plz').join('|')})(?!\p{L}|(?<=[a-z])['’])`,
  'iu',
);

/** The sentences and clauses of a text in their order. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let [from, isOpen, sentence] = [0, true, 0];
  const cut = (to: number, isClosed: boolean) => {
    parts.push(...partsBetween(text, from, to, isOpen && isClosed).map((part) => ({ ...part, sentence })));
    if (isClosed) sentence += 1;
  };
  for (const { 0: end, index } of text.matchAll(ends)) {
    const isClosed = closing.test(end);
    cut(index, isClosed);
    [from, isOpen] = [index + end.length, isClosed];
    if (parts.length > mostParts) return [];
  }
  cut(text.length, true);
  return parts;
}

/** A clause, and apart from it what stands before its question word and the remark at its end. */
function partsBetween(text: string, from: number, to: number, isApart: boolean): Omit<Part, 'sentence'>[] {
  const clause = text.slice(from, to);
  const place = asking.test(clause.trimStart()) ? -1 : clause.search(askedWithin);
  const begin = before.test(clause.slice(0, Math.max(place, 0))) ? -1 : place;
  const behind = clause.slice(Math.max(begin, 0)).search(remarkBehind);
  const cuts = [0, ...(begin > 0 ? [begin] : []), ...(behind > 0 ? [Math.max(begin, 0) + behind] : []), clause.length];
  return cuts.slice(1).flatMap((end, at): Omit<Part, 'sentence'>[] => {
    const start = cuts[at]!;
    const words = wordsOf(clause.slice(start, end));
    if (words.length === 0) return [];
    const said = clause.slice(start, end).trim();
    return [
      {
        start: from + start,
        end: from + end,
        text: said,
        words: words.map((word) => ({ ...word, start: word.start + from + start, end: word.end + from + start })),
        isApart: isApart && cuts.length === 2,
        asks: asking.test(said),
      },
    ];
  });
}

/** A word may be a value, a name of parts, or an operation. */
export type Knowing = 'value' | 'cell' | 'label' | 'operation' | undefined;

/** Words that limit what a question is about, wherever they stand. */
const limiting =
  /(?<!\p{L})(?:only|except|excluding|excludes?|ignor(?:e|es|ed|ing)|including|includes?|without|omit\p{L}*|leav\p{L}+ out|skip\p{L}*|restrict\p{L}*|limit\p{L}*|filter\p{L}*|interested|focus\p{L}*|regarding|concerning|rather|instead|mean|meant|count|other than|apart from|ones|those|them|think\p{L}* of(?! it(?!\p{L}))|talk\p{L}* about|consider\p{L}*|(?:want|need|take|like|love) (?!(?:to|it|this|that|your|you|help|an?|the|my|some|any)(?!\p{L})))(?!\p{L})/iu;
/** Words that limit it where the table knows a word beside them. */
const supposing = /(?<!\p{L})assum\p{L}+(?!\p{L})/iu;
/** Whom the asker speaks for: "asking on behalf of Dana". */
const askers =
  /^(?:(?:i|we)(?:['’]m|['’]re| am| are) )?(?:(?:just|only) )?(?:asking|enquiring|inquiring|checking) (?:this )?(?:for|on behalf of) (?:(?:an?|my|our|the) )?\p{L}{1,20}(?: \p{L}{1,20})?$/iu;
/** The asker's own name: "this is Karen from the office". */
const introducing =
  /^(?:this is|it['’]s|my name is) \p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20})?(?: (?:here|speaking|(?:from|of|in|at|with) (?:(?:the|our) )?\p{L}{1,20}(?: \p{L}{1,20})?))?$/u;
/** The asker's next step: "before I send this out", "to settle a bet". */
const purposes =
  /^(?:(?:just|only|simply) )?(?:(?:before|until|till|since|as|because) (?:(?:i|we|you)(?:['’]\p{L}{1,2})?|nobody|no one|everyone|everybody|my \p{L}+) |(?:in order )?to (?:be \p{L}+|\p{L}+ (?:an?|the|my|our|your|this|that|it|up|me|us|some|any|one)(?!\p{L})))/iu;
const speaker = /(?<!\p{L})(?:i|me|my|myself|mine|you|your|yours|yourself)(?!\p{L})/iu;
/** Persons in "where were we?" and "how are you?", which ask nothing of a table. */
const exchange = /(?<!\p{L})(?:i|we|you)(?!\p{L})/iu;
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
  /^(?:that|which|who|whose|whom|where|and|or|nor|not(?! (?:(?:quite|entirely|so|too|very|exactly) )?(?:sure|certain|clear|urgent)(?!\p{L}))|than|but not|plus)(?!\p{L})/iu;

/** Words of talk. They say nothing about any table. */
export const talk: ReadonlySet<string> = new Set(
  listed(`
    thanks thank thx tnx tks ty tia cheers ta regards sincerely best kind warm wishes sorry apologies pardon please pls plz kindly
    hi hello hey hiya dear team all everyone folks guys morning afternoon evening day good hmm hm um umm uh er erm oh ah ooh aha well so ok okay
    alright anyway right now then again honestly frankly basically actually obviously certainly surely maybe perhaps roughly
    simply generally speaking asap urgent urgently quick quickly short brief question one favour favor clue idea thoughts rush
    hurry pressure worries problem curiosity curious interest wondering newsletter report presentation slides meeting call
    phone email mail memo boss manager colleague notes note records information info sake opinion view knowledge discussed
    mentioned promised requested usual always said told agreed expected deck slide powerpoint intranet wiki minutes agenda handout pitch keynote speech recap spreadsheet paperwork lol haha fyi btw way next following here goes thing
    ahead board audit auditor committee council review summit workshop interview hearing briefing conference webinar training application
    preparation grant budget tax bank loan insurer insurance lawyer landlord accountant inspector inspection investor shareholder
    press journalist reporter blog article brochure flyer poster leaflet magazine website quiz lunch dinner breakfast tea coffee
    bet argument debate grateful hint feeling mind happy straight weekly monthly annual daily internal
    help advise answer reply response fine great lovely nice awesome perfect friend asking according data figures numbers
    sec minute moment chance wait waiting sure certain asks asked happen happens sir madam folks just be hopefully first also but and or no not any much many lot bit`),
);

/** Words of a pause, where nothing else is in their clause. */
const pausing: ReadonlySet<string> = new Set(listed('so well just now then oh ah and but or'));

const times: ReadonlySet<string> = new Set([
  ...months,
  ...shortMonths.filter((month) => month !== 'may'),
  ...weekdays,
  ...listed('today yesterday tomorrow year years month months quarter quarters week weeks weekend'),
]);
export const isOfTime = ({ folded }: Word): boolean => times.has(folded) && folded !== 'may';

/** Clauses of one sentence as one part, where none of them asks. */
export function sentencesOf(text: string, parts: readonly Part[]): Part[] {
  return [...Map.groupBy(parts, ({ sentence }) => sentence).values()].flatMap((clauses) => {
    const [first, last] = [clauses[0]!, clauses.at(-1)!];
    if (clauses.length === 1 || clauses.some(({ asks }) => asks)) return clauses;
    const words = clauses.flatMap((clause) => clause.words);
    return [{ ...first, end: last.end, text: text.slice(first.start, last.end).trim(), words, isApart: true }];
  });
}

/** Sentences beside a question that ask and limit nothing. None where the whole text asks nothing. */
export function sentencesBeside(text: string): Part[] {
  const clauses = partsOf(text);
  if (!clauses.some(({ asks }) => asks)) return [];
  const mayBelong = [limiting, placing, timing, joining];
  return sentencesOf(text, clauses).filter(
    (part) => part.isApart && !part.asks && !mayBelong.some((words) => words.test(part.text)),
  );
}

export type Beside = 'talk' | 'sure' | 'doubtful' | undefined;

/**
 * How sure it is that a part is beside the question. It is nothing but talk, or no word of it is known, or one might
 * matter. Undefined where it may belong to the question. Where `isTurned`, "but" stands behind it.
 */
export function besideTheQuestion(
  part: Part,
  knowing: (word: Word) => Knowing,
  isAskedToo: (word: Word) => boolean,
  isTurned = false,
): Beside {
  const { text, words, isApart, asks } = part;
  const isOfSpeaker = speaker.test(text);
  if (asks && isApart && exchange.test(text) && contentOf(words).length === 0) return 'talk';
  if (limiting.test(text) || (asks && (!isOfSpeaker || opening.test(text)))) return undefined;
  if (topical.test(text) && (!isOfSpeaker || /^if/iu.test(text))) return undefined;
  const content = contentOf(words);
  const isTalkWord = ({ folded }: Word) =>
    talk.has(folded) || (!isOfSpeaker && !purpose.test(text) && talk.has(folded.replace(/s$/u, '')));
  const known = content.map((word) => {
    const found = knowing(word);
    return found === 'operation' && word.folded !== 'first' && isTalkWord(word) ? undefined : found;
  });
  const isSaidBy = (word: Word, what: Knowing) =>
    what === 'cell' && (isApart || isTalkWord(word)) && isOfSpeaker && word.text === word.folded;
  if (content.some((word, at) => isValue(known[at]) && !isAskedToo(word) && !isSaidBy(word, known[at])))
    return undefined;
  const isNamed = content.some(({ kind }) => kind === 'name' || kind === 'number') || words.some(isOfTime);
  const isLabelled = known.some((one) => one === 'label' || one === 'value');
  if (supposing.test(text) && (isNamed || isLabelled)) return undefined;
  const talked = content.filter(isTalkWord).length;
  const isTalk = talked === content.length && (talked > 0 || isOfSpeaker);
  const isUnknown = known.every((one) => one === undefined) && !isNamed && !words.some((word) => tells(word));
  if (isTalk && !isNamed && !isLabelled) return purpose.test(text) && !isOfSpeaker ? 'sure' : 'talk';
  if (askers.test(text) || (isApart && introducing.test(uncapped(text)))) return 'doubtful';
  if (content.length === 0) return words.every(({ folded }) => pausing.has(folded)) ? 'talk' : undefined;
  if (!isNamed && known.every((one) => one === undefined) && isPurpose(part)) return 'doubtful';
  if (defines(part)) return undefined;
  const isUnheld = known.every((one, at) => one === undefined || isSpoken(one, content[at]!));
  const isOfNow = isUnheld && (tellsOfNow(part) || (talked > 0 && isOccasion(part, isTalkWord)));
  const told = isOfNow ? 'doubtful' : undefined;
  if (mayLimit(part, talked > 0, isNamed)) return told;
  const isPlain =
    !isNamed &&
    known.every((one) => one === undefined || ((isApart || isTurned || supposing.test(text)) && one === 'operation'));
  const isTold = isTurned || (isApart && !naming.test(text)) || talked > 0 || others.test(text) || supposing.test(text);
  const isSaid = isOfSpeaker ? isApart || !isNamed : isPlain && isTold;
  return isSaid ? (isUnknown && talked > 0 ? 'sure' : 'doubtful') : told;
}

/** Whether a word of a told clause says nothing of the records: an operation, or a word for a person. */
const isSpoken = (known: Knowing, { folded }: Word): boolean =>
  known === 'operation' || (known === 'label' && persons.has(folded));

/** Whether a clause names what the answer is for, and perhaps when that comes: "for the meeting tomorrow". */
const isOccasion = ({ text, words }: Part, isTalkWord: (word: Word) => boolean): boolean =>
  occasion.test(text) && contentOf(words).every((word) => isTalkWord(word) || isOfComing(word));

const uncapped = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** Whether a clause tells the asker's reason or next step. A past verb tells a time. */
const isPurpose = ({ text, words }: Part): boolean =>
  purposes.test(text) &&
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
function mayLimit({ text, isApart }: Part, isTalked: boolean, isNamed: boolean): boolean {
  if (isNamed && about.test(text)) return true;
  if (timing.test(text) && !isTalked) return true;
  if (isApart) return false;
  if (joining.test(text) && !speaker.test(text)) return true;
  return placing.test(text) && (isNamed || !subjectOfClause.test(text));
}
