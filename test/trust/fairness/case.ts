import type { Account } from '../../support/rest.ts';
import type { Hostile } from './hostile.ts';
import type { Report } from './report.ts';
import type { Town } from './town.ts';
import type { Wait } from './waits.ts';

/** Where a case is prepared: a gateway runs on the data folder. */
export interface Stage {
  readonly dataFolder: string;
  readonly url: string;
  readonly town: Town;
  readonly member: Account;
  readonly stranger: Account;
  /** By hand, as many rows as were reported; otherwise fewer. */
  readonly long: boolean;
  readonly seed: number;
}

/** The observations of one case. */
export interface Seen extends Report {
  readonly waits: readonly Wait[];
}

/** One way to make others wait. */
export interface Case<Prepared = unknown> {
  readonly name: string;
  /** A description of the hostile users' acts, as the rest of a sentence. */
  readonly does: string;
  /** The case takes this many times as long as others. */
  readonly slower?: number;
  /** Whether it is left out of what a change must pass. */
  readonly isLong?: boolean;
  /** Puts the product into the situation; what is returned is JSON that the hostile ones are told. */
  prepare?(stage: Stage): Promise<Prepared>;
  /** The acts of hostile users until the case is over. Each member of the list has a process of its own. */
  readonly attacks: readonly ((hostile: Hostile, prepared: Prepared) => Promise<void>)[];
  /** Promises that are broken beyond those of every case. */
  broken?(seen: Seen): readonly string[];
  /** The operations for which there was no time. The case is then tried again for longer. */
  missing?(report: Report): readonly string[];
}
