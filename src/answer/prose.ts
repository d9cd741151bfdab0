/** A title or a name in Markdown. It cannot make a link, emphasis or HTML. */
export const named = (text: string): string => `**${escaped(text)}**`;

/** A title that leads to its page, where it has one. */
export const linked = (text: string, url: string | undefined): string =>
  url === undefined ? named(text) : `[${escaped(text)}](${url})`;

/** Text of others, escaped so that it is shown as written. */
export const escaped = (text: string): string => text.replaceAll(/[\\[\]<>*`|]/g, String.raw`\$&`);

/** `one`, `one and two`, `one, two and three`. */
export function listed(items: readonly string[], word = 'and'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/** Counts as people write them: `1 deal`, `2 deals`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count)} ${count === 1 ? one : many}`;

const numerals = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
export const numeral = (value: number): string => numerals.format(value);

const shortNumerals = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
/** A ratio, which may be far below 1. */
export const ratioNumeral = (ratio: number): string => (ratio < 1 ? shortNumerals : numerals).format(ratio);

/** The line behind an answer that says how the question was read. */
export const reading = (text: string): string => `_${text}_`;
