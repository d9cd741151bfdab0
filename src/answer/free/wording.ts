import { monthWords } from '../plain/times/calendar.ts';

/** Everyday ways of saying something, and the words by which tables say it. */
const wordings: readonly (readonly [said: RegExp, meant: string])[] = [
  [/\b(?:the )?first of (?=\p{L})/giu, '1 '],
  [new RegExp(String.raw`\bthe (\d{1,2})(?:st|nd|rd|th) of (?=${monthWords})`, 'giu'), '$1 '],
  [/\b1st(?= (?:half|quarter|time))/giu, 'first'],
  [/\b2nd(?= (?:half|quarter))/giu, 'second'],
  [/\b3rd(?= quarter)/giu, 'third'],
  [/\b4th(?= quarter)/giu, 'fourth'],
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
  [/\b(?:each|every) (\p{L}+) (?=(?:read|handle|sell|sold|did|make|made|have|had)\b)/giu, 'per $1 '],
];

/** The same question in words that tables use. */
export const inWordsOfTables = (text: string): string =>
  wordings.reduce((said, [written, words]) => said.replaceAll(written, words), text);
