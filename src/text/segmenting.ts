import { composed } from './composing.ts';

/** Scripts without blanks between words, or with endings joined to words. */
const unspaced = String.raw`[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]&&[\p{L}\p{N}]]`;
const spaced = String.raw`[[\p{L}\p{N}]--${unspaced}]`;
const isUnspaced = new RegExp(unspaced, 'v');
const runs = new RegExp(`(${spaced})?(${unspaced}+)(?=(${spaced})?)`, 'gv');
const repeated = new RegExp(`(${unspaced})\u200b\\1`, 'gv');
/** The UTF-16 ranges of these scripts and few others. They are faster to test than Unicode properties. */
const maybeUnspaced = /[\u1100-\u11ff\u2e80-\ud8ff\uf900-\uffef]/;

/**
 * A text as the full-text index takes it, composed. A run of Chinese, Japanese or Korean becomes overlapping pairs of
 * characters, then its last character alone. A search therefore finds any part of a run.
 */
export function segmented(text: string): string {
  const taken = composed(text);
  if (!maybeUnspaced.test(taken)) return taken;
  return taken.replace(runs, (_all, before: string = '', run: string, after?: string) =>
    [before && `${before}\u200b`, pairs(Array.from(run)), after && '\u200b'].join(''),
  );
}

const pairs = (run: string[]): string =>
  run.map((character, index) => character + (run[index + 1] ?? '')).join('\u200b');

/** Reverses `segmented`. */
export const unsegmented = (text: string): string => text.replace(repeated, '$1').replaceAll('\u200b', '');

/**
 * The parts of a word that the index knows. An unspaced word gives its pairs of characters. Any other word gives
 * itself.
 */
export function segmentsOf(word: string): string[] {
  const parts = segmented(word).split('\u200b');
  return parts.filter((part, index) => !(isOneCharacter(part) && parts[index - 1]?.endsWith(part)));
}

/** Whether it is one character of an unspaced script, with which other segments begin. */
export const isOneCharacter = (segment: string): boolean =>
  isUnspaced.test(segment) && Array.from(segment).length === 1;
