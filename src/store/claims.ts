import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a claim is good no more, by the column that says until when it is. One that seems good for much longer than any is was
 * made before the clock was put back.
 */
export const hasLapsed = (claimedUntil: string, now: number, claimMs: number): RawBuilder<boolean> =>
  sql`(${sql.ref(claimedUntil)} <= ${now} or ${sql.ref(claimedUntil)} > ${now} + ${sql.lit(2 * claimMs)})`;
