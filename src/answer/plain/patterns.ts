import { highestWords, lowestWords } from '../language/lexicon/meanings.ts';
import { ordinalWords } from '../language/lexicon/numbers.ts';
import { rootOf } from '../language/words.ts';
import { numeral } from './line.ts';

/** Words for requests, the same for every table. */
export const patterns = {
  count:
    /\b(?:headcount|how many times|how often|how many|(?:what is )?(?:the )?(?:total |overall )?(?:number|count) of|count(?: the| all)?(?= ))/u,
  average: /\b(?:averages?|(?<!\b(?:i|we|you) )mean|avg|on average)\b/u,
  median: /\bmedian\b/u,
  sum: /\b(?:totals?|sum|altogether|all together|overall|adds? up(?: to)?|in total|in all|combined)\b/u,
  costly: /\b(?:(most|least) expensive|(cheapest))\b/u,
  most: new RegExp(String.raw`\b(?:${highestWords.join('|')})\b`, 'u'),
  least: new RegExp(String.raw`\b(?:${lowestWords.join('|')})\b`, 'u'),
  nth: new RegExp(
    String.raw`\b(?:(${[...ordinalWords.keys()].slice(1).join('|')})|(\d+)(?:nd|rd|th))(?= (?:most expensive|cheapest|${[...highestWords, ...lowestWords].join('|')})\b)`,
    'u',
  ),
  recent: /\bmost recent(?:ly)?\b/u,
  latest: /\b(?:latest|newest|last)\b/u,
  earliest: /\b(?:earliest|oldest|first)\b/u,
  distinct: /\b(?:different|distinct|unique)\b/u,
  howMuch: /\b(?:how (?:much|expensive)(?: money)?|what amount)\b/u,
  when: /\b(?:when|(?:on )?what day|what date|which day)\b/u,
  who: /\b(?:who|whom|whose)\b/u,
};

export const worth = /\b(?:worth|valued?)\b/u;
/** Words for money that may cover only some records: a paid amount differs from a proposed one. */
export const paid =
  /\b(?:cost(?:s|ing)?|priced?|money|spen[dt]|spending|earn(?:s|ed|ing)?|earnings|income|revenues?|turnover|takings|proceeds|bills?|billed|brought in|bring in|bringing in|took in|take in|made|paid|pays?|sign(?:ed)?|size|volume)\b/u;

/** Labels with an ordering word are read before the ordering words. */
export const ordering =
  /(?:^|[\s_])(?:max|min|maximum|minimum|total|average|first|last|top|number|count|most|best)(?:$|[\s_])/i;

/** Verbs that only say that there are records: "orders placed in May", "tickets that came in". */
export const being =
  /\b(?:placed|(?:came|come|comes|coming)(?: in| to)?|received?|gets?|got|gotten|took|takes|happen(?:ed)?|occur(?:red)?|exists?|took place|made|went|go(?:es)?|involv(?:e|es|ed|ing))\b/u;

/** The same of verbs that may say more. */
export const happening = /\b(?:sent us|sent in|arrived?|end(?:s|ed)? up(?: as)?|turn(?:s|ed)? up|entered)\b/u;

export const working = /\b(?:works?|worked|working|employed)\b/u;

export const owning =
  /\b(?:owns?|owned|responsible(?: for)?|assigned(?: to)?|handles?|handled|in charge(?: of)?|belongs?(?: to)?)\b/u;
export const owners = new Set(['owner', 'assignee', 'assigned', 'responsible', 'agent', 'representative'].map(rootOf));

export const records = new Set(['record', 'row', 'entri', 'item', 'everything']);

export const tops = new RegExp(
  String.raw`\b(?:top|best|largest|biggest|highest|smallest|lowest) (${numeral})(?= )|\b(${numeral}) (?:best|largest|biggest|highest|smallest|lowest)\b`,
  'u',
);
export const firstGroup =
  /\b(?:by|per|(?:has|have|did|does|do|had|was|were|is|are)(?: there)? each|for each|for every|(?:in|of|from|at|with|on) each|across(?: all)?|grouped by|split by)(?= [^-])/u;
export const nextGroup = /\b(?:and(?: by| per)?|by|per)(?= [^-])/u;

/** "which month", "our best quarter", "which month was best": a period of the records' date. */
export const periods =
  /\b(?:(?:which|what) (day|week|month|quarter|year)(?: (?:was|is) (?:the |our )?(best|worst)(?= (?:$|for|in|by|of)))?|(best|worst) (day|week|month|quarter|year))\b/u;
