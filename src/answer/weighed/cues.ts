import { units } from '../language/lexicon/units.ts';
import { isDate, isNumber } from '../plain/named.ts';
import { moneys, personal, recordNouns, roleNouns } from '../free/lexicon.ts';
import * as patterns from '../free/patterns.ts';
import type { Scene } from '../free/scene.ts';
import { type Mask, maskOf } from './parts.ts';

/** Everyday words for what is asked, and where they stand. */
export const cues: Readonly<Record<string, RegExp>> = {
  count: patterns.counting,
  average: patterns.averaging,
  median: patterns.middling,
  sum: patterns.summing,
  share: patterns.sharing,
  group:
    /\b(?:by|per|for each|for every|in each|at each|of each|each|every|with each|across(?: all)?|split by|split|grouped by|broken down by|breakdown)(?= )/u,
  most: /\b(?:most expensive|most recent(?:ly)?|most costly|highest|largest|biggest|greatest|maximum|max|most|best|top|longest|busiest|priciest|dearest|latest|newest|last|(?!(?:least|lowest|small|few|cheap|worst|short|quiet|weak|old|earl|light|slow|empt|young|late|near|close|soon)\p{L}*\b)\p{L}{2,}est)\b/u,
  least: patterns.least,
  days: /\b(?:most recent(?:ly)?|latest|newest|last|oldest|earliest|first|youngest|longest)\b/u,
  change: patterns.changing,
  compare: patterns.comparing,
  more: /\b(?:more|less|fewer|\p{L}{3,}er) (?:than|often)\b|\b(?:more|less|fewer|better|worse|higher|lower|bigger|\p{L}{3,}er)\b.*\b(?:or|and|than)\b/u,
  when: patterns.askingWhen,
  who: /\b(?:who|whom|whose|who's)\b/u,
  where: /\bwhere\b/u,
  which: /\b(?:which|what)\b/u,
  each: /\b(?:each|every)\b/u,
  distinct: patterns.distinct,
  much: /\bhow much\b/u,
  many: /\bhow many\b/u,
  list: /^(?:list|show|name|give|which|who|any)\b/u,
  yes: /^(?:is|are|do|does|did|was|were|has|have|any)\b/u,
  period: /\b(?:which|what|best|worst|busiest|quietest)(?: \p{L}+){0,2} (?:day|month|quarter|week|year)\b/u,
  weekday: /\b(?:weekday|day of the week|what day|which day)\b/u,
  rate: /\brate\b/u,
  or: /\bor\b/u,
  money: new RegExp(String.raw`\b(?:${[...moneys].join('|')})\b`, 'u'),
};

export interface Cues {
  readonly present: readonly string[];
  readonly masks: ReadonlyMap<string, Mask>;
}

export function cuesIn({ line, whole }: Scene): Cues {
  const masks = new Map<string, Mask>();
  for (const [name, pattern] of Object.entries(cues)) {
    const match = new RegExp(pattern.source, 'u').exec(whole);
    if (match) masks.set(name, maskOf(...line.wordsIn(match)));
  }
  return { present: [...masks.keys()], masks };
}

/** A noun behind a word that asks, and what it names. */
export interface Noun {
  readonly cue: string;
  readonly at: number;
  readonly type: string;
  readonly isOfPeople: boolean;
}

/** Whether a mask reads a word. */
export const isIn = (at: number, mask: Mask): boolean => (mask & (1 << at)) !== 0;
const determiners =
  /^(?:the|our|all|a|an|of|different|distinct|unique|do|does|did|is|are|was|were|in|at|on|any|my|\d+|one|two|three|four|five|ten|most|more|best|top|last|first|new|other|each|every)$/u;

export function nounsAfter(scene: Scene, pattern: RegExp, cue: string): Noun[] {
  const { line, whole } = scene;
  const match = pattern.exec(whole);
  if (!match) return [];
  let at = match[0] === '' ? 0 : line.wordsIn(match)[1];
  while (at < line.words.length && determiners.test(line.words[at]!.folded)) at += 1;
  const word = line.words[at];
  if (!word) return [];
  const own = scene.named.filter(({ from, to }) => from <= at && to > at).toSorted((a, b) => b.level - a.level)[0];
  const type = scene.isOfRecords(at)
    ? 'record'
    : !line.isLeft(at)
      ? 'value'
      : own && own.level > 0
        ? `field ${isNumber(own.field) ? 'number' : isDate(own.field) ? 'date' : 'group'}`
        : /^(?:day|week|month|quarter|year|hour|minute)s?$/u.test(word.folded)
          ? 'period'
          : units.has(word.folded)
            ? 'unit'
            : moneys.has(word.folded)
              ? 'money'
              : recordNouns.has(word.folded)
                ? 'noun'
                : personal.test(word.folded) || /^(?:people|persons?|folks?)$/u.test(word.folded)
                  ? 'person'
                  : word.kind;
  return [
    {
      cue,
      at,
      type,
      isOfPeople:
        personal.test(word.folded) ||
        roleNouns.test(word.folded) ||
        /^(?:people|persons?|folks?|who)$/u.test(word.folded),
    },
  ];
}
