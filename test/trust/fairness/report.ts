/** What hostile ones did and got. */
export interface Report {
  /** How many answers of each status, or why there was none. */
  readonly got: Readonly<Record<string, number>>;
  /** Operations and tools that were asked for, and of these those that were answered. */
  readonly sent: readonly string[];
  readonly done: readonly string[];
}
