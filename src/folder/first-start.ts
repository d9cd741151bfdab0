import { randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import type { Db } from '../store/tables.ts';
import { hasSchema } from '../store/sqlite/migrations.ts';
import { newId } from '../store/ids.ts';
import { insertOrganization, newOrganization } from '../workspace/people/organizations.ts';
import { insertUser } from '../workspace/people/user-accounts.ts';

export interface Installation {
  /** The data folder's identifier: issuer and audience of the tokens that its key signs. */
  readonly id: string;
  readonly cursorSecret: string;
}

/**
 * Creates the organization, its local admin and the channel `general` in an empty workspace (CONTRACT section 11). If
 * several processes start at once, one does it.
 */
export async function firstStart(database: Database, userName: string): Promise<Installation> {
  return (
    (await database.read(findInstallation)) ??
    database.write('service', async (tx) => (await findInstallation(tx)) ?? install(tx, userName))
  );
}

/** The installation of an existing workspace. Undefined in an empty database, which a killed first start may leave. */
export async function findInstallation(db: Db): Promise<Installation | undefined> {
  if (!(await hasSchema(db))) return undefined;
  const row = await db.selectFrom('installation').select(['id', 'cursor_secret']).executeTakeFirst();
  return row && { id: row.id, cursorSecret: row.cursor_secret };
}

async function install(tx: Db, userName: string): Promise<Installation> {
  const id = newId('ins');
  const cursorSecret = randomBytes(32).toString('base64url');
  const row = { id, cursor_secret: cursorSecret, created_at: new Date().toISOString() };
  await tx.insertInto('installation').values(row).execute();
  const organizationId = await insertOrganization(tx, { name: 'Workspace', ...newOrganization() });
  await insertUser(tx, { organizationId, name: userName, email: null, role: 'admin' });
  return { id, cursorSecret };
}
