import type { RawBuilder } from 'kysely';
import type { AskedTerm } from '../text/asked-terms.ts';
import type { Scan } from './scan.ts';
import type { Db } from './tables.ts';

/** The homes and single texts to search. */
export interface LookedThrough {
  /** Prefixes of homes. */
  readonly prefixes: readonly string[];
  readonly strays: readonly Stray[];
}

/** A text of another home, with the first and last possible ID of its passages. */
export type Stray = readonly [prefix: string, resourceId: string, versionId: string, first: number, last: number];

/** The terms and phrases to count. */
export interface Asked {
  readonly terms: readonly AskedTerm[];
  readonly phrases: readonly (readonly string[])[];
}

/** A passage, and its terms to cut the snippet around. */
export interface Cut {
  readonly id: number;
  readonly home: number;
  readonly title: string;
  readonly body: string;
  readonly terms: readonly string[];
}

/** The best excerpts of passages, by their IDs. */
export type Snippets = ReadonlyMap<number, string>;

/** SQL over the full-text index of `passages`, which the engine keeps in the transaction that changes a passage. */
export interface TextIndex {
  /** The prefix of a home in `LookedThrough`. */
  prefixOfHome(home: number): string;
  /**
   * Counts terms and phrases per passage: rows of passage, source, titles (count in the title), total. A source is a
   * place among the terms, followed by the phrases. A phrase counts once in each column.
   */
  occurrences(where: LookedThrough, asked: Asked): RawBuilder<unknown>;
  /** A row for each occurrence of any of the terms in the homes: its passage. */
  someOccurrences(where: LookedThrough, terms: readonly AskedTerm[]): RawBuilder<unknown>;
  /** The best excerpt of each passage, about 40 words, with the marks of `segmented`. */
  snippets(db: Db, scan: Scan, cuts: readonly Cut[]): Promise<Snippets>;
  /**
   * Pairs of resource and version whose title has every word, each possibly unfinished. A pair occurs once per passage.
   * A text without words yields an empty set.
   */
  titleHolds(where: LookedThrough, text: string): RawBuilder<unknown>;
  /** A row for each title word that the index visits for this text. */
  someTitles(where: LookedThrough, text: string): RawBuilder<unknown>;
  /** The cost of a title search: one lookup per word and home, and one per stray. */
  looksForTitle(where: LookedThrough, text: string): number;
}
