import { isFlag } from '../free/conditions.ts';
import type { Figure } from '../free/frame.ts';
import { ranksByMoney } from '../free/measures.ts';
import { averaging, counting, least, middling, most, yesOrNo } from '../free/patterns.ts';
import type { Scene } from '../free/scene.ts';
import { superlatives } from '../language/lexicon/meanings.ts';
import { isAddable, isMoney } from '../plain/measures.ts';
import { isNumber, isRecord, type SubjectField } from '../plain/named.ts';
import type { Candidate } from './candidates.ts';

/** Reads "the oldest bike, and when did we get it". */
const twice =
  /.\b(?:and|or) (?:(?:with|for|from|to|by) )?(?:who|whom|when|where|which|what|how|why)\b|.\bhow many .*\bhow many\b/u;
/** The nouns of what is asked for. */
const askedNouns =
  /\b(?:which|what|whose|how many|number of|by|per|each|every) (\p{L}+)|(\p{L}+) (?:number|address|name)\b/gu;
/** Wants one of two: "did we see more dogs or cats". */
const choosing = /\b(?:more|fewer|less)\b(?! than).* or /u;
const adding = /\b(?:totals?|sum|altogether|all together|in total|in all|combined|all told)\b/u;
/** Words of figures, and of the asker's own things, where nothing reads them. */
const telling =
  /^(?:share|percent|percentage|proportion|fraction|rate|ratio|averages?|avg|mean|median|typical|differences?|gap|between|grew|grow|growth|profit|margin|i|me|my|mine)$/u;
/** Words that point to an earlier question. */
const pointing =
  /\b(?:those|these|them|they|that (?:one|person|day|month|year)|of that|their|its|ones|it|he|she|his|her)\b|\bthat ?$/u;
