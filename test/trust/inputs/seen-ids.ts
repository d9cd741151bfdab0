import { idsIn, prefixOf } from './ids.ts';
import type { Json } from './values.ts';

/** Kinds of which there are several that are as good. */
const manyKinds = new Set(['rec', 'view', 'art']);

/** IDs of a kind that are remembered, and of these the first, which stay. */
const [kept, lasting] = [40, 4];

/** IDs that somebody has seen in answers, and the versions of what they name. */
export class SeenIds {
  readonly #own = new Map<string, string[]>();
  readonly #versions = new Map<string, string>();

  own = (kind: string): readonly string[] => this.#own.get(kind) ?? [];

  /** One of the first of a kind; of channels, posts and the like there is but one. */
  first(kind: string, rank: number): string | undefined {
    const ids = this.own(kind);
    return manyKinds.has(kind) ? (ids[rank] ?? ids[0]) : ids[0];
  }

  /** The version that an update of this artifact or View has to cite. */
  versionOf = (id: Json | undefined): string | undefined =>
    typeof id === 'string' ? this.#versions.get(id) : undefined;

  /** Takes over the IDs of an answer. The first ones of each kind stay. */
  learn(answer: string): void {
    for (const id of idsIn(answer)) {
      const known = this.#own.get(prefixOf(id)) ?? [];
      if (known.includes(id)) continue;
      known.push(id);
      if (known.length > kept) known.splice(lasting, 1);
      this.#own.set(prefixOf(id), known);
    }
    const pairs = answer.matchAll(
      /"id":"((?:art|view)_\w{26})"(?:(?!"id":).)*?"(?:versionId|currentVersionId)":"(\w+)"/gs,
    );
    for (const [, id, version] of pairs) this.#versions.set(id!, version!);
  }

  forget(): void {
    this.#own.clear();
    this.#versions.clear();
  }
}
