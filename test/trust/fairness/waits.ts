export type Kind = 'health' | 'point' | 'list' | 'search' | 'write' | 'query' | 'question';

/** How long somebody waited for something, in milliseconds. */
export interface Wait {
  readonly kind: Kind;
  readonly took: number;
  /** The part of it that the machine is to blame for. */
  readonly excused: number;
  /** The status and code of its refusal, if it was refused. */
  readonly refusal?: string;
}

/** How a wait ends that was given up. */
export const notAnswered = 'not answered';

/** Waits of some kinds, without what the machine is to blame for. */
export function counted(waits: readonly Wait[], ...kinds: readonly Kind[]): number[] {
  return waits.filter(({ kind }) => kinds.includes(kind)).map(({ took, excused }) => took - excused);
}

export const longest = (milliseconds: readonly number[]): number => Math.max(0, ...milliseconds);

export function quantile(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
