import { randomBytes } from 'node:crypto';
import type { Database } from '../store/database.ts';
import type { Db } from '../store/tables.ts';
import { engineOf } from '../store/engine.ts';
import { newId } from '../store/ids.ts';
import { insertOrganization, newOrganization } from '../workspace/people/organizations.ts';
import { insertUser } from '../workspace/people/user-accounts.ts';

export interface Installation {
  /** The data folder's identifier: issuer and audience of the tokens that its key signs. */
  readonly id: string;
  readonly cursorSecret: string;
  /** Where the blobs are: `folder`, or a bucket with a prefix. */
  readonly blobs: string;
}

/**
 * Creates the organization, its local admin and the channel `general` in an empty workspace (CONTRACT section 11). If
 * several processes start at once, one does it.
 */
export async function firstStart(database: Database, { userName, blobs, admit }: New): Promise<Installation> {
  const made = async (tx: Db): Promise<Installation> => {
    await admit();
    return install(tx, userName, blobs);
  };
  return (
    (await database.read(installationIn)) ??
    database.write('service', async (tx) => (await installationIn(tx)) ?? made(tx))
  );
}

interface New {
  readonly userName: string;
  readonly blobs: string;
  /** Refuses by throwing, before anything is made. */
  readonly admit: () => Promise<void>;
}

/** The installation of an existing workspace. Undefined in an empty database, which a killed first start may leave. */
export async function findInstallation(db: Db): Promise<Installation | undefined> {
  return (await engineOf(db).hasTables()) ? installationIn(db) : undefined;
}

async function installationIn(db: Db): Promise<Installation | undefined> {
  const row = await db.selectFrom('installation').select(['id', 'cursor_secret', 'blobs']).executeTakeFirst();
  return row && { id: row.id, cursorSecret: row.cursor_secret, blobs: row.blobs ?? 'folder' };
}

async function install(tx: Db, userName: string, blobs: string): Promise<Installation> {
  const installation = await insertInstallation(tx, blobs);
  const organizationId = await insertOrganization(tx, { name: 'Workspace', ...newOrganization() });
  await insertUser(tx, { organizationId, name: userName, email: null, role: 'admin' });
  return installation;
}

/** An installation that nothing else knows. Tokens and cursors of any other are refused. */
export async function insertInstallation(tx: Db, blobs: string): Promise<Installation> {
  const id = newId('ins');
  const cursorSecret = randomBytes(32).toString('base64url');
  const row = { id, cursor_secret: cursorSecret, created_at: new Date().toISOString(), blobs: columnOf(blobs) };
  await tx.insertInto('installation').values(row).execute();
  return { id, cursorSecret, blobs };
}

/** Says that the blobs are there from now on. Objects of the bucket that they were in are gone. */
export async function recordBlobs(tx: Db, place: string): Promise<void> {
  await tx
    .updateTable('installation')
    .set({ blobs: columnOf(place) })
    .execute();
  const others = tx.updateTable('blobs').set({ gone_at: new Date().toISOString() }).where('gone_at', 'is', null);
  await others.where('bucket', '!=', place).execute();
}

/** A place of blobs as its column has it. */
const columnOf = (blobs: string): string | null => (blobs === 'folder' ? null : blobs);
