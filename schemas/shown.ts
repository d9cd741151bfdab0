/** Text of others, in which what a reader would not see is shown. */

/**
 * Characters that move the cursor, change colours, turn the direction of text or are not seen at all: control and format
 * characters, line separators, private ones, halves of surrogate pairs, noncharacters, and what is drawn as nothing (fillers,
 * variation selectors, blanks that are no spaces).
 */
const unseen = String.raw`[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]--[\n\t]]`;

/** Scripts in which a joiner changes how the letter before it is drawn. */
const joiningScripts =
  'Adlm Arab Bali Beng Deva Gujr Guru Java Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Phag Rohg Sinh Syrc Taml Telu Tibt'
    .split(' ')
    .map((script) => String.raw`\p{scx=${script}}`)
    .join('');

/**
 * What scripts and emoji need, each looked for behind a character that is hidden elsewhere: one joiner after a letter of such a
 * script, a joiner between pictures, how a picture or a keycap is drawn, one selector after a letter that has variants.
 */
const needed = [
  String.raw`(?<=[[${joiningScripts}]&&[\p{L}\p{M}]][\u200c\u200d])`,
  String.raw`(?<=\p{ExtPict}[\ufe0f\p{EMod}]?\u200d)(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict}[\ufe0e\ufe0f])`,
  String.raw`(?<=[0-9#*]\ufe0f)(?=\u20e3)`,
  String.raw`(?<=\p{Unified_Ideograph}[\u{fe00}-\u{fe02}\u{e0100}-\u{e011f}])`,
  String.raw`(?<=[\p{scx=Mong}&&\p{L}][\u180b-\u180d\u180f])`,
].join('|');

/** The flags of England, Scotland and Wales; tag characters that spell anything else are hidden text. */
const blackFlag = '\u{1f3f4}';
const flags = ['gbeng', 'gbsct', 'gbwls']
  .map((region) => Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(''))
  .join('|');

const hidden = new RegExp(String.raw`${blackFlag}(?:${flags})\u{e007f}|${unseen}(?!${needed})`, 'gv');

const replacing = (text: string, shownAs: (character: string) => string): string =>
  text.replace(hidden, (found) => (found.startsWith(blackFlag) ? found : shownAs(found)));

/** Text as a terminal or a model may have it: such characters are shown by their numbers, as in `\u{1b}`. */
export const shown = (text: string): string =>
  replacing(text.replaceAll('\r\n', '\n'), (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** The same on one line. */
export const shownOnLine = (text: string): string => shown(text).replaceAll(/(?<!\s)\s*[\n\t]\s*/g, ' ');

/** JSON of a value, in which such characters are escapes: it is read as the same value. */
export const jsonOf = (value: unknown, indent = 0): string => escapedIn(JSON.stringify(value, null, indent));

/** The same of JSON that is written already; it becomes no shorter. */
export const escapedIn = (json: string): string => replacing(json, escaped);

/** Each is put together once, since a text may hold nothing else: there are some ten thousand units that are ever asked for. */
const escapes = new Map<string, string>();

function escaped(character: string): string {
  if (character.length > 1) return escaped(character[0]!) + escaped(character[1]!);
  const known = escapes.get(character);
  if (known !== undefined) return known;
  const escape = `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  escapes.set(character, escape);
  return escape;
}

export interface HiddenCharacters {
  readonly count: number;
  /** The first ten kinds, as `U+202E`. */
  readonly kinds: readonly string[];
}

/** What is hidden in the texts of a value, by the JSON that `jsonOf` made of it. */
export function hiddenIn(json: string): HiddenCharacters | undefined {
  if (!/\\[bfru]/.test(json)) return undefined;
  const found = (json.match(/\\ud[89ab]..\\ud[c-f]..|\\u....|\\r\\n|\\./g) ?? []).filter((escape) =>
    /^\\(?:[bfu]|r$)/.test(escape),
  );
  if (found.length === 0) return undefined;
  const kinds = [...new Set(found)].slice(0, 10).map((escape) => named(JSON.parse(`"${escape}"`) as string));
  return { count: found.length, kinds };
}

const named = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
