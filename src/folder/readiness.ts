import { access, constants } from 'node:fs/promises';
import { sql } from 'kysely';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Database } from '../store/database.ts';

export interface Storage {
  readonly database: Database;
  readonly blobs: Blobs;
  /** The file of the signing keys, unless the database has them. */
  readonly keyFile: string | undefined;
  /** The signing keys, read again if they changed. */
  readonly keys: () => Promise<readonly unknown[]>;
}

/** Throws `unavailable` unless the database answers, blobs can be read and written, and tokens can be verified. */
export async function checkReadiness({ database, blobs, keyFile, keys }: Storage): Promise<void> {
  await otherwise('The storage of this workspace cannot be reached.', async () => {
    database.checkPlace();
    await database.read((db) => sql`select 1`.execute(db));
  });
  await blobs.ready();
  await otherwise('The signing keys of this workspace are missing or cannot be read; put them back.', async () => {
    if (keyFile !== undefined) await access(keyFile, constants.R_OK);
    if ((await keys()).length === 0) throw new Error('There are none.');
  });
}

/** Hides the system's message, because it names paths. */
async function otherwise(sentence: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch {
    throw new WorkspaceError('unavailable', sentence);
  }
}
