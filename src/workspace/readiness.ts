import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { WorkspaceError } from '../../schemas/errors.ts';
import type { Database } from '../store/database.ts';

/** Refuses with `unavailable` unless the database answers and blobs can be written. */
export async function checkReadiness(database: Database, blobFolder: string): Promise<void> {
  try {
    database.checkPlace();
    await database.read((db) => sql`select 1`.execute(db));
    const exists = await stat(blobFolder).catch(() => undefined);
    await access(exists ? blobFolder : dirname(blobFolder), constants.W_OK);
  } catch {
    throw new WorkspaceError('unavailable', 'The storage of this workspace cannot be reached.');
  }
}
