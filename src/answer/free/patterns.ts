import { numeral } from '../plain/line.ts';

/** Everyday words for what is asked, the same for every table. */
export const sharing =
  /\b(?:(?:share|percent|percentage|proportion|fraction|slice|part) of|(?:how many|how much|in) (?:percent|percentage)|percentage|(\p{L}+) rate|what (?:share|percent|percentage|proportion|part))\b/u;
export const counting = /\b(?:how many times|how many|number of|how often|count(?: of)?|headcount)\b/u;
export const averaging = /\b(?:averages?|avg|mean)\b/u;
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
  /\b(?:differences?|differ|gap|how (?:much|many) (?:more|less|fewer|bigger|higher|lower|better|worse)|change[ds]?|grow|grew|growth|shrink|shrank|up or down|increased?|decreased?|rise|rose|fall|fell|drop|dropped)\b/u;
export const comparing = /\b(?:vs|versus|against|compared? (?:to|with)|compare|than|better or worse)\b/u;
export const askingWhen = /\b(?:when|what date|which date|which day|date when)\b/u;
export const distinct = /\b(?:different|distinct|unique)\b/u;
export const period = new RegExp(
  String.raw`\b(?:(?:which|what)(?: ${numeral})?|the ${numeral}) (day|month|quarter|week|year)s?\b`,
  'u',
);
