import type { TrashedType } from '../../../schemas/trash.ts';
import { forgetText, indexText, isIndexedAtOnce } from '../../search/indexing.ts';
import type { Db } from '../../store/tables.ts';
import { readableChannelId } from '../channels/channels.ts';
import { notFound } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { finishPurge } from './purge.ts';
import {
  deleteEntry,
  findEntries,
  findEntry,
  findPurged,
  insertEntry,
  insertPurged,
  newestEntries,
  startPurge,
} from './trash-sql.ts';

export const trash: Handlers<'trash'> = {
  list: (context, input) =>
    context.database.read(async (db) => {
      const { type } = input;
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const before = page.after && page.after.join(' ');
      const keys = await newestEntries(db, context, { type, channelId }, before, page.take);
      const ids = JSON.stringify(keys.map((key) => key.slice(key.indexOf(' ') + 1)));
      const found = await findEntries(db, { ...readerOf(context.caller), ids });
      const { rows, nextCursor } = page.close(found, (row) => [row.trashed_at, row.id]);
      return { trash: rows.map(present), nextCursor };
    }),

  async restore(context, { trashedId, idempotencyKey }) {
    const answer = await once(context, idempotencyKey, { trashedId }, async (tx) => {
      const { type, id } = await restorable(tx, context, trashedId);
      await bringBack[type](tx, id);
      await deleteEntry(tx, { id });
      await audit(tx, context.caller, `${type}.untrashed`, id);
      return { restored: { type, id } };
    });
    context.indexer.wake();
    return answer;
  },

  /** Its rows are deleted in stretches. A process that ends before leaves the rest to the next maintenance. */
  async remove(context, { trashedId, idempotencyKey }) {
    const { caller, database } = context;
    const answer = await once<{ deleted: true }>(context, idempotencyKey, { trashedId }, async (tx) => {
      if ((await findPurged(tx, { id: trashedId, userId: caller.userId })).length > 0) return { deleted: true };
      const { type, id, organization_id } = await restorable(tx, context, trashedId);
      await startPurge(tx, { id });
      await insertPurged(tx, { id, organization_id, purged_by: caller.userId });
      await audit(tx, caller, `${type}.purged`, id);
      return { deleted: true };
    });
    await finishPurge(database, caller, trashedId);
    return answer;
  },
};

interface Trashed {
  readonly type: TrashedType;
  readonly id: string;
  readonly title: string;
  /** Its home channel. */
  readonly channelId: string | null;
  readonly creatorId: string;
}

/** Hides a resource everywhere at once. What belongs to it stays as it is, and comes back with it. */
export async function moveToTrash(tx: Db, { caller }: Context, trashed: Trashed): Promise<void> {
  const { type, id, title } = trashed;
  const now = new Date().toISOString();
  await tx.updateTable(`${type}s`).set({ trashed_at: now }).where('id', '=', id).execute();
  await insertEntry(tx, {
    id,
    organization_id: caller.organizationId,
    type,
    title,
    channel_id: trashed.channelId,
    creator_id: trashed.creatorId,
    trashed_at: now,
    trashed_by: caller.userId,
    is_purging: 0,
  });
  await forgetText(tx, id);
  await audit(tx, caller, `${type}.deleted`, id);
}

/** Whether a repeated deletion is harmless. To users who may not restore it the resource does not exist. */
export async function isInTrash(tx: Db, { caller }: Context, id: string): Promise<boolean> {
  return (await findEntry(tx, { ...readerOf(caller), id })).length > 0;
}

async function restorable(tx: Db, { caller }: Context, id: string) {
  const [entry] = await findEntry(tx, { ...readerOf(caller), id });
  if (!entry) throw notFound('thing in the trash');
  return entry;
}

/** What to do for each type so that it is seen and found again. */
const bringBack: Record<TrashedType, (tx: Db, id: string) => Promise<void>> = {
  async artifact(tx, id) {
    await tx.updateTable('artifacts').set({ trashed_at: null }).where('id', '=', id).execute();
    const { versionId, title, content } = await tx
      .selectFrom('artifacts')
      .innerJoin('artifact_versions as version', 'version.id', 'artifacts.current_version_id')
      .select(['version.id as versionId', 'version.title', 'version.content'])
      .where('artifacts.id', '=', id)
      .executeTakeFirstOrThrow();
    await indexText(tx, { type: 'artifact', id, versionId, title }, isIndexedAtOnce(content) ? content : undefined);
  },
};

type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

const present = (row: EntryRow) => ({
  type: row.type,
  id: row.id,
  title: row.title,
  ...(row.channel_id !== null && { channelId: row.channel_id }),
  deletedAt: row.trashed_at,
  deletedBy: { id: row.trashed_by, name: row.deleter_name },
});
