/**
 * What moves the cursor, changes colours, turns the direction of text or is not seen at all: control and format characters,
 * line separators, private ones and halves of surrogate pairs. The two joiners, which scripts and emoji need, do none of it.
 */
const treacherous = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** Text of others as a terminal may have it: such characters are shown by their numbers, as in `\u{1b}`. */
export const shown = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(treacherous, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** The same on one line. */
export const shownOnLine = (text: string): string => shown(text).replaceAll(/\s*[\n\t]\s*/g, ' ');

/** JSON of a value, in which such characters are escapes. */
export const jsonOf = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(treacherous, (character) => character.split('').map(escaped).join(''));

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
