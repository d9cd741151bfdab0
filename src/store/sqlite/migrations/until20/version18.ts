import { type Kysely, sql } from 'kysely';

/**
 * Numbers audit events in the order of commits, and names who sees each change: a channel's readers, or a person. A
 * change that several see has rows of its own. Nobody sees changes of older releases.
 */
export async function version18(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  await sql`alter table audit_events rename to unnumbered_events`.execute(tx);
  await schema
    .createTable('audit_events')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('organization_id', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('resource_id', 'text', (c) => c.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('interface', 'text', (c) => c.notNull())
    .addColumn('client_app', 'text')
    .addColumn('agent', 'integer', (c) => c.references('agents.number'))
    .addColumn('audience', 'text')
    .execute();
  const kept = sql.raw(
    'id, organization_id, at, user_id, action, resource_id, subject_id, interface, client_app, agent',
  );
  await sql`insert into audit_events (${kept}) select ${kept} from unnumbered_events order by rowid`.execute(tx);
  await schema.dropTable('unnumbered_events').execute();
  await schema
    .createIndex('audit_events_by_audience')
    .on('audit_events')
    .column('audience')
    .where(sql.ref('audience'), 'is not', null)
    .execute();
  await schema
    .createTable('change_audiences')
    .addColumn('audience', 'text', (c) => c.notNull())
    .addColumn('event', 'integer', (c) => c.notNull().references('audit_events.number'))
    .addColumn('is_attached', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('change_audiences_key', ['audience', 'event'])
    .modifyEnd(sql`without rowid`)
    .execute();
}
