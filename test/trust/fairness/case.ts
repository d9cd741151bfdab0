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

/** What was seen of a case. */
export interface Seen extends Report {
  readonly waits: readonly Wait[];
}

/** One way to make others wait. */
export interface Case<Prepared = unknown> {
  readonly name: string;
  /** What hostile ones do. */
  readonly does: string;
  /** So many times as long as others it takes. */
  readonly slower?: number;
  /** Whether it is left out of what a change must pass. */
  readonly isLong?: boolean;
  /** Puts the product into the situation; what is returned is JSON that the hostile ones are told. */
  prepare?(stage: Stage): Promise<Prepared>;
  /** What hostile ones do until it is over, each list member in a process of its own. */
  readonly attacks: readonly ((hostile: Hostile, prepared: Prepared) => Promise<void>)[];
  /** Promises that are broken beyond those of every case. */
  broken?(seen: Seen): readonly string[];
  /** The operations for which there was no time. The case is then tried again for longer. */
  missing?(report: Report): readonly string[];
}
