import { type Kysely, sql } from 'kysely';

/** Creates questions in prose with their answers, and the sources of an assistant's message. */
export async function version4({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('messages').addColumn('sources', 'text').execute();
  await schema
    .createTable('queries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('organization_id', 'text', (c) => c.notNull().references('organizations.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('session_id', 'text', (c) => c.notNull().references('sessions.id'))
    .addColumn('message_id', 'text', (c) => c.notNull().references('messages.id'))
    .addColumn('answer_message_id', 'text', (c) => c.references('messages.id'))
    .addColumn('channel_id', 'text', (c) => c.references('channels.id'))
    .addColumn('view_id', 'text', (c) => c.references('views.id'))
    .addColumn('interface', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('claim', 'text')
    .addColumn('claimed_until', 'integer')
    .addColumn('claimed_at', 'integer')
    .addColumn('answer', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('completed_at', 'text')
    .execute();
  const index = (name: string, columns: string[]) => schema.createIndex(name).on('queries').columns(columns);
  const isOpen = sql<boolean>`completed_at is null`;
  await index('queries_open', ['status', 'id']).where(isOpen).execute();
  await index('queries_open_by_session', ['session_id', 'id']).where(isOpen).execute();
  await index('queries_by_asker', ['user_id', 'id']).execute();
  await index('queries_by_status', ['user_id', 'status', 'id']).execute();
  await index('queries_by_turn', ['user_id', 'claimed_at']).execute();
}
