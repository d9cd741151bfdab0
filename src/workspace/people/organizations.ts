import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { isAdministered } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';

export interface OrganizationDetails {
  readonly name: string;
  readonly maxUploadBytes: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** The defaults of a new organisation. A function, because the first use of `Intl` maps five MiB of tables. */
export const newOrganization = () => ({
  maxUploadBytes: limits.uploadBytes,
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
});

export async function insertOrganization(tx: Db, details: OrganizationDetails): Promise<string> {
  const id = newId('org');
  const row = { id, ...columnsOf(details), created_at: new Date().toISOString() };
  await tx.insertInto('organizations').values(row).execute();
  return id;
}

const columnsOf = ({ name, maxUploadBytes, timeZone }: OrganizationDetails) => ({
  name,
  max_upload_bytes: maxUploadBytes,
  time_zone: timeZone,
});

/** The channel that every organisation begins with; its first admin manages it. */
export async function insertFirstChannel(tx: Db, organizationId: string, userId: string): Promise<void> {
  const id = newId('ch');
  const now = new Date().toISOString();
  await tx
    .insertInto('channels')
    .values({
      id,
      organization_id: organizationId,
      slug: 'general',
      name: 'General',
      description: 'Everything that has no channel of its own',
      visibility: 'organization',
      open_writing: 1,
      created_at: now,
      created_by: userId,
      updated_at: now,
      updated_by: userId,
    })
    .execute();
  await tx
    .insertInto('channel_members')
    .values({ channel_id: id, user_id: userId, role: 'manager', created_at: now })
    .execute();
}

/** Adds an organisation on behalf of the owner of the data folder. */
export async function addOrganization(tx: Db, caller: Caller, details: OrganizationDetails) {
  await refuseTaken(tx, caller, details.name);
  const id = await insertOrganization(tx, details);
  await audit(tx, { ...caller, organizationId: id }, 'organization.created', id);
  return organizationNamed(tx, caller, id);
}

export async function updateOrganization(
  tx: Db,
  caller: Caller,
  idOrName: string,
  changes: Partial<OrganizationDetails>,
) {
  const { id, ...details } = await organizationNamed(tx, caller, idOrName);
  if (changes.name !== undefined) await refuseTaken(tx, caller, changes.name, id);
  const row = columnsOf({ ...details, ...changes });
  await tx.updateTable('organizations').set(row).where('id', '=', id).execute();
  await audit(tx, { ...caller, organizationId: id }, 'organization.updated', id);
  return organizationNamed(tx, caller, id);
}

export type OrganizationRow = Awaited<ReturnType<typeof organizationNamed>>;

/**
 * An organisation that the caller administers, by its ID, or by its name where only one has it. An ID goes before a
 * name.
 */
export async function organizationNamed(db: Db, caller: Caller, idOrName: string) {
  const found = await organizationsNamed(db, caller, idOrName);
  const organization = found.find(({ id }) => id === idOrName) ?? found[0];
  if (!organization) throw new WorkspaceError('not_found', `There is no organisation ${idOrName} in this workspace.`);
  if (found.length > 1 && organization.id !== idOrName)
    throw new WorkspaceError('not_found', `Several organisations are named ${idOrName}; give the ID.`);
  return organization;
}

const organizationsNamed = (db: Db, caller: Caller, idOrName: string) =>
  organizationRows(db, caller)
    .where((eb) => eb.or([eb('id', '=', idOrName), eb('name', '=', idOrName)]))
    .execute();

/** Refuses a name that stands for another organisation that the caller administers. Others stay unknown. */
async function refuseTaken(tx: Db, caller: Caller, name: string, ownId?: string): Promise<void> {
  const others = (await organizationsNamed(tx, caller, name)).filter(({ id }) => id !== ownId);
  if (others.length > 0)
    throw new WorkspaceError('already_exists', `Another organisation has the name or ID ${name}; choose another name.`);
}

/** The organisations that the caller administers. */
export function organizationRows(db: Db, caller: Caller) {
  return db
    .selectFrom('organizations')
    .where(isAdministered(caller, 'organizations.id'))
    .select((eb) => [
      'organizations.id',
      'organizations.name',
      'organizations.max_upload_bytes as maxUploadBytes',
      'organizations.time_zone as timeZone',
      'organizations.created_at as createdAt',
      eb
        .selectFrom('users')
        .select((users) => users.fn.countAll<number>().as('users'))
        .whereRef('users.organization_id', '=', 'organizations.id')
        .where('users.removed_at', 'is', null)
        .as('users'),
    ]);
}
