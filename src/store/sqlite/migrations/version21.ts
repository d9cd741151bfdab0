import type { Kysely } from 'kysely';

/** Adds invitations. The secret of a link is stored as a digest. */
export async function version21({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('secret_digest', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('created_by', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('used_at', 'text')
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('revoked_at', 'text')
    .execute();
  const on = (name: string, ...columns: string[]) => schema.createIndex(name).on('invitations').columns(columns);
  await on('invitations_by_organization', 'organization_id', 'id').execute();
  await on('invitations_by_email', 'organization_id', 'email').execute();
  await on('invitations_by_end', 'expires_at').execute();
}
