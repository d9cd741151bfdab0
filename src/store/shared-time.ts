import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './engine.ts';
import type { Db } from './tables.ts';

/** The time in ms by which leases, sign-ins and turns begin and end. Gateways have clocks of their own, and share that of a server. */
export const sharedTime = (db: Db): Promise<number> => engineOf(db).now();

/** The same in whole seconds, as tokens have them. */
export const sharedSeconds = async (db: Db): Promise<number> => Math.floor((await sharedTime(db)) / 1_000);

/**
 * Whether a lease has expired, given the column of its end. An end too far ahead stems from before the clock was set
 * back.
 */
export const hasLapsed = (claimedUntil: string, now: number, claimMs: number): RawBuilder<boolean> =>
  sql`(${sql.ref(claimedUntil)} <= ${now} or ${sql.ref(claimedUntil)} > cast(${now} as bigint) + ${sql.lit(2 * claimMs)})`;
