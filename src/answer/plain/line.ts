import { isContent } from '../language/accounting.ts';
import { numberWords } from '../language/lexicon/numbers.ts';
import { isSameWord, rootOf, type Word } from '../language/words.ts';

/**
 * The rule that a word of a question was read by. A plan names the rules that it rests on; words read by other rules
 * are not accounted for.
 */
export type Rule =
  | 'condition'
  | 'amount'
  | 'field'
  | 'table'
  | 'list'
  | 'count'
  | 'average'
  | 'sum'
  | 'howMuch'
  | 'when'
  | 'who'
  | 'distinct'
  | 'direction'
  | 'superlative'
  | 'inTime'
  | 'owning'
  | 'worth'
  | 'group'
  | 'top';

/** The words of a question. Each is read at most once, by one rule, and the line knows which words are left. */
export class Line {
  readonly words: readonly Word[];
  readonly #starts: number[] = [];
  /** The positions of each root. */
  readonly #places: ReadonlyMap<string, readonly number[]>;
  readonly #rules: (Rule | undefined)[];
  readonly #unsure = new Set<Word>();
  /** The end of the last words that a condition leaves out. */
  #excludedTo: number | undefined;
  #text = '';
  /** Roots of the words for the records. */
  readonly #called: ReadonlySet<string>;

  constructor(words: readonly Word[], called: ReadonlySet<string> = new Set()) {
    this.words = words;
    this.#called = called;
    this.#places = Map.groupBy(words.keys(), (index) => words[index]!.root);
    this.#rules = words.map(() => undefined);
    for (const { folded } of words) {
      this.#starts.push(this.#text.length);
      this.#text += `${folded} `;
    }
  }

  /** The unread words. Read words are replaced by dashes. */
  get text(): string {
    return this.#text;
  }

