import { listed } from './listed.ts';
import { limitsTime, isPast, isPresent, persons } from './telling.ts';
import type { Word } from './words.ts';

/** A clause, its words, and whether it is a sentence. */
interface Told {
  readonly text: string;
  readonly words: readonly Word[];
  readonly isApart: boolean;
}

const pronouns: ReadonlySet<string> = new Set(
  listed('i we you he she it they someone somebody anyone everyone everybody nobody people'),
);
const articles: ReadonlySet<string> = new Set(listed('my our your his her their a an some another'));
/** Words before the one who acts: "yesterday my uncle asked", "over lunch a friend said". */
const leads =
  /^(?:yesterday|earlier|today|tonight|last night|this (?:morning|afternoon|evening|week)|just now|ages ago|once|otherwise|besides|anyway|also|apparently|and|but|so|plus|(?:over|during|after|at) \p{L}+|the other (?:day|night|week))(?!\p{L})/iu;
const mostBefore = 4;

/** Somebody acts or something happens: "a journalist phoned", "the choir begins soon". */
export const tellsStory = (told: Told): boolean => {
  const at = subjectIn(told);
  const isTold = at === undefined ? goesOn(told) : hasVerb(told, at);
  const isOfAsker = drifts(told);
  return (isOfAsker || (isTold && !limitsTime(told))) && !describes(told) && !isOfNamed(told);
};

/** Something goes on, or was drunk: "while the soup simmers", "three espressos later". */
const meanwhile =
  /^(?:while|as|before|until|till|because|since|now that|if) (?:the|my|our|an?) (?:\p{L}+ )?\p{L}*[^s\P{L}] \p{L}+[^s\P{L}]s(?!\p{L})/iu;
const afterwards = /^(?:an?|another|\p{L}+) (?:\p{L}+ ){1,2}later$/iu;
const ofTime = /(?<!\p{L})(?:seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|seasons?|or)(?!\p{L})/iu;
const goesOn = ({ text, words }: Told): boolean =>
  (meanwhile.test(text) && !(/^if/iu.test(text) && words.some(({ folded }) => persons.has(folded)))) ||
  (afterwards.test(text) && !ofTime.test(text));

/** A sentence of the asker beside somebody's: "while everybody chased it I drifted off". */
const drifts = ({ text, words, isApart }: Told): boolean => {
  const [first, subject] = words;
  const isMeanwhile = isApart && /^(?:while|when|as)$/u.test(first?.folded ?? '');
  const isOther = pronouns.has(subject?.folded ?? '') || articles.has(subject?.folded ?? '');
  const acts = words.findIndex(({ folded }, at) => at > 2 && /^(?:i|we)$/u.test(folded));
  return (
    isMeanwhile && isOther && acts > 0 && words[acts + 1] !== undefined && isPast(words[acts + 1]!) && !dated.test(text)
  );
};
const dated = /\d/u;

/** The index of the one who acts. Only a sentence begins with a thing of its own, or with a name. */
function subjectIn({ words, text, isApart }: Told): number | undefined {
  const first = words[0];
  if (!first) return undefined;
  const isSubject = ({ folded }: Word) => pronouns.has(folded) || articles.has(folded);
  if (
    isSubject(first) ||
    (isApart && (first.folded === 'the' || (first.kind !== 'stop' && /^\p{Lu}/u.test(first.text))))
  ) {
    const at = leads.test(text) ? words.findIndex(isSubject) : 0;
    return at > mostBefore ? undefined : Math.max(at, 0);
  }
  if (first.folded === 'the') return risen.test(text) ? 0 : undefined;
  const at = leads.test(text) ? words.findIndex(isSubject) : -1;
  return at > 0 && at <= mostBefore ? at : undefined;
}

/** "The curtain rises at eight": a verb behind a noun in the singular, and no genitive behind it. */
const risen =
  /^the \p{L}*[^s\P{L}] (?:is|has|will|\p{L}+[^sui\P{L}]s) (?!of |for |from |with )(?:an?|the|my|our|it|this|at|in|on|up|down|out|off|to|by|me|us|again|now|not)(?!\p{L})/iu;

