/** Makes invisible characters visible in text that others wrote. */

/**
 * Characters that move the cursor, change colours or direction, or are invisible. They are control, format and private
 * characters, separators, lone surrogates and noncharacters. Fillers, variation selectors and unusual blanks count too.
 */
const unseen = String.raw`[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]--[\n\t]]`;

/** Scripts in which a joiner changes the shape of the letter before it. */
const joiningScripts =
  'Adlm Arab Bali Beng Deva Gujr Guru Java Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Phag Rohg Sinh Syrc Taml Telu Tibt'
    .split(' ')
    .map((script) => String.raw`\p{scx=${script}}`)
    .join('');

/**
 * Exceptions that scripts and emoji need, each a lookaround at a character otherwise hidden. Allowed are one joiner
 * after a letter of a joining script, and joiners between pictographs. So are presentation selectors and one variation
 * selector after a letter with variants.
 */
const needed = [
  String.raw`(?<=[[${joiningScripts}]&&[\p{L}\p{M}]][\u200c\u200d])`,
  String.raw`(?<=\p{ExtPict}[\ufe0f\p{EMod}]?\u200d)(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict}[\ufe0e\ufe0f])`,
  String.raw`(?<=[0-9#*]\ufe0f)(?=\u20e3)`,
  String.raw`(?<=\p{Unified_Ideograph}[\u{fe00}-\u{fe02}\u{e0100}-\u{e011f}])`,
  String.raw`(?<=[\p{scx=Mong}&&\p{L}][\u180b-\u180d\u180f])`,
].join('|');

/** The flags of England, Scotland and Wales. Other tag sequences are hidden text. */
const blackFlag = '\u{1f3f4}';
const flags = ['gbeng', 'gbsct', 'gbwls']
  .map((region) => Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(''))
  .join('|');

const hidden = new RegExp(String.raw`${blackFlag}(?:${flags})\u{e007f}|${unseen}(?!${needed})`, 'gv');

/** Finds hidden characters, and flags, which `shown` leaves as they are. */
export const hiddenCharacters = (): RegExp => new RegExp(hidden);

/** Flags alone have more than two code units. */
const replacing = (text: string, shownAs: (character: string) => string): string =>
  text.replace(hidden, (found) => (found.length > 2 ? found : shownAs(found)));

/** Text that is safe for a terminal or a model. Hidden characters become `\u{1b}` and the like. */
export const shown = (text: string): string => replacing(text.replaceAll('\r\n', '\n'), escapeOf);

/** The escape that `shown` writes for a hidden character. */
export const escapeOf = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/** The same on one line. */
export const shownOnLine = (text: string): string => shown(text).replaceAll(/(?<!\s)\s*[\n\t]\s*/g, ' ');

/** Text on one line with hidden characters left out. */
export const withoutHidden = (text: string): string => replacing(text.replaceAll(/\s+/g, ' '), () => '');

/** JSON with hidden characters escaped; it parses to the same value. */
export const jsonOf = (value: unknown, indent = 0): string => escapedIn(JSON.stringify(value, null, indent));

/** The same for existing JSON. The result is never shorter. */
export const escapedIn = (json: string): string => (isPlainAscii(json) ? json : replacing(json, escaped));

/** Most answers are, and hold nothing hidden. Looking for that takes a third of the time. */
const isPlainAscii = (json: string): boolean => !/[^\n -~]/.test(json);

/** A cache, because a text may consist of such characters. It stays at about 10,000 entries. */
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

/** The escapes of a JSON text, with the escapes of hidden characters that `jsonOf` writes. */
const jsonEscapes = /\\ud[89ab]..\\ud[c-f]..|\\u....|\\r\\n|\\./g;
const isOfHidden = (escape: string): boolean => /^\\(?:[bfu]|r$)/.test(escape);
const mayHide = (json: string): boolean => /\\[bfru]/.test(json);

/**
 * Writes hidden characters of a JSON text made by `jsonOf` as `shown` does. They stay visible for readers of the parsed
 * value.
 */
export const visibleIn = (json: string): string =>
  mayHide(json)
    ? json.replaceAll(jsonEscapes, (escape) => (isOfHidden(escape) ? `\\\\u{${codeOf(escape).toString(16)}}` : escape))
    : json;

const codeOf = (escape: string): number => (JSON.parse(`"${escape}"`) as string).codePointAt(0)!;

const visibleEscapes = /\\u\{([0-9a-f]{1,6})\}/g;

/** The text with hidden characters in place of their escapes, as `shown` wrote them, and those escapes. */
export function withHidden(text: string): { readonly text: string; readonly escapes: ReadonlySet<string> } {
  const escapes = new Set((text.match(visibleEscapes) ?? []).filter((escape) => shown(hiddenOf(escape)) === escape));
  return { text: withEscaped(text, escapes), escapes };
}

/** The text with these escapes as the characters themselves. */
export const withEscaped = (text: string, escapes: ReadonlySet<string>): string =>
  text.replaceAll(visibleEscapes, (escape) => (escapes.has(escape) ? hiddenOf(escape) : escape));

function hiddenOf(escape: string): string {
  const code = Number.parseInt(escape.slice('\\u{'.length), 16);
  const character = code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  return character.isWellFormed() ? character : '';
}

/** Counts the hidden characters of a value in the JSON made by `jsonOf`. */
export function hiddenIn(json: string): HiddenCharacters | undefined {
  if (!mayHide(json)) return undefined;
  const found = (json.match(jsonEscapes) ?? []).filter(isOfHidden);
  if (found.length === 0) return undefined;
  const kinds = [...new Set(found)].map((escape) => JSON.parse(`"${escape}"`) as string);
  return { count: found.length, kinds: kindsOf(kinds) };
}

/** The numbers of the first ten of these characters. */
export const kindsOf = (characters: readonly string[]): string[] => characters.slice(0, 10).map(named);

const named = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
