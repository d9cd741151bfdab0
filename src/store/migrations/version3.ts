import type { Kysely } from 'kysely';

/** What a team needs: feeds and discussions, accounts, authorization, foreign issuers. */
export async function version3(tx: Kysely<unknown>): Promise<void> {
  await discussions(tx);
  await accounts(tx);
  await authorization(tx);
  await issuers(tx);
}

/** Posts, comments, reactions, the feed and feedback. */
async function discussions(_tx: Kysely<unknown>): Promise<void> {}

/** Passwords, and how often a wrong one was given. */
async function accounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('passwords')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('changed_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('sign_in_failures')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('sign_in_failures_by_age').on('sign_in_failures').column('at').execute();
}

/** Clients, and what the authorization server keeps. */
async function authorization(_tx: Kysely<unknown>): Promise<void> {}

/** Issuers of subject tokens, whom they speak for, and the tokens that were used. */
async function issuers(_tx: Kysely<unknown>): Promise<void> {}
