import { listed } from './listed.ts';
import { irregularForms } from './lexicon/forms.ts';
import { months, numberWords, shortMonths, weekdays } from './lexicon/numbers.ts';
import type { Word } from './words.ts';

/** A clause and its words. */
interface Clause {
  readonly text: string;
  readonly words: readonly Word[];
}

/** Words for people. "A customer wants to hear" tells of nobody whom a table has. */
export const persons: ReadonlySet<string> = new Set(
  listed(
    'boss chief colleague customer client patient guest visitor member partner manager doctor nurse teacher pupil student owner director driver',
  ),
);

/** Who or what a clause tells of: a person, or a thing with its article. */
const told = String.raw`(?:i|we|you|he|she|it|they|this|that|there|someone|somebody|anyone|everyone|everybody|nobody|people|no one|(?:the|my|our|your|his|her|their|an?|some|another) \p{L}+|${[...persons].join('|')})`;
const joints = '(?:while|as|before|because|since|until|till|so|and|but|now that|in case|though|although)';
const teller = new RegExp(String.raw`^(?:${joints} )?${told}(?![\p{L}])`, 'iu');
/** A thing that the speaker makes or needs: "for a slide I'm making". */
const ofSpeaker =
  /^for (?:an?|the|my|our|this|some) [^,]{1,60} (?:i|we)(?:['’](?:m|re|ve|ll)| am| are| have| will| need)(?!\p{L})/iu;

const going = listed(`
  need want keep seem insist call wait come walk arrive start begin boil end close leave go get ring return join show turn sit
  stand land know think say ask wonder disagree argue hope like love hate forget remember owe fill write prepare make give send
  meet finish read speak talk break fall run expect demand pester nag bother press push worry doubt require prefer try`);
/** Verbs of the present. They tell what goes on now, and not which records are meant. */
const present = new RegExp(
  String.raw`(?<!\p{L})(?:is|are|am|['\u2019](?:s|re|m|ll)|will|must|can(?:not|['\u2019]t)?|has|have|does|do|(?:do|does)n['\u2019]t|${going.map((verb) => `${verb}(?:e?s)?`).join('|')})(?!\p{L})`,
  'iu',
);
const past = /^(?:was|were|had|did|been|went|got|put|set|let|ago|last|when|if|whenever|once)$/u;
/** Whether a word is a verb of the past, or stands beside one. */
export const isPast = ({ folded }: Word): boolean =>
  (folded.endsWith('ed') && folded.length > 4) || irregularForms.has(folded) || past.test(folded);
/** Words before a past form that tells of now: "the printer is broken". */
const perfect = /^(?:is|are|am|has|have)$/u;
/** Verbs of speaking about something, which may be what the question is about. */
const speaking = new RegExp(
  String.raw`(?<!\p{L})(?:about|of|at|with|on|looking|deal\p{L}*|call\p{L}* (?:it|them))(?!\p{L}) (?!(?:it|this|that|me|us|you|hold|line|my|the|time|noon|midnight|dawn|dusk|night|once|\\d{1,2}|${[...numberWords.keys()].join('|')}|${weekdays.join('|')})(?!\p{L}))`,
  'iu',
);

const dates: ReadonlySet<string> = new Set([
  ...months,
  ...shortMonths.filter((month) => month !== 'may'),
  ...listed('today yesterday year years month months quarter quarters'),
]);
const isDated = ({ folded, kind }: Word): boolean => dates.has(folded) || (kind === 'number' && /^\d{3}/u.test(folded));

export const isPresent = (word: string): boolean => present.test(word);
/** Whether a clause names a day of the calendar, or begins with a time that is over: "before I joined". */
export const limitsTime = ({ text, words, isApart }: Clause & { readonly isApart: boolean }): boolean =>
  words.some((word) => isDated(word) && !(isApart && /^(?:yesterday|today)$/u.test(word.folded))) ||
  (/^(?:after|before|since|until|till|when|while|once)(?!\p{L})/iu.test(text) && words.some(isPast));

/** Whether a clause tells what goes on now, as "the press is calling" does. A past one may tell a time. */
export const tellsOfNow = ({ text, words }: Clause): boolean =>
  (ofSpeaker.test(text) || (teller.test(text) && present.test(text))) &&
  !speaking.test(text) &&
  !words.some(
    (word, at) =>
      (isPast(word) && !perfect.test(words[at - 1]?.folded ?? '')) || (isDated(word) && word.folded !== 'today'),
  );

/** Whether a verb stands among the words, or nothing but a request: "advise". */
export const tellsAct = (words: readonly Word[]): boolean =>
  words.some((word) => isPast(word) || isPresent(word.folded) || /\p{L}{3}ing$/u.test(word.folded)) ||
  (words.length === 1 && !words[0]!.folded.endsWith('s')) ||
  words.at(-1)?.folded === 'to';

const coming: ReadonlySet<string> = new Set([
  ...weekdays,
  ...listed('tomorrow tonight afternoon morning evening noon next'),
]);
/** Whether a word says when something comes, as the meeting "tomorrow" does. */
export const isOfComing = ({ folded }: Word): boolean => coming.has(folded);

/** The words before a purpose: "for the board meeting". */
export const occasion =
  /^(?:for|in (?:preparation|time|aid|anticipation) (?:for|of)|ahead of|in advance of|in the run-?up to|with an eye (?:to|on)|on account of)(?!\p{L})/iu;

/** Words before an occasion that no record has: "ahead of the stand-up". */
export const ahead =
  /^(?:in (?:preparation|time|anticipation) (?:for|of)|ahead of|in advance of|in the run-?up to|with an eye (?:to|on)|with (?:the|my|our|an?) (?:\p{L}+ ){1,3}(?:around the corner|coming up|approaching|looming|nearing|at hand|upon us))(?!\p{L})/iu;

/** The asker's next gathering: "before the call with the supplier". */
export const gathering =
  /^(?:before|until|till) (?:the|my|our|this|that|an?) (?:\p{L}+ ){0,2}(?:call|meeting|lunch|dinner|breakfast|coffee|deadline|flight|stand-?up|presentation|pitch|webinar|briefing|rehearsal)(?!\p{L})/iu;

/** "The patient is a smoker", "she is a junior", "this is about tandems". They say of whom a question is. */
const defining =
  /^(?:he|she|they)(?!\p{L})(?! (?:wants?|needs?|asks?|insists?|would)(?!\p{L}))|^(?:the|our|my|his|her|their|all|these|those) (?:\p{L}+ ){1,3}(?:is|are) (?:an? |all |in |at |from |\p{Lu})|^(?:this|it|that)(?:['’]s| is) (?:all )?about |(?<!\p{L})(?:want|need)s? the \p{L}|^show (?:the|all|only) |(?<!\p{L})in mind(?!\p{L})/u;
export const defines = ({ text }: Clause): boolean =>
  defining.test(text.slice(0, 1).toLowerCase() + text.slice(1)) && !actsOnAsker.test(text);
/** "She keeps asking me" tells of somebody beside the asker. */
const actsOnAsker = /^(?:he|she|they)(?!\p{L}).*(?<!\p{L})(?:i|me|us|my|myself)(?!\p{L})/iu;

/** Whether a question points to what a sentence before it tells of: "how many are open there". */
export const pointsBack = (text: string): boolean =>
  /(?<!\p{L})(?:he|she|him|they|them|those|these)(?!\p{L})|(?<!(?<!\p{L})(?:is|are|was|were|be|been) )(?<!\p{L})there(?!\p{L})/iu.test(
    text,
  );

const asker = String.raw`(?:i|we|someone|somebody|nobody|he|she|they|(?:an?|the|my|our|your|one of (?:my|our)) [\p{L}-]+(?: \p{L}+)?)`;
const asking = `(?:${listed('asked wondered wanted wished begged bet swore insisted phoned rang called emailed mailed wrote texted pinged stopped chased nagged pestered argued quarrelled disagreed debated chatted claimed promised dared challenged').join('|')})`;
/** A story of how somebody came to ask, as "my colleague bet me that I could not find out". */
const story = new RegExp(
  String.raw`^(?:(?:yesterday|earlier|today|last night|this (?:morning|afternoon|week)|just now),? )?${asker} (?:just |once |only )?(?:(?:was|were|had been) )?${asking}(?!\p{L})`,
  'iu',
);
/** Words by which a story comes to the asker, or to the question itself. */
const toAsker = /(?<!\p{L})(?:i|me|my|we|us|our|this|it)(?!\p{L})/iu;
/** Whether a clause tells how the question came up. Its day is that of the asking, unless it is one of a calendar. */
export const tellsOfAsking = ({ text, words }: Clause): boolean =>
  story.test(text) &&
  toAsker.test(text) &&
  !speaking.test(text) &&
  !words.some((word) => isDated(word) && word.folded !== 'yesterday' && word.folded !== 'today');

/** "The landlord is at the door" tells where somebody waits. */
export const tellsOfPlace = ({ text }: Clause): boolean =>
  /^(?:the|my|our|an?) \p{L}+ (?:is|are) (?:already )?(?:at|in|on) (?:the|my|our) \p{Ll}+(?: \p{Ll}+)?$/u.test(
    text.slice(0, 1).toLowerCase() + text.slice(1),
  );

/** "Morning Priya" greets. A plural behind it may be a topic. */
export const greets = ({ text, mark }: Clause & { readonly mark: string }): boolean =>
  /^(?:[Mm]orning|[Aa]fternoon|[Ee]vening) \p{Lu}\p{Ll}*[^s\P{L}](?: \p{Lu}\p{Ll}*[^s\P{L}])?$/u.test(text) ||
  (mark.startsWith('!') && /^\p{Lu}[\p{Ll}-]+ \p{Lu}\p{Ll}*[^s\P{L}]$/u.test(text));