/** The farthest that a verb stands behind the beginning of its subject: "one of my oldest friends called". */
const farthest = 6;

function hasVerb({ words }: Told, at: number): boolean {
  const { folded } = words[at]!;
  if (pronouns.has(folded)) return words.length > at + 1;
  const isNoun = articles.has(folded) || folded === 'the';
  return words.slice(at + (isNoun ? 2 : 1), at + farthest).some((word, index) => {
    const place = at + (isNoun ? 2 : 1) + index;
    const next = words[place + 1];
    if (isPresent(word.folded)) return true;
    const isBeforeStop = next === undefined || next.kind === 'stop';
    if (isPast(word)) return isBeforeStop || !looksPlural(next) || folded !== 'the';
    return next?.kind === 'stop' && looksPlural(word) && !looksPlural(words[place - 1]!);
  });
}

const looksPlural = ({ folded }: Word): boolean => /[^sui]s$/u.test(folded);

/** Words that turn to what the question may be about: "I'm looking at carpenters". */
const attention =
  /(?<!\p{L})(?:(?:look|think|ask|care|worr|work|deal|focus|concern|interest)\p{L}* (?:about|at|of|on|with|in|over)|(?:talk|speak|argu|debat|chat|quarrel)\p{L}* (?:about|of|on|over))(?!\p{L}) (?!(?:it|this|that|me|us|you)(?!\p{L}))|(?<!\p{L})about(?!\p{L}) (?!(?:it|this|that|me|us|you|to|everything|something|nothing|things|stuff|work|life|numbers|figures|statistics)(?!\p{L}))/iu;
/** A person of whom only a character is told: "she is a courier", "he smokes". */
const characters =
  /^(?:he|she|they)(?!\p{L})(?! (?:wants?|needs?|asks?|insists?|would|will|seems?|looks?|sounds?|keeps?|says?|claims?|swears?)(?!\p{L}))/iu;
const being =
  /^(?:the|our|my|his|her|their|all|these|those|\p{Lu}\p{L}*) (?:\p{L}+ ){0,3}(?:is|are) (?:an? |the |all |in |at |from |\p{Lu})|(?<!\p{L})in mind(?!\p{L})|(?<!\p{L})(?:want|need)s? the \p{L}/u;
/** A person who acts on the asker is nobody of whom a table tells. */
const toAsker = /(?<!\p{L})(?:i|me|us|my|myself)(?!\p{L})/iu;
const done = /^(?:he|she|they) (?!was|were|had|did|been)(\p{L}+)/iu;

/** Whether a clause turns to something that the question may be about: "we care about vegetarians". */
export const turnsTo = ({ text }: Pick<Told, 'text'>): boolean => attention.test(text);

const describes = (told: Told): boolean => {
  const { text, words } = told;
  const plain = text.slice(0, 1).toLowerCase() + text.slice(1);
  const isDone = done.test(plain) && words[1] !== undefined && isPast(words[1]);
  return (
    turnsTo(told) ||
    being.test(text) ||
    being.test(plain) ||
    (characters.test(plain) && !isDone && !toAsker.test(plain))
  );
};

/** A place or a person behind a preposition, which the question may be about. */
const isOfNamed = ({ text }: Told): boolean =>
  /(?<!\p{L})(?:in|at|for|of|from|near|about|against) (?:the )?\p{Lu}\p{Ll}/u.test(text);

const announcing: ReadonlySet<string> = new Set(
  listed(
    'ps pps nb quickie query update reminder note attention urgent request riddle puzzle poser brainteaser afterthought sidenote postscript question curiosity help mayday eureka',
  ),
);
/** Words with which a clause places, limits or continues a question. */
const beginnings =
  /^(?:the|our|all|any|each|every|no|only|just|and|or|but|not|than|plus|that|which|who|whose|in|at|on|from|by|of|for|with|within|without|during|among|between|under|over|after|before|since|until|till|when|while|once|if|per|inside|outside|near|across|to|as|like|unlike|except|an?|show|list|display|count|find|compare|use|keep|pick|choose|select|drop|remove|add|include|check)(?!\p{L})/iu;

