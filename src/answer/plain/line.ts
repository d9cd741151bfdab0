import { numberWords } from '../language/lexicon.ts';
import { rootOf, type Word } from '../language/words.ts';

/** A question whose words are read one after the other: what is read is read once, and what is left is known. */
export class Line {
  readonly words: readonly Word[];
  readonly #starts: number[] = [];
  #text = '';

  constructor(words: readonly Word[]) {
    this.words = words;
    for (const { folded } of words) {
      this.#starts.push(this.#text.length);
      this.#text += `${folded} `;
    }
  }

  /** The words that are left, those that were read as dashes. */
  get text(): string {
    return this.#text;
  }

  /** The first place where a pattern stands in the words that are left, which then are read. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.#text) ?? undefined;
    if (match) this.#read(match.index, match.index + match[0].trimEnd().length);
    return match;
  }

  has(pattern: RegExp): boolean {
    return pattern.test(this.#text);
  }

  isLeft(index: number): boolean {
    return this.#text.charAt(this.#starts[index]!) !== '-';
  }

  /** Reads the words from one to another, which is not read. */
  read(from: number, to: number): void {
    for (let index = from; index < to; index += 1) {
      this.#read(this.#starts[index]!, this.#starts[index]! + this.words[index]!.folded.length);
    }
  }

  /** How many words begin before a character of the text. */
  wordsBefore(character: number): number {
    const index = this.#starts.findIndex((start) => start >= character);
    return index < 0 ? this.words.length : index;
  }

  /** The word that stands at or behind a character of the question. */
  indexAt(character: number): number {
    const index = this.words.findIndex(({ end }) => end > character);
    return index < 0 ? this.words.length : index;
  }

  /** The words left, behind so many, at which these roots stand side by side, perhaps with words of grammar between them. */
  find(roots: readonly string[], behind = 0): readonly [from: number, to: number] | undefined {
    if (roots.length === 0) return undefined;
    for (let from = behind; from < this.words.length; from += 1) {
      let at = from;
      let found = 0;
      while (at < this.words.length && found < roots.length && this.isLeft(at)) {
        if (this.words[at]!.root === roots[found]) found += 1;
        else if (found === 0 || this.words[at]!.kind !== 'stop') break;
        at += 1;
      }
      if (found === roots.length) return [from, at];
    }
    return undefined;
  }

  /** Words left that mean something. */
  left(): Word[] {
    return this.words.filter((word, index) => this.isLeft(index) && (word.kind !== 'stop' || telling.has(word.folded)));
  }

  #read(from: number, to: number): void {
    const dashes = this.#text.slice(from, to).replaceAll(/\S/g, '-');
    this.#text = this.#text.slice(0, from) + dashes + this.#text.slice(to);
  }
}

/** Words of grammar that change what is asked. */
const telling = new Set(
  'say says said tell told about not no nor never none without except more less most least few fewer over under above below beyond before after since until between or but only both each every than other another'.split(
    ' ',
  ),
);

/** `12`, `1,200`, `30k` or `five`, in a pattern. */
export const numeral = String.raw`(?:\d[\d.,]*(?:k|m|mn|bn)?|${[...numberWords.keys()].join('|')})`;

export const numberIn = (text: string): number => Number(rootOf(text));
