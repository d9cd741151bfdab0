import type { Kysely } from 'kysely';

/** Adds the channel whose member an invited person becomes. */
export async function version29({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('invitations')
    .addColumn('channel_id', 'text', (c) => c.references('channels.id'))
    .execute();
}
