/** Answers to hostile users, and their operations. */
export interface Report {
  /** How many answers of each status, or why there was none. */
  readonly got: Readonly<Record<string, number>>;
  /** Operations and tools that were called, and the answered ones among them. */
  readonly sent: readonly string[];
  readonly done: readonly string[];
}
