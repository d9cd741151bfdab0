import { TrashedType } from '../../../schemas/trash.ts';
import { readableChannelId } from '../channels/channels.ts';
import { restoreRecord } from '../data/record-rows.ts';
import { notFound } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import { dataSetNumbered } from '../operation/data-set-catalogue.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { deleteEntry, type Entry, findEntries, findEntry, newestEntries } from '../placing/trash-entries-sql.ts';
import type { Db } from '../../store/tables.ts';
import { unmark } from './marks.ts';
import { finishPurge } from './purge.ts';
import { beginPurge, findPurged } from './purged-sql.ts';

export const trash: Handlers<'trash'> = {
  list: (context, input) =>
    context.database.read(async (db) => {
      const { type } = input;
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const before = page.after && page.after.join(' ');
      const types = type === undefined ? TrashedType.options : [type];
      const asked = { ...Object.fromEntries(types.map((each) => [each, 1 as const])), channelId };
      const { keys, end } = await newestEntries(db, context, asked, before, page.take);
      const ids = JSON.stringify(keys.map((key) => key.slice(key.indexOf(' ') + 1)));
      const found = await findEntries(db, { ...readerOf(context.caller), ids });
      const { rows, nextCursor } = page.close(found, (row) => [row.trashed_at, row.id], { end });
      return { trash: rows.map(present), nextCursor };
    }),

  async restore(context, { trashedId, idempotencyKey }) {
    let restored: Entry | undefined;
    const answer = await once(context, idempotencyKey, { trashedId }, async (tx) => {
      const entry = await restorable(tx, context, trashedId);
      const { type, id } = entry;
      await (type === 'record' ? restoreRecord(tx, id) : unmark(tx, type, entry));
      await deleteEntry(tx, { id });
      await audit(tx, context.caller, `${type}.untrashed`, id, { subjectId: await dataSetOf(tx, entry) });
      restored = entry;
      return { restored: { type, id } };
    });
    context.indexer.wake();
    if (restored?.type === 'view') context.dataIndexes.refresh(restored.data_set!);
    return answer;
  },

  /** Its rows are deleted in stretches. A process that ends before leaves the rest to the next maintenance. */
  async remove(context, { trashedId, idempotencyKey }) {
    const { caller, database } = context;
    const answer = await once<{ deleted: true }>(context, idempotencyKey, { trashedId }, async (tx) => {
      if ((await findPurged(tx, { id: trashedId, userId: caller.userId })).length > 0) return { deleted: true };
      const { type, id, organization_id } = await restorable(tx, context, trashedId);
      await beginPurge(tx, { id, organizationId: organization_id, by: caller.userId });
      await audit(tx, caller, `${type}.purged`, id);
      return { deleted: true };
    });
    await finishPurge(database, caller, trashedId);
    context.indexer.wake();
    return answer;
  },
};

/** Tells of a record where it is. */
async function dataSetOf(tx: Db, { type, data_set: number }: Entry): Promise<string | undefined> {
  return type === 'record' ? (await dataSetNumbered(tx, number!)).id : undefined;
}

async function restorable(tx: Db, { caller }: Context, id: string): Promise<Entry> {
  const [entry] = await findEntry(tx, { ...readerOf(caller), id });
  if (!entry) throw notFound('thing in the trash');
  return entry;
}

type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

const present = (row: EntryRow) => ({
  type: row.type,
  id: row.id,
  title: row.title,
  ...(row.channel_id !== null && { channelId: row.channel_id }),
  deletedAt: row.trashed_at,
  deletedBy: { id: row.trashed_by, name: row.deleter_name },
});
