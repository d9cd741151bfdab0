import { titleOf } from './csv-columns.ts';

const shownCharacters = 40;

/** Text of a file within a sentence: on one line, cut short, in quotes, and escaped as in JSON. */
export function quoted(text: string): string {
  const line = titleOf(text, '');
  return JSON.stringify(line.length > shownCharacters ? `${line.slice(0, shownCharacters).toWellFormed()}…` : line);
}
