import { newId } from '../../src/store/ids.ts';
import { openWorkspace } from '../../src/folder/open.ts';

export interface NewUser {
  readonly email: string;
  /** Default: the address. */
  readonly name?: string;
  readonly role?: 'admin' | 'member';
  /** Another organisation than the workspace's own, made on the way. */
  readonly organization?: string;
}

/** Adds users to a data folder, whose tokens `workspace token --user` then prints; returns their IDs by address. */
export async function addUsers(dataFolder: string, ...users: NewUser[]): Promise<Record<string, string>> {
  const { database, close } = await openWorkspace({ dataFolder, userName: 'local', onError: () => {} });
  const ids: Record<string, string> = {};
  await database.write('service', async (tx) => {
    const home = await tx.selectFrom('organizations').select('id').orderBy('id').executeTakeFirstOrThrow();
    for (const { email, name = email, role = 'member', organization } of users) {
      const now = new Date().toISOString();
      const organizationId = organization ? newId('org') : home.id;
      if (organization) {
        const row = {
          id: organizationId,
          name: organization,
          max_upload_bytes: 52_428_800,
          time_zone: 'UTC',
          created_at: now,
        };
        await tx.insertInto('organizations').values(row).execute();
      }
      ids[email] = newId('usr');
      const row = { id: ids[email], organization_id: organizationId, name, email, role, created_at: now };
      await tx.insertInto('users').values(row).execute();
    }
  });
  await close();
  return ids;
}
