/** The words of one writer that were seen in the text. A choice of this writer may take them out. */
export class TypedWords {
  readonly #name: string;
  readonly #owed = new Map<string, string>();
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** A word that is part of no other. */
  next(): string {
    this.#count += 1;
    return `${this.#name}${this.#count}x`;
  }

  /** From now on it must be somewhere. `where` tells how it came there. */
  seen(word: string, where: string): void {
    this.#owed.set(word, where);
  }

  get count(): number {
    return this.#owed.size;
  }

  /** Takes note of what a choice took out of the text. Returns it. */
  discarded(before: string, after: string): string[] {
    const words = [...this.#owed.keys()].filter((word) => before.includes(word) && !after.includes(word));
    for (const word of words) this.#owed.delete(word);
    return words;
  }

  /** The words that are in none of the texts, and how they were written. */
  missingIn(texts: string): string[] {
    return [...this.#owed].filter(([word]) => !texts.includes(word)).map(([word, where]) => `${word} ${where}`);
  }
}
