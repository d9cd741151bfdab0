import { type RawBuilder, sql } from 'kysely';
import { engineOf } from './engine.ts';
import type { Db } from './tables.ts';

/** The time by which leases begin and expire. Gateways have clocks of their own, and share that of a server. */
export const leaseTime = (db: Db): Promise<number> => engineOf(db).now();

/**
 * Whether a lease has expired, given the column of its end. An end too far ahead stems from before the clock was set
 * back.
 */
export const hasLapsed = (claimedUntil: string, now: number, claimMs: number): RawBuilder<boolean> =>
  sql`(${sql.ref(claimedUntil)} <= ${now} or ${sql.ref(claimedUntil)} > cast(${now} as bigint) + ${sql.lit(2 * claimMs)})`;
