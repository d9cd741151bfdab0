import { type Kysely, sql } from 'kysely';
import { documentFormatOf } from '../../../../../schemas/files.ts';

/**
 * Adds texts extracted from documents: PDF, Office files and HTML pages. Stored documents are queued for extraction.
 */
export async function version5(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  await schema
    .createTable('file_texts')
    .addColumn('file_id', 'text', (c) => c.primaryKey().references('files.id'))
    .addColumn('owner_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('claimed_until', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('sha256', 'text')
    .addColumn('size', 'integer')
    .addColumn('is_cut', 'integer', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('file_texts_by_turn')
    .on('file_texts')
    .columns(['owner_id', 'attempts', 'file_id'])
    .where(sql.ref('status'), '=', 'pending')
    .execute();
  await schema
    .createIndex('file_texts_by_claim')
    .on('file_texts')
    .column('claimed_until')
    .where(sql.ref('status'), '=', 'pending')
    .execute();
  await schema.createIndex('file_texts_by_digest').on('file_texts').column('sha256').execute();
  await extractAnew(tx);
  // HTML pages were indexed with their markup, perhaps only in part.
  await sql`delete from index_queue where resource_id in (select file_id from file_texts)`.execute(tx);
}

async function extractAnew(tx: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ type: string }>`select distinct content_type as type from files`.execute(tx);
  for (const [format, group] of Map.groupBy(rows, ({ type }) => documentFormatOf(type))) {
    if (!format) continue;
    const types = JSON.stringify(group.map(({ type }) => type));
    await sql`insert into file_texts (file_id, owner_id, format, status, attempts, claimed_until, is_cut)
      select id, created_by, ${format}, 'pending', 0, 0, 0 from files
      where content_type in (select value from json_each(${types}))`.execute(tx);
  }
}
