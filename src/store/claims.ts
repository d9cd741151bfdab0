import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a lease has expired, given the column of its end. An end too far ahead stems from before the clock was set
 * back.
 */
export const hasLapsed = (claimedUntil: string, now: number, claimMs: number): RawBuilder<boolean> =>
  sql`(${sql.ref(claimedUntil)} <= ${now} or ${sql.ref(claimedUntil)} > cast(${now} as bigint) + ${sql.lit(2 * claimMs)})`;
