import type { Db } from '../../store/tables.ts';
import { managedChannel, readableChannel, roleInChannelOf, writableChannelId } from '../channels/channels.ts';
import { visibleSession } from '../conversations/sessions.ts';
import { readableDataSet } from '../data/data-set-access.ts';
import { viewIn } from '../data/saved-views.ts';
import { editableArtifact } from '../library/artifacts-sql.ts';
import { readableFile } from '../library/files.ts';
import { authorize } from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { findArtifact } from '../placing/feed-items.ts';
import { auditDeletion, enterTrash, isInTrash, type Trashed } from '../placing/trashing.ts';
import { findCreatorOfDataSet, mark, type MarkedType } from './marks.ts';

type Named = Trashed & { readonly type: MarkedType };
type Removal<Group extends 'artifacts' | 'channels' | 'dataSets' | 'files' | 'sessions' | 'views'> = Pick<
  Handlers<Group>,
  'remove'
>;

/** Hides something everywhere at once. All that belongs to it stays as it is, and comes back with it. */
async function moveToTrash(tx: Db, context: Context, trashed: Named): Promise<void> {
  const at = new Date().toISOString();
  await mark(tx, trashed.type, trashed.id, at);
  await enterTrash(tx, context, trashed, at);
  await auditDeletion(tx, context, trashed);
}

/**
 * Deletes what `find` finds and the caller may delete. It finds nothing where that is in the trash already. `afterwards`
 * runs once it is gone.
 */
const removing =
  <Input extends { readonly idempotencyKey?: string | undefined }>(
    find: (tx: Db, context: Context, input: Input) => Promise<Named | undefined>,
    afterwards: (context: Context, removed: Named) => void = () => {},
  ) =>
  async (context: Context, input: Input): Promise<{ deleted: true }> => {
    const { idempotencyKey, ...request } = input;
    let found: Named | undefined;
    const answer = await once(context, idempotencyKey, request, async (tx) => {
      found = await find(tx, context, input);
      if (found) await moveToTrash(tx, context, found);
      return { deleted: true } as const;
    });
    if (found) afterwards(context, found);
    return answer;
  };

export const artifactRemoval: Removal<'artifacts'> = {
  remove: removing(async (tx, context, { artifactId }) => {
    if (await isInTrash(tx, context, artifactId)) return undefined;
    const { id, title, created_by: owner_id } = await editableArtifact(tx, context, artifactId);
    const [home] = await findArtifact(tx, { id });
    return { type: 'artifact', id, title, owner_id, channel_id: home!.channel_id };
  }),
};

export const fileRemoval: Removal<'files'> = {
  remove: removing(async (tx, context, { fileId }) => {
    if (await isInTrash(tx, context, fileId)) return undefined;
    const { id, file_name: title, created_by: owner_id } = await readableFile(tx, context, fileId);
    authorize(context.caller, 'file.delete', { createdById: owner_id });
    return { type: 'file', id, title, owner_id };
  }),
};

export const sessionRemoval: Removal<'sessions'> = {
  remove: removing(async (tx, context, { sessionId }) => {
    if (await isInTrash(tx, context, sessionId)) return undefined;
    const { id, title, owner_id } = await visibleSession(tx, context, sessionId);
    authorize(context.caller, 'session.delete', { ownerId: owner_id });
    return { type: 'session', id, title, owner_id };
  }),
};

export const viewRemoval: Removal<'views'> = {
  remove: removing(
    async (tx, context, { channelId: channel, viewId }) => {
      const channel_id = await writableChannelId(tx, context, channel);
      if (await isInTrash(tx, context, viewId, channel_id)) return undefined;
      const { id, name: title, data_set, slug: name } = await viewIn(tx, channel_id, viewId);
      return { type: 'view', id, title, channel_id, data_set, name };
    },
    ({ dataIndexes }, { data_set }) => dataIndexes.refresh(data_set!),
  ),
};

export const dataSetRemoval: Removal<'dataSets'> = {
  remove: removing(
    async (tx, context, { channelId, objectTypeId }) => {
      const { id: channel_id } = await readableChannel(tx, context, channelId);
      if (await isInTrash(tx, context, objectTypeId, channel_id)) return undefined;
      const {
        id,
        number,
        name: title,
        objectType: name,
      } = await readableDataSet(tx, context, channel_id, objectTypeId);
      const [creator] = await findCreatorOfDataSet(tx, { number });
      const owner_id = creator!.created_by;
      const role = (await roleInChannelOf(tx, context, channel_id))!;
      authorize(context.caller, 'dataSet.delete', { createdById: owner_id, role });
      return { type: 'data_set', id, title, owner_id, channel_id, data_set: number, name };
    },
    ({ dataIndexes }, { id }) => dataIndexes.refresh(id),
  ),
};

export const channelRemoval: Removal<'channels'> = {
  remove: removing(async (tx, context, { channelId }) => {
    if (await isInTrash(tx, context, channelId)) return undefined;
    const { id, name: title, slug: name } = await managedChannel(tx, context, channelId);
    return { type: 'channel', id, title, channel_id: id, name };
  }),
};
