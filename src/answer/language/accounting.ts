import { grammar, tellingWords } from './lexicon/grammar.ts';
import { months, numberWords, ordinalWords } from './lexicon/numbers.ts';

/** Whether a reading has to account for the word. */
export const isContent = (folded: string): boolean => !grammar.has(folded);

/**
 * Whether ignoring the word would answer another question. It is a negation, a number, a time, a quantity or "by"
 * before a month.
 */
export const changesMeaning = (folded: string, next = ''): boolean =>
  tellingWords.has(folded) ||
  /\d/.test(folded) ||
  /n['’]t$/.test(folded) ||
  (numberWords.has(folded) && folded !== 'one') ||
  ordinalWords.has(folded) ||
  (folded.length > 4 && folded.endsWith('est')) ||
  (folded === 'by' && (/\d/.test(next) || months.includes(next)));
