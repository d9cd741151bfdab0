import { contentOf, wordsOf } from '../../../src/answer/language/words.ts';
import type { Chooser } from './choices.ts';

const begun = (question: string): string => question[0]!.toLowerCase() + question.slice(1);

/** Polite phrases around a question. */
export const wrappers: readonly ((question: string) => string)[] = [
  (question) => `Please tell me: ${question}`,
  (question) => `Hi there! ${question}`,
  (question) => `Could you please tell me ${begun(question)}`,
  (question) => `I'd like to know ${begun(question)}`,
  (question) => `${question} Thanks a lot!`,
  (question) => `My boss would like to know ${begun(question)}`,
  (question) => `Sorry to bother you, but ${begun(question)}`,
  (question) => `Good morning, hope you are well! Do you happen to know ${begun(question)}`,
  (question) => `If it's not too much trouble, ${begun(question)} Thank you very much!`,
  (question) => `I was wondering, ${begun(question)}`,
];

/** One wrong touch of a key. */
const mistakes: Readonly<Record<string, (word: string, at: number, choose: Chooser) => string>> = {
  swapped: (word, at) =>
    at + 1 < word.length
      ? word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)
      : word.slice(0, at - 1) + word[at]! + word[at - 1]!,
  missing: (word, at) => word.slice(0, at) + word.slice(at + 1),
  doubled: (word, at) => word.slice(0, at + 1) + word.slice(at),
  wrong: (word, at, choose) =>
    word.slice(0, at) + choose.of((beside[word[at]!.toLowerCase()] ?? 'e').split('')) + word.slice(at + 1),
};

/** The keys beside each letter. */
const beside: Readonly<Record<string, string>> = Object.fromEntries(
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap((row) =>
    row.split('').map((letter, at) => [letter, `${row[at - 1] ?? ''}${row[at + 1] ?? ''}`]),
  ),
);

const leastLetters = 4;

/** The question with one mistake of each kind, in words of its topic. */
export function mistyped(question: string, choose: Chooser): { readonly text: string; readonly kind: string }[] {
  const words = contentOf(wordsOf(question)).filter(
    ({ text }) => /^\p{L}+$/u.test(text) && text.length >= leastLetters,
  );
  if (words.length === 0) return [];
  return Object.entries(mistakes).flatMap(([kind, mistake]) => {
    const { text, start, end } = choose.of(words);
    const wrong = mistake(text, choose.below(text.length), choose);
    return wrong === text ? [] : [{ kind, text: question.slice(0, start) + wrong + question.slice(end) }];
  });
}
