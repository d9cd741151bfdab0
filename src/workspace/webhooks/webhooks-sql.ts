import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ActivityType } from '../../../schemas/activity.ts';
import { limits } from '../../../schemas/limits.ts';
import { engineOf } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import { hasLapsed, sharedTime } from '../../store/shared-time.ts';
import type { RemoveSome } from '../../store/stretches.ts';
import type { Db, Tables } from '../../store/tables.ts';

/** How long a delivery may take until its process is taken for dead. */
const claimMs = 3 * limits.webhookSeconds * 1_000;

/** The activity that a webhook sends, on the authority of its owner as they stand now. */
export interface DueWebhook {
  readonly id: string;
  readonly owner: { readonly userId: string; readonly organizationId: string; readonly role: 'admin' | 'member' };
  readonly url: string;
  readonly channelId: string | undefined;
  readonly types: ActivityType[] | undefined;
  readonly secret: string;
  readonly cursor: string;
  readonly failures: number;
  /** The number of the newest event of its organization. */
  readonly newest: number;
  /** Milliseconds since 1970. */
  readonly failingSince: number | undefined;
}

/** The webhooks that stand: no sign-out, new password or removal of their owner has ended them. */
export const standing = (db: Db) =>
  db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .where('users.removed_at', 'is', null)
    .whereRef('users.tokens_valid_from', '<=', 'webhooks.since');

const due = (db: Db, by: { now: number }) =>
  standing(db)
    .select([
      'webhooks.id',
      'webhooks.user_id as userId',
      'webhooks.organization_id as organizationId',
      'users.role',
      'webhooks.url',
      'webhooks.channel_id as channelId',
      'webhooks.types',
      'webhooks.secret',
      'webhooks.cursor',
      'webhooks.failures',
      'webhooks.failing_since as failingSince',
      engineOf(db).newestEvent(sql.ref('webhooks.organization_id')).as('newest'),
    ])
    .where('webhooks.stopped_at', 'is', null)
    .where('webhooks.next_try_at', '<=', by.now)
    .where(hasLapsed('webhooks.claimed_until', by.now, claimMs))
    .orderBy('webhooks.tried_at');

const findDue = prepared(due);
const findFailing = prepared((db, by: { now: number }) => due(db, by).where('webhooks.failures', '>', sql.lit(0)));

/** The webhooks that no process delivers and that may be tried, or only failing ones. The longest wait comes first. */
export async function dueWebhooks(db: Db, onlyFailing: boolean): Promise<DueWebhook[]> {
  const rows = await (onlyFailing ? findFailing : findDue)(db, { now: await sharedTime(db) });
  return rows.map(({ userId, organizationId, role, channelId, types, failingSince, newest, ...row }) => ({
    ...row,
    owner: { userId, organizationId, role },
    channelId: channelId ?? undefined,
    newest: newest ?? 0,
    types: types === null ? undefined : (JSON.parse(types) as ActivityType[]),
    failingSince: failingSince ?? undefined,
  }));
}

/** Claims a webhook that stands where it was read. Returns the token of the claim, unless another process was faster. */
export async function claimWebhook(tx: Db, { id, cursor }: DueWebhook, now: number): Promise<string | undefined> {
  const claim = randomUUID();
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ claim, claimed_until: now + claimMs })
    .where('id', '=', id)
    .where('cursor', '=', cursor)
    .where('stopped_at', 'is', null)
    .where(hasLapsed('claimed_until', now, claimMs))
    .executeTakeFirst();
  return numUpdatedRows > 0n ? claim : undefined;
}

/** Moves a webhook over changes that are not sent. */
export const moveCursor = (tx: Db, { id, cursor: from }: DueWebhook, cursor: string) =>
  tx.updateTable('webhooks').set({ cursor }).where('id', '=', id).where('cursor', '=', from).execute();

/** The columns that a try changes. */
export type Kept = Partial<Omit<Selectable<Tables['webhooks']>, 'id' | 'claim' | 'claimed_until'>>;

/** Keeps what became of a delivery, and gives back its claim. */
export async function keepOutcome(tx: Db, claim: string, outcome: Kept): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...outcome, claim: null, claimed_until: 0 })
    .where('claim', '=', claim)
    .execute();
}

/** Deletes some of the webhooks that no longer stand. */
export const forgetEndedWebhooks: RemoveSome = async (tx) => {
  const ended = tx
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .select('webhooks.id')
    .where(sql<boolean>`(users.removed_at is not null or users.tokens_valid_from > webhooks.since)`)
    .limit(limits.rowsRemovedAtOnce);
  const { numDeletedRows } = await tx.deleteFrom('webhooks').where('id', 'in', ended).executeTakeFirst();
  return Number(numDeletedRows);
};
