import { LRUCache } from 'lru-cache';

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
  readonly #texts = new LRUCache<string, BegunText>({
    maxSize: mostBytes,
    sizeCalculation: ({ text }) => text.byteLength,
  });

  /** Takes out the text if its next stretch starts at most `mostBehind` bytes after the last one. */
  take(id: string, versionId: string, start: number, mostBehind: number): Uint8Array | undefined {
    const begun = this.#texts.get(id);
    if (!begun) return undefined;
    this.#texts.delete(id);
    const isNext = begun.versionId === versionId && start > begun.start && start <= begun.start + mostBehind;
    return isNext ? begun.text : undefined;
  }

  keep(id: string, begun: BegunText): void {
    this.#texts.set(id, begun);
  }
}
