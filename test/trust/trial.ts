/** How much a trial does, and where. */
export interface Effort {
  /**
   * As much as the figures in docs/trust.md say, on request. Otherwise as much as a change must pass, well under a
   * minute each.
   */
  readonly long: boolean;
  /** The seed of all random choices, so that a failure can be repeated. */
  readonly seed: number;
  /** The cases to run of a trial that has several. Empty means all. */
  readonly cases: readonly string[];
  /** After this many minutes a trial of many cases begins no further one. Infinity: it runs all. */
  readonly minutes: number;
  /** An empty folder that is gone when the trial is over. */
  readonly folder: string;
}

/** The results, in the order in which they are told: `{ 'kills survived': 200 }`. */
export type Figures = Readonly<Record<string, number | string>>;

/** Does something bad to the real product; throws when a promise was broken. */
export type Trial = (effort: Effort) => Promise<Figures>;

/** Thrown by a trial that this machine does not let begin, with the reason. */
export class NotPossible extends Error {}
