import { counting, least, most } from '../free/patterns.ts';
import { isAddable } from '../plain/measures.ts';
import type { Candidate } from './candidates.ts';

/** Reads "the oldest bike, and when did we get it". */
const twice =
  /.\b(?:and|or) (?:(?:with|for|from|to|by) )?(?:who|whom|when|where|which|what|how|why)\b|.\bhow many .*\bhow many\b/u;
const yesOrNo = /^(?:and |so |but )?(?:is|are|does|do|did|was|were|has|have|can|could|will) /u;
/** Words that point to an earlier question. */
const pointing =
  /\b(?:those|these|them|they|that (?:one|person|day|month|year)|of that|their|its|ones|it|he|she|his|her)\b|\bthat ?$/u;
/** Words that turn, join or compare, where nothing reads them. */
const turning =
  /^(?:not|no|never|without|except|excluding|neither|nor|nobody|none|both|either|than|before|after|until|since|leaving|leave|skipping|ignoring|missing|per|each|every|vs|versus|against|compared|only|together|plus|minus|same|other|others|else|late|why|because|\p{L}+n['’]t)$/u;

/** Whether a reading may not be what is asked for, however probable it is. */
export function isDoubtful(candidate: Candidate, left: readonly string[], unread: readonly string[]): boolean {
  const { beside, world, shape } = candidate;
  const { whole } = beside.parts.scene;
  const isAfter = world.features.some((name) => /^after (?:with|of)/u.test(name)) || shape.name.startsWith('as before');
  const times = world.conditions.filter(({ kind }) => kind === 'time');
  return (
    twice.test(whole) ||
    (yesOrNo.test(whole) && shape.name !== 'count') ||
    (pointing.test(whole) && !isAfter) ||
    left.some((word) => turning.test(word)) ||
    (counting.test(whole) && !numeric.test(shape.name)) ||
    (/\b(?:who|whom|whose)\b/u.test(whole) && single.test(shape.name)) ||
    isOfOtherNumber(candidate) ||
    isTurned(candidate) ||
    (shape.name === 'as before' &&
      !world.features.some((name) => /^after with conditions (?:adding|replacing)$/u.test(name))) ||
    /\bthat in\b/u.test(whole) ||
    unread.length > 0 ||
    (times.length > new Set(times.map(({ field }) => field)).size && /\b(?:and|or)\b|,/u.test(whole))
  );
}

/** Prices, rates and shares are not added up. An amount that nobody names is the main one. */
function isOfOtherNumber({ shape }: Candidate): boolean {
  const { measure, figure } = shape.of;
  if (!measure) return false;
  const isNamed = !shape.features.includes('measure not named');
  const isMain =
    shape.features.includes('measure only true') ||
    shape.features.includes('measure not named preferred true') ||
    shape.features.includes('measure implied true');
  return (figure === 'sum' && !isAddable(measure)) || (!isNamed && !isMain);
}

/** Whether the other end of an order is read than the words ask for. */
function isTurned({ beside, shape }: Candidate): boolean {
  const { whole } = beside.parts.scene;
  const [high, low] = [most.test(whole), least.test(whole)];
  return high !== low && shape.of.order !== undefined && (shape.of.order.way === 'desc') !== high;
}

const single = /^(?:count|distinct|sum|average|median|share|difference)$/u;
const numeric = /count|distinct|sum|average|median|share|difference|group|interval|top|as before|maximum|minimum/u;
