import type { Field } from '../../../schemas/fields.ts';
import { folded } from '../../text/folding.ts';
import type { Turn } from '../../turns/turn.ts';
import { mostOfLabel, positiveOf, relativesOf, type Word } from '../language/words.ts';

export type Choice = NonNullable<NonNullable<Field['options']>['choices']>[number];
/** Choices by the key of their field. */
export type Choices = ReadonlyMap<string, readonly Choice[]>;

const length = 3;

/** The beginnings of the question's words. A choice with other beginnings need not be examined. */
export const beginningsOf = (words: readonly Word[]): ReadonlySet<string> =>
  new Set(
    words.flatMap(({ folded: word, root }) =>
      [word, root, ...relativesOf(word), ...positiveOf(word)].map((one) => one.slice(0, length)),
    ),
  );

/**
 * The choices that a question may name. A table may have 200 fields of 1,000 choices, and nearly all are dropped. Nobody
 * names a longer one.
 */
export async function choicesNear(
  fields: readonly Field[],
  beginnings: ReadonlySet<string>,
  turn: Turn,
): Promise<Choices> {
  const near = new Map<string, Choice[]>();
  for (const { key: field, options } of fields) {
    const choices = options?.choices?.filter(
      ({ key, label }) => label.length <= mostOfLabel && (isNear(label, beginnings) || isNear(key, beginnings)),
    );
    if (choices && choices.length > 0) near.set(field, choices);
    await turn.yield();
  }
  return near;
}

/** Whether all words of a text have such beginnings. Short words need not, because they may be grammar. */
function isNear(text: string, beginnings: ReadonlySet<string>): boolean {
  const plain = folded(text);
  let isNamed = false;
  for (let at = 0; at < plain.length; at += 1) {
    if (!isOfWord(plain, at)) continue;
    let end = at + 1;
    while (isOfWord(plain, end)) end += 1;
    const isBegun = beginnings.has(plain.slice(at, Math.min(end, at + length)));
    if (!isBegun && (end - at > length || isDigit(plain, at))) return false;
    isNamed ||= isBegun;
    at = end;
  }
  return isNamed;
}

const isDigit = (text: string, at: number): boolean => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57;

/** A letter or a digit. Every character beyond ASCII counts as one. */
function isOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
}
