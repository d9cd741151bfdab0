import { mistakeIn, unlike } from './language/typing.ts';
import { type Word, wordsOf } from './language/words.ts';
import type { ReadableChannel } from './readable.ts';

/** A question without the words that say in which channel to look. */
export interface InChannel {
  readonly text: string;
  readonly channel: ReadableChannel;
  /** The name as it was written, and the channel's. None where both are alike. */
  readonly mistakes: readonly (readonly [written: string, read: string])[];
}

const before: ReadonlySet<string> = new Set(['in', 'of', 'from', 'on', 'within', 'inside']);
const articles: ReadonlySet<string> = new Set(['the', 'our', 'my']);
const channels = /^chann?ell?s?$|^chanenl$|^channle$/u;
/** The words of a channel's name that are looked at. */
const mostOfName = 5;
const leastMended = 4;

/** Reads "in the sales channel" and "in the channel Sales". Undefined where no channel is named so. */
export function channelNamed(text: string, all: readonly ReadableChannel[]): InChannel | undefined {
  const words = wordsOf(text);
  const at = words.findIndex(({ folded }) => channels.test(folded));
  if (at < 0) return undefined;
  const named = all.map((channel) => ({ channel, names: [channel.name, channel.slug].map(foldedName) }));
  for (const isMended of [false, true]) {
    for (const place of placesOf(words, at)) {
      const written = foldedOf(words.slice(...place.name));
      const found = named.filter(({ names }) => names.some((name) => isNamed(written, name, isMended)));
      const [one] = found;
      if (!one || found.length > 1) continue;
      const [first, last] = [words[place.from]!, words[place.to - 1]!];
      const rest = `${text.slice(0, first.start).trimEnd()} ${text.slice(last.end).replace(/^\s*,?\s*/u, '')}`.trim();
      const mistakes = isMended ? [[nameIn(text, words, place.name), one.channel.name] as const] : [];
      return { text: rest, channel: one.channel, mistakes };
    }
  }
  return undefined;
}

interface Place {
  /** The words of the whole phrase. */
  readonly from: number;
  readonly to: number;
  readonly name: readonly [from: number, to: number];
}

/** Where a name may stand beside the word "channel", behind a preposition. */
function* placesOf(words: readonly Word[], at: number): Generator<Place> {
  for (let from = at - 1; from >= Math.max(0, at - mostOfName - 1); from -= 1) {
    if (!before.has(words[from]!.folded)) continue;
    const begin = articles.has(words[from + 1]!.folded) ? from + 2 : from + 1;
    if (begin < at) yield { from, to: at + 1, name: [begin, at] };
    if (begin !== at) continue;
    for (let to = Math.min(words.length, at + mostOfName); to > at + 1; to -= 1) yield { from, to, name: [at + 1, to] };
  }
}

const foldedOf = (words: readonly Word[]): string => words.map(({ folded }) => folded).join(' ');
const foldedName = (name: string): string => foldedOf(wordsOf(name));

function isNamed(written: string, name: string, isMended: boolean): boolean {
  if (!isMended) return written === name;
  const mistake = written.length < leastMended ? undefined : mistakeIn(written, name);
  return mistake !== undefined && mistake !== unlike;
}

const nameIn = (text: string, words: readonly Word[], [from, to]: Place['name']): string =>
  text.slice(words[from]!.start, words[to - 1]!.end);