/** Where a clause stands among others of its sentence. */
export interface Among {
  /** Whether "but" stands behind it. */
  readonly isTurned: boolean;
  /** Whether the part before it is beside the question. */
  readonly isBehindAside: boolean;
  /** Whether a part that asks stands behind it. */
  readonly isBeforeAsked: boolean;
}

/**
 * A few words of no table that only introduce a question: "Gentle nudge:", "Quick as lightning,". A single one may stand
 * behind others: "Pop quiz, hotshot:". A place, a name, a number or a plural may limit it.
 */
export function introduces(told: Told, { isBehindAside, isBeforeAsked }: Among): boolean {
  const { text, words } = told;
  const [first] = words;
  if (!first || !isBeforeAsked) return false;
  if (doing.test(text) && !describes(told) && !limitsTime(told)) return true;
  const isOfNumber = words.some(
    ({ kind, text: said }) => kind === 'number' && (/\d/u.test(said) || !between.test(text)),
  );
  if (isOfNumber || words.some(({ kind }, at) => kind === 'name' && at > 0)) return false;
  if (words.length === 1) return isAlone(first, isBehindAside);
  if (describes(told) || limitsTime(told)) return false;
  if (between.test(text)) return !/(?<!\p{L})and(?!\p{L})/iu.test(text);
  return !beginnings.test(text) && (!looksPlural(words.at(-1)!) || hasObject(words));
}

/** The asker does something: "squeezing this in between two visits". */
const doing = /^\p{L}{3,}ing (?:this|it|my|our|myself)(?!\p{L})/iu;

/** Between two moments of the asker: "between two sips of cocoa". */
const between = /^(?:between|amid|amidst|over) (?:an?|my|our|two|three|some|all)(?!\p{L})/iu;

/** Whether an article stands behind a verb, not behind a preposition: "spill the beans". */
const hasObject = (words: readonly Word[]): boolean =>
  words.some(
    ({ folded }, at) => at > 0 && (folded === 'the' || articles.has(folded)) && words[at - 1]!.kind !== 'stop',
  );

const isAlone = (word: Word, isBehindAside: boolean): boolean =>
  announcing.has(word.folded) ||
  /\p{L}{3}ly$/u.test(word.folded) ||
  (isBehindAside && word.text === word.folded && !looksPlural(word));

const manners = listed(`
  respect honesty fairness sincerity humility gratitude thanks apologies blessing permission leave pleasure leisure
  convenience discretion patience breath blink eye flash jiffy heartbeat hurry rush haste whim impulse nutshell spirit mercy grace
  luck love sake goodness heart conscience mind mouth tongue cheek joking kidding seriousness earnest confidence`);
/** How something is asked: "with the utmost respect", "in your own good time". */
const manner = new RegExp(
  String.raw`^(?:in|at|on|with|for|by|from|out of|without) (?:(?:your|thy) |(?:\p{L}+ ){0,3}(?:${manners.join('|')})(?!\p{L}))`,
  'iu',
);
export const tellsManner = ({ text, words }: Told): boolean =>
  manner.test(text) && !words.some(({ kind }, at) => kind === 'number' || (kind === 'name' && at > 0));

const whose = String.raw`(?:my|our|your|his|her|their|the|this|an?|\p{L}+s?['\u2019]s?) `;
/** The letter, the rule or the person on which a question rests: "as per the board's request". */
const basis = new RegExp(
  String.raw`^(?:(?:(?:as )?per|further to|pursuant to|in (?:accordance|line|keeping|compliance|conformity|connection|agreement) with|in (?:response|reply|answer) to|on (?:the )?(?:request|advice|instructions?|behalf|recommendation|suggestion) of|at the (?:request|behest|suggestion|insistence) of|in (?:view|light|consideration|pursuance) of|by way of|as part of|owing to|by (?:order|request) of) ${whose}|(?:with|in) (?:reference|regard|respect|relation) to (?:my|our|your) |following (?:my|our|your) |for the (?:avoidance|sake|purposes?) of )`,
  'iu',
);
export const tellsBasis = ({ text }: Pick<Told, 'text'>): boolean => basis.test(text);