  /** Reads the first match of a pattern in the unread words. */
  take(pattern: RegExp, rule: Rule = 'condition'): RegExpExecArray | undefined {
    const match = pattern.exec(this.#text) ?? undefined;
    if (match) this.read(...this.wordsIn(match), rule);
    return match;
  }

  has(pattern: RegExp): boolean {
    return pattern.test(this.#text);
  }

  isLeft(index: number): boolean {
    return this.#text.charAt(this.#starts[index]!) !== '-';
  }

  /** Reads the words from `from` to before `to`. */
  read(from: number, to: number, rule: Rule = 'condition'): void {
    for (let index = from; index < to; index += 1) {
      const start = this.#starts[index]!;
      const end = start + this.words[index]!.folded.length;
      this.#text = this.#text.slice(0, start) + '-'.repeat(end - start) + this.#text.slice(end);
      this.#rules[index] = rule;
    }
  }

  /** Acts while the words of these places count as read. */
  hiding<Made>(places: readonly (readonly [from: number, to: number])[], act: () => Made): Made {
    const words = places.map(([from, to]) => [this.#starts[from]!, this.#starts[to] ?? this.#text.length] as const);
    const before = this.#text;
    for (const [from, to] of words)
      this.#text = this.#text.slice(0, from) + '-'.repeat(to - from - 1) + this.#text.slice(to - 1);
    const made = act();
    for (const [from, to] of words)
      this.#text = this.#text.slice(0, from) + before.slice(from, to) + this.#text.slice(to);
    return made;
  }

  /** Whether a word stands for the records. */
  isCalled(index: number): boolean {
    return this.#called.has(this.words[index]?.root ?? '');
  }

  ruleOf(index: number): Rule | undefined {
    return this.#rules[index];
  }

  /** Notes that the words before `to` are left out. */
  exclude(to: number): void {
    this.#excludedTo = Math.max(this.#excludedTo ?? 0, to);
  }

  /** Whether a condition stands behind the words that are left out. It may belong to them. */
  get isExclusionOpen(): boolean {
    const end = this.#excludedTo;
    return (
      end !== undefined && this.#rules.some((rule, at) => at >= end && (rule === 'condition' || rule === 'amount'))
    );
  }

  /** Whether a word read by one rule follows all words read by the other. */
  isBehind(rule: Rule, other: Rule): boolean {
    return this.#rules.lastIndexOf(rule) > this.#rules.lastIndexOf(other);
  }

  /** Marks words as ambiguous. */
  doubt(from: number, to: number): void {
    for (const word of this.words.slice(from, to)) this.#unsure.add(word);
  }

  /** Marks all words read by a rule as ambiguous. */
  doubtAll(rule: Rule): void {
    for (const [index, word] of this.words.entries()) if (this.#rules[index] === rule) this.#unsure.add(word);
  }

  /** The ambiguous parts of the question, without surrounding words of grammar. */
  unsure(): string[] {
    const stretches: Word[][] = [];
    for (const [index, word] of this.words.entries()) {
      if (!this.#unsure.has(word)) continue;
      if (index > 0 && this.#unsure.has(this.words[index - 1]!)) stretches.at(-1)!.push(word);
      else stretches.push([word]);
    }
    return stretches.map((stretch) => {
      const from = Math.max(
        0,
        stretch.findIndex(({ folded }) => isContent(folded)),
      );
      const to = stretch.findLastIndex(({ folded }) => isContent(folded)) + 1 || stretch.length;
      return stretch
        .slice(from, to)
        .map(({ text }) => text)
        .join(' ');
    });
  }

  /** The words that a match of the text covers. */
  wordsIn({ index, 0: { length } }: RegExpExecArray): [from: number, to: number] {
    return [this.wordsBefore(index), this.wordsBefore(index + length)];
  }

  /** The number of words that begin before a character of the text. */
  wordsBefore(character: number): number {
    const index = this.#starts.findIndex((start) => start >= character);
    return index < 0 ? this.words.length : index;
  }

  /** The index of the word at or after a character of the question. */
  indexAt(character: number): number {
    const index = this.words.findIndex(({ end }) => end > character);
    return index < 0 ? this.words.length : index;
  }

  /** The first unread words from `behind` on that have these roots. Words of grammar may stand between them. */
  find(roots: readonly string[], behind = 0): readonly [from: number, to: number] | undefined {
    return this.#place(roots, (word, at) => word.root === roots[at], behind);
  }

  /** The same for the exact words of a label, without synonyms. */
  findLabel(label: readonly Word[], behind = 0): readonly [from: number, to: number] | undefined {
    const roots = label.map(({ root }) => root);
    return this.#place(roots, (word, at) => isSameWord(word, label[at]!), behind);
  }

  /** Content words that are unread, or were read by a rule that the plan does not rest on. */
  left(rests: ReadonlySet<Rule>): Word[] {
    return this.words.filter((word, index) => {
      const rule = this.#rules[index];
      return isContent(word.folded) && (rule === undefined || !rests.has(rule));
    });
  }

  #place(
    roots: readonly string[],
    isThere: (word: Word, at: number) => boolean,
    behind: number,
  ): readonly [from: number, to: number] | undefined {
    const { length } = roots;
    for (const from of this.#places.get(roots[0] ?? '') ?? []) {
      if (from < behind) continue;
      let at = from;
      let found = 0;
      while (at < this.words.length && found < length && this.isLeft(at)) {
        if (isThere(this.words[at]!, found)) found += 1;
        else if (found === 0 || isContent(this.words[at]!.folded) || verbs.has(this.words[at]!.folded)) break;
        at += 1;
      }
      if (found === length) return [from, at];
    }
    return undefined;
  }
}

/** No name goes on behind these: "hires in Sales are managers". */
const verbs: ReadonlySet<string> = new Set('is are was were do does did has have had'.split(' '));

/** A pattern for `12`, `1,200`, `30k` or `five`. */
export const numeral = String.raw`(?:\d[\d.,]*(?:k|m|mn|bn)?|${[...numberWords.keys()].join('|')})`;

export const numberIn = (text: string): number => Number(rootOf(text));
