import { type Kysely, sql } from 'kysely';

/** Adds indexes for the lists of an organisation's users and feedback, and for the issuer that vouched for a user. */
export async function version14({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('users_present')
    .on('users')
    .columns(['organization_id', 'id'])
    .where(sql.ref('removed_at'), 'is', null)
    .execute();
  await schema.createIndex('issuer_subjects_by_user').on('issuer_subjects').column('user_id').execute();
  await schema.createIndex('feedback_by_organization').on('feedback').columns(['organization_id', 'id']).execute();
}
