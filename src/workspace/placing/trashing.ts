import type { Db, Tables } from '../../store/tables.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';
import { findEntry, insertEntry } from './trash-entries-sql.ts';

/** Something that goes to the trash. */
export type Trashed = Pick<Tables['trash'], 'id' | 'type' | 'title'> &
  Partial<Pick<Tables['trash'], 'owner_id' | 'channel_id' | 'data_set' | 'name'>>;

/** Notes that something is in the trash since a time. The caller hides it in the same transaction. */
export async function enterTrash(tx: Db, { caller }: Context, trashed: Trashed, at: string): Promise<void> {
  await insertEntry(tx, {
    id: trashed.id,
    organization_id: caller.organizationId,
    type: trashed.type,
    title: trashed.title,
    owner_id: trashed.owner_id ?? null,
    channel_id: trashed.channel_id ?? null,
    data_set: trashed.data_set ?? null,
    name: trashed.name ?? null,
    trashed_at: at,
    trashed_by: caller.userId,
    is_purging: 0,
  });
}

/** Notes who deleted it. `subjectId` is the Data Set of a record. */
export const auditDeletion = (tx: Db, { caller }: Context, { type, id }: Trashed, subjectId?: string): Promise<void> =>
  audit(tx, caller, `${type}.deleted`, id, { subjectId });

/**
 * Whether a repeated deletion is harmless. To users who may not restore it the resource does not exist. A channel that
 * is named must be its own.
 */
export async function isInTrash(tx: Db, { caller }: Context, id: string, channelId?: string): Promise<boolean> {
  const [entry] = await findEntry(tx, { ...readerOf(caller), id });
  return entry !== undefined && (channelId === undefined || entry.channel_id === channelId);
}
