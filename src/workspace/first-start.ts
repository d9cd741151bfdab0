import { randomBytes } from 'node:crypto';
import { limits } from '../../schemas/limits.ts';
import type { Database, Db } from '../store/database.ts';
import { hasSchema } from '../store/migrations.ts';
import { newId } from '../store/ids.ts';

export interface Installation {
  /** The data folder's own identifier: issuer and audience of the tokens that its key signs. */
  readonly id: string;
  readonly cursorSecret: string;
}

/**
 * Makes the organisation, its local admin and the channel `general` in an empty workspace (CONTRACT section 11).
 * Of several processes that start at once, one does it.
 */
export async function firstStart(database: Database, userName: string): Promise<Installation> {
  return (
    (await database.read(findInstallation)) ??
    database.write(async (tx) => (await findInstallation(tx)) ?? install(tx, userName))
  );
}

/** The installation of a workspace that exists; undefined in an empty database, which a first start that was killed may leave. */
export async function findInstallation(db: Db): Promise<Installation | undefined> {
  if (!(await hasSchema(db))) return undefined;
  const row = await db.selectFrom('installation').select(['id', 'cursor_secret']).executeTakeFirst();
  return row && { id: row.id, cursorSecret: row.cursor_secret };
}

async function install(tx: Db, userName: string): Promise<Installation> {
  const now = new Date().toISOString();
  const [id, organization, user, channel] = [newId('ins'), newId('org'), newId('usr'), newId('ch')];
  const cursorSecret = randomBytes(32).toString('base64url');
  await tx.insertInto('installation').values({ id, cursor_secret: cursorSecret, created_at: now }).execute();
  await tx
    .insertInto('organizations')
    .values({
      id: organization,
      name: 'Workspace',
      max_upload_bytes: limits.uploadBytes,
      time_zone: localTimeZone(),
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('users')
    .values({ id: user, organization_id: organization, name: userName, email: null, role: 'admin', created_at: now })
    .execute();
  await tx
    .insertInto('channels')
    .values({
      id: channel,
      organization_id: organization,
      slug: 'general',
      name: 'General',
      description: 'For everything that has no channel of its own',
      visibility: 'organization',
      open_writing: 1,
      created_at: now,
      created_by: user,
      updated_at: now,
      updated_by: user,
    })
    .execute();
  await tx
    .insertInto('channel_members')
    .values({ channel_id: channel, user_id: user, role: 'manager', created_at: now })
    .execute();
  return { id, cursorSecret };
}

const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
