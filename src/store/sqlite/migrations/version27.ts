import { type Kysely, sql } from 'kysely';

/** Adds the place of the blobs, and which object of a bucket holds which blob. */
export async function version27(tx: Kysely<unknown>): Promise<void> {
  await tx.schema.alterTable('installation').addColumn('blobs', 'text').execute();
  await tx.schema
    .createTable('blobs')
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('bucket', 'text', (c) => c.notNull())
    .addColumn('object', 'text', (c) => c.notNull())
    .addColumn('size', 'integer', (c) => c.notNull())
    .addColumn('kept_at', 'text', (c) => c.notNull())
    .addColumn('stored_at', 'text')
    .addColumn('gone_at', 'text')
    .addPrimaryKeyConstraint('blobs_key', ['sha256', 'object'])
    .execute();
  // Most objects are live. The hourly sweep looks for the few that are gone.
  await tx.schema
    .createIndex('blobs_gone')
    .on('blobs')
    .columns(['sha256', 'object'])
    .where(sql.ref('gone_at'), 'is not', null)
    .execute();
}
