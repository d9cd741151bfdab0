import { type Kysely, sql } from 'kysely';

/**
 * Records the interface through which files, sessions, messages and records came, as versions and posts have it.
 * Existing rows take it from the audit log and queries. Records of sources have none.
 */
export async function version7(tx: Kysely<unknown>): Promise<void> {
  for (const table of ['files', 'sessions', 'messages', 'records'])
    await tx.schema.alterTable(table).addColumn('interface', 'text').execute();
  await sql`update files set interface = event.interface from audit_events as event
    where event.resource_id = files.id and event.action = 'file.uploaded'`.execute(tx);
  await sql`update sessions set interface = event.interface from audit_events as event
    where event.resource_id = sessions.id and event.action = 'session.started'`.execute(tx);
  await sql`update sessions set interface = event.interface from audit_events as event
    where event.subject_id = sessions.id and event.action = 'query.asked'`.execute(tx);
  await sql`update messages set interface = queries.interface from queries
    where queries.message_id = messages.id`.execute(tx);
  await sql`update records set interface = last.interface from (
      select resource_id, interface, max(id) from audit_events
      where action in ('record.created', 'record.updated')
        and resource_id not in (select record_id from source_rows) group by resource_id) as last
    where last.resource_id = records.id`.execute(tx);
}
