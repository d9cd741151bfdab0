import { type Kysely, sql } from 'kysely';

/**
 * Records the agent of each change. Agents are stored once, and rows refer to them by number. Earlier rows have the
 * application that was named with them. Versions of Views and feed items have an interface from now on.
 */
export async function version15(tx: Kysely<unknown>): Promise<void> {
  const { schema } = tx;
  await schema
    .createTable('agents')
    .addColumn('number', 'integer', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .addUniqueConstraint('agents_by_name', ['name', 'version'])
    .execute();
  for (const table of ['view_versions', 'feed_items'])
    await schema.alterTable(table).addColumn('interface', 'text').execute();
  for (const table of [...withApplications, ...others])
    await schema
      .alterTable(table)
      .addColumn('agent', 'integer', (c) => c.references('agents.number'))
      .execute();
  for (const table of withApplications) {
    const named = sql`from ${sql.table(table)} where client_app is not null`;
    await sql`insert or ignore into agents (name, version) select distinct client_app, '' ${named}`.execute(tx);
    await sql`update ${sql.table(table)} set agent = agents.number from agents
      where agents.name = client_app and agents.version = ''`.execute(tx);
  }
}

const withApplications = ['artifact_versions', 'posts', 'comments', 'audit_events'];
const others = ['files', 'records', 'sessions', 'messages', 'view_versions', 'feed_items'];
