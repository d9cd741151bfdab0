interface BegunText {
  readonly versionId: string;
  /** Where the stretch began that was read last. */
  readonly start: number;
  readonly text: Uint8Array;
}

const mostBytes = 64 * 1024 * 1024;

/**
 * Caches large texts between one of their stretches and the next, up to a size. The least recently read texts are
 * evicted.
 */
export class BegunTexts {
  readonly #texts = new Map<string, BegunText>();
  #bytes = 0;

  /** Takes out the text if its next stretch starts at most `mostBehind` bytes after the last one. */
  take(id: string, versionId: string, start: number, mostBehind: number): Uint8Array | undefined {
    const begun = this.#texts.get(id);
    if (!begun) return undefined;
    this.#remove(id, begun);
    const isNext = begun.versionId === versionId && start > begun.start && start <= begun.start + mostBehind;
    return isNext ? begun.text : undefined;
  }

  keep(id: string, begun: BegunText): void {
    this.#texts.set(id, begun);
    this.#bytes += begun.text.byteLength;
    for (const [oldest, text] of this.#texts) {
      if (this.#bytes <= mostBytes) return;
      this.#remove(oldest, text);
    }
  }

  #remove(id: string, { text }: BegunText): void {
    this.#texts.delete(id);
    this.#bytes -= text.byteLength;
  }
}
