import { numeral } from '../plain/line.ts';
import { monthWords } from '../plain/times/calendar.ts';

/** Everyday words for what is asked, the same for every table. */
export const sharing =
  /\b(?:(?:share|percent|percentage|proportion|fraction|slice|part) of|(?:how many|how much|in) (?:percent|percentage)|percentage|(\p{L}+) rate|what (?:share|percent|percentage|proportion|part))\b/u;
export const counting = /\b(?:how many times|how many|number of|how often|count(?: of)?|headcount)\b/u;
/** "I mean" asks for no average. */
export const averaging = /\b(?:averages?|avg|(?<!\b(?:i|we|you) )mean)\b/u;
export const middling = /\b(?:median|typical)\b/u;
export const summing =
  /\b(?:totals?|sum|altogether|all together|overall|adds? up|in total|in all|combined|how much|all told|worth together|turnover)\b/u;
export const grouping =
  /\b(?:by|per|for each|for every|in each|at each|of each|each|with each|across(?: all)?|split by|grouped by)(?= )/gu;
export const most =
  /\b(?:most expensive|most recent(?:ly)?|most costly|highest|largest|biggest|greatest|maximum|max|most|best|top|fattest|longest|busiest|strongest|priciest|dearest|costliest|latest|newest|last|heaviest|furthest|hottest|fullest)\b/u;
export const least =
  /\b(?:least expensive|lowest|smallest|minimum|min|least|fewest|cheapest|worst|shortest|quietest|weakest|oldest|earliest|first(?: ever)?|lightest|slowest|emptiest)\b/u;
export const ofDays = /^(?:most recent(?:ly)?|latest|newest|last|oldest|earliest|first(?: ever)?)$/u;
export const changing =
  /\b(?:differences?|differ|gap|how (?:much|many) (?:more|less|fewer|bigger|higher|lower|better|worse)|change[ds]?|grow|grew|growth|shrink|shrank|up or down|increased?|decreased?|rise|rose|(?:fall|fell)(?! (?:on|due|within)\b)|drop|dropped)\b/u;
export const comparing = /\b(?:vs|versus|against|compared? (?:to|with)|compare|than|better or worse)\b/u;
export const askingWhen = /\b(?:when|what date|which date|which day|date when)\b/u;
/** Words with which a list is asked for. */
export const asking = /^(?:which|what|who|when|list|show)\b/u;
export const yesOrNo = /^(?:and |so |but )?(?:is|are|does|do|did|was|were|has|have|can|could|will) /u;
export const distinct = /\b(?:different|distinct|unique)\b/u;
export const period = new RegExp(
  String.raw`\b(?:(?:which|what)(?: ${numeral})?|the ${numeral}) (day|month|quarter|week|year)s?\b`,
  'u',
);

/** Everyday ways of saying something, and the words by which tables say it. */
const wordings: readonly (readonly [said: RegExp, meant: string])[] = [
  [/\b(is|are|was|were|has|have|had|do|does|did|wo|ca|could|should|would)nt\b/giu, "$1n't"],
  [/\b(?:the )?first of (?=\p{L})/giu, '1 '],
  [new RegExp(String.raw`\bthe (\d{1,2})(?:st|nd|rd|th) of (?=${monthWords})`, 'giu'), '$1 '],
  [/\b1st(?= (?:half|quarter|time))/giu, 'first'],
  [/\b2nd(?= (?:half|quarter))/giu, 'second'],
  [/\b3rd(?= quarter)/giu, 'third'],
  [/\b4th(?= quarter)/giu, 'fourth'],
  [
    new RegExp(
      String.raw`\b(${numeral})(%?(?: \p{L}+)?) or (?:more|over|longer|above|higher|bigger)\b(?! than)`,
      'giu',
    ),
    'at least $1$2',
  ],
  [
    new RegExp(
      String.raw`\b(${numeral})(%?(?: \p{L}+)?) or (?:less|fewer|under|shorter|below|lower|smaller)\b(?! than)`,
      'giu',
    ),
    'at most $1$2',
  ],
  [/^(?:and |now |ok |but )?(?:the )?same(?: thing| again| question)?\b/giu, 'and'],
  [/\b(?:no|nr|nos)\. of\b/giu, 'number of'],
  [/\bcall(?:ed|ing)? off\b/giu, 'cancelled'],
  [/\b(?:this|the current) year['’]s (?:edition|season)\b/giu, 'this year'],
  [/\blast year['’]s (?:edition|season)\b/giu, 'last year'],
  [/\b(\d{4})['’]s\b/gu, 'in $1'],
  [/\b(?:really |actually )?(?:went ahead|took place)\b/giu, 'held completed'],
  [/\b(?:sent|send|sends|gave|give) back\b/giu, 'returned'],
  [/\b(?:not|never) (?:yet )?(?:been )?paid(?: for)?\b|\boutstanding\b/giu, 'unpaid'],
  [/\b(?:un|not )resolved\b/giu, 'not fixed resolved'],
  [
    /^(?:what (?:is|was) )?(?:the |our )?(best|busiest|strongest|worst|quietest|weakest) (day|week|month|quarter|year)(?: (?:for|by|in terms of))?(?![\p{L}-])/giu,
    'which $2 was $1',
  ],
  // The one that has been there the longest began first.
  [/\blongest[- ](?:serving|standing|running|established|employed|tenured)\b/giu, 'earliest'],
  [/\blongest (?:service|tenure)\b/giu, 'earliest'],
  [
    /\b(been|worked|stayed|served)((?: (?:an?|our) \p{L}+| (?:here|(?:with|for|at) (?:us|the (?:firm|company|team|club))))?)(?: for)? (?:the )?longest\b/giu,
    '$1$2 earliest',
  ],
  [
    /(?=.{0,60}$)(?<=\b(?:top|best|most|\p{L}{3,}est)\b.*?),? (?:and )?(?:the )?(?:\p{L}{3,}est|most|best|top \p{L}+) first$/giu,
    '',
  ],
  [/\b(?:each|every) (\p{L}+) (?=(?:read|handle|sell|sold|did|make|made|have|had)\b)/giu, 'per $1 '],
];

/** The same question in words that tables use. */
export const inWordsOfTables = (text: string): string =>
  wordings.reduce((said, [written, words]) => said.replaceAll(written, words), text);
