/** How much a trial does, and where. */
export interface Effort {
  /** By hand, as much as the figures in docs/trust.md say; otherwise what a change must pass, in well under a minute each. */
  readonly long: boolean;
  /** What everything random is drawn from, so that a failure can be had again. */
  readonly seed: number;
  /** Of a trial that has several cases only these; none named are all. */
  readonly cases: readonly string[];
  /** An empty folder that is gone when the trial is over. */
  readonly folder: string;
}

/** What was done and seen, in the order in which it is told: `{ 'kills survived': 200 }`. */
export type Figures = Readonly<Record<string, number | string>>;

/** Does something bad to the real product; throws when a promise was broken. */
export type Trial = (effort: Effort) => Promise<Figures>;

/** Thrown by a trial that this machine does not let begin, with the reason. */
export class NotPossible extends Error {}