/** Words that turn, join or compare, where nothing reads them. */
const turning =
  /^(?:not|no|never|without|outside|except|excluding|neither|nor|nobody|none|both|either|than|before|after|until|since|leaving|leave|skipping|ignoring|missing|per|each|every|vs|versus|against|compared|only|together|plus|minus|same|other|others|else|late|why|because|\p{L}+n['’]t)$/u;

/** Whether a reading may not be what is asked for, however probable it is. */
export function isDoubtful(candidate: Candidate, left: readonly string[], unread: readonly string[]): boolean {
  const { beside, world, shape } = candidate;
  const { whole } = beside.parts.scene;
  const isAfter = world.features.some((name) => /^after (?:with|of)/u.test(name)) || shape.name.startsWith('as before');
  const times = world.conditions.filter(({ kind }) => kind === 'time');
  return (
    twice.test(whole) ||
    yesOrNo.test(whole) !== isYesOrNo(shape) ||
    (shape.name === 'any' && (choosing.test(whole) || asksForMore(candidate, unread))) ||
    (isOfMean(shape.of.figure) && !isOfMeanSaid(whole) && adding.test(whole)) ||
    (pointing.test(whole) && !isAfter) ||
    left.some((word) => turning.test(word) || telling.test(word)) ||
    (counting.test(whole) && !numeric.test(shape.name)) ||
    (/\b(?:who|whom|whose)\b/u.test(whole) && single.test(shape.name)) ||
    isTurned(candidate) ||
    ranksOtherwise(candidate, left) ||
    (shape.name === 'as before' &&
      !world.features.some((name) => /^after with conditions (?:adding|replacing)$/u.test(name))) ||
    /\bthat in\b/u.test(whole) ||
    (shape.of.figure === 'sum' && shape.of.measure !== undefined && !isAddable(shape.of.measure)) ||
    asksForUnread(whole, unread) ||
    leavesMuch(candidate, unread) ||
    (times.length > new Set(times.map(({ field }) => field)).size && /\b(?:and|or)\b|,/u.test(whole))
  );
}

/** Whether a shape says yes or no: of the records found, or as the value of a flag. */
const isYesOrNo = ({ name, of: { target } }: Candidate['shape']): boolean =>
  name === 'any' || (name === 'value' && target !== undefined && isFlag(target));

/** Whether one condition alone cannot say yes or no, beside an unread word or of two things. */
const asksForMore = ({ world: { conditions } }: Candidate, unread: readonly string[]): boolean =>
  conditions.length === 1 && (unread.length > 0 || (conditions[0]!.mentions ?? []).length > 1);

/** With more words unread, another thing may be meant. */
const mostUnread = 2;
/** Names and numbers, and words of what somebody said. */
const said = /^(?:\p{Lu}|\d)|^(?:say|says|said|tell|told|write|wrote|written|think|thought|mention|agree|promise)/u;

/** Whether so little is read that the words may be about something else. */
const leavesMuch = ({ world: { conditions } }: Candidate, unread: readonly string[]): boolean =>
  unread.length > mostUnread ||
  (unread.length > 0 && conditions.length === 0) ||
  unread.some((word) => said.test(word));

/** Whether nothing reads the noun of what is asked for: the table may lack it. */
function asksForUnread(whole: string, unread: readonly string[]): boolean {
  const left = new Set(unread.map((word) => word.toLowerCase()));
  return whole.matchAll(askedNouns).some(([, noun, other]) => left.has(noun ?? other!));
}

/** Whether the other end of an order is read than the words ask for. */
function isTurned({ beside, shape }: Candidate): boolean {
  const { whole } = beside.parts.scene;
  const [high, low] = [most.test(whole), least.test(whole)];
  return high !== low && shape.of.order !== undefined && (shape.of.order.way === 'desc') !== high;
}

/** Words of an order in time. */
const inTime = /^(?:oldest|newest|latest|earliest)$/u;

/** Whether records are ranked by something that the words do not rank by. */
function ranksOtherwise({ beside, shape }: Candidate, left: readonly string[]): boolean {
  const { order, measure, target, figure } = shape.of;
  if (!order) return false;
  const { scene } = beside.parts;
  const { words } = scene.line;
  const at = words.findIndex(({ folded }) => inTime.test(folded) || superlatives.has(folded));
  const { folded = '' } = words[at] ?? {};
  const isOfAge = measure !== undefined && superlatives.get(folded)?.of.some((one) => isIn(measure, one)) === true;
  const isOfNone = figure === 'sum' && !isMoney(measure!) && !scene.named.some(({ field }) => field === measure);
  return (
    // "The oldest" is the earliest.
    (inTime.test(folded) && !order.isOfDays && !isOfAge) ||
    // The best month and the biggest client are those with the most money.
    (isOfMoney(scene) && !(measure && isMoney(measure))) ||
    // "More" of two is not more on average.
    (isOfMean(figure) && !isOfMeanSaid(scene.whole) && /\b(?:more|fewer)\b.* or /u.test(scene.whole)) ||
    // Each record is one.
    (target !== undefined && measure === undefined && !order.isOfDays && isRecord(target, scene.subject)) ||
    // "The longest serving" is not the longest.
    (words[at + 1]?.folded.endsWith('ing') === true && left.includes(words[at + 1]!.folded)) ||
    // "The top 3 topics" says no number.
    (isOfNone && /\b(?:top|best|worst)\b/u.test(scene.whole))
  );
}

const isOfMoney = ({ whole, fields }: Scene): boolean =>
  ranksByMoney(whole) && fields.some((field) => isNumber(field) && isMoney(field));

const isOfMean = (figure: Figure | undefined): boolean => figure === 'average' || figure === 'median';
const isOfMeanSaid = (whole: string): boolean => averaging.test(whole) || middling.test(whole);

const isIn = ({ label }: SubjectField, word: string): boolean => label.toLowerCase().includes(word);

const single = /^(?:count|distinct|sum|average|median|share|difference)$/u;
const numeric = /count|distinct|sum|average|median|share|difference|group|interval|top|as before|maximum|minimum/u;
