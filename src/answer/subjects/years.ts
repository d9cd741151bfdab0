import { isSameWord, labelWords, type Word } from '../language/words.ts';
import { isNumber } from '../plain/named.ts';
import type { Subject } from './subjects.ts';

const mostOfLabel = 4;

/** The words of "population in 2020" without the "in", where a number is called `Population 2020`. */
export function withYearsOfLabels(words: readonly Word[], { fields }: Pick<Subject, 'fields'>): readonly Word[] {
  const isYear = (word: Word | undefined) => /^(?:19|20)\d\d$/u.test(word?.folded ?? '');
  if (!words.some(isYear)) return words;
  const labels = fields
    .filter(isNumber)
    .map(({ label }) => labelWords(label))
    .filter((label) => isYear(label.at(-1)) && label.length <= mostOfLabel);
  const isOfLabel = (at: number) =>
    labels.some((label) => {
      const named = [...words.slice(Math.max(at - label.length + 1, 0), at), words[at + 1]];
      return (
        named.length === label.length && label.every((word, index) => named[index] && isSameWord(named[index], word))
      );
    });
  return words.filter(({ folded }, at) => !(/^(?:in|of|for)$/u.test(folded) && isYear(words[at + 1]) && isOfLabel(at)));
}
