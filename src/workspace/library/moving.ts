import type { ClientApp } from '../../../schemas/common.ts';
import { homeOfResource } from '../../search/homes-sql.ts';
import { forgetText, indexText, inlineBytes } from '../../search/indexing.ts';
import type { Steps } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { viaColumns } from '../../store/via.ts';
import { roleInChannelOf, writableChannelId } from '../channels/channels.ts';
import { authorize } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Context } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';
import { findArtifact, hideFromFeed, showLeftOf, showMoved, thinFeed } from '../placing/feed-items.ts';
import { isLinked } from '../placing/links.ts';
import { type ArtifactRow, findText } from './artifacts-sql.ts';

/** The channels between which an artifact moves. Null stands for none. */
interface Move {
  readonly from: string | null;
  readonly to: string | null;
}

/** The move of an artifact that the caller may edit; undefined where it is at home there already. */
export async function allowedMove(
  db: Db,
  context: Context,
  { id, created_by: createdById }: ArtifactRow,
  channel: string | null,
): Promise<Move | undefined> {
  const to = channel === null ? null : await writableChannelId(db, context, channel);
  const from = (await findArtifact(db, { id }))[0]!.channel_id;
  if (from === to) return undefined;
  if (from !== null) authorize(context.caller, 'artifact.move', { homeRole: await roleInChannelOf(db, context, from) });
  if (to === null) authorize(context.caller, 'artifact.withdraw', { createdById });
  return { from, to };
}

/** Empties the feed that an artifact is to leave, but for its newest items. Others write in between. */
export async function* makeWay(tx: Db, context: Context, artifact: ArtifactRow, channel: string | null): Steps<void> {
  const move = await allowedMove(tx, context, artifact, channel);
  if (!move) return;
  if (await leavesFeed(tx, artifact.id, move)) while (await thinFeed(tx, artifact.id, move.from!)) yield;
  yield* showLeftOf(tx, artifact.id);
}

const isLinkedTo = (tx: Db, id: string, targetId: string) => isLinked(tx, id, { targetType: 'channel', targetId });

/** Whether the channel that it leaves will not show it any more. */
const leavesFeed = async (tx: Db, id: string, { from }: Move): Promise<boolean> =>
  from !== null && !(await isLinkedTo(tx, id, from));

interface Change {
  readonly channel: string | null;
  readonly clientApp: ClientApp | undefined;
  /** Whether a new version follows, which is then shown and indexed. */
  readonly addsVersion: boolean;
}

/** Moves an artifact home to another channel. Its links stay, and so does what was said of it in channels. */
export async function moveHome(
  tx: Db,
  context: Context,
  artifact: ArtifactRow,
  { channel, clientApp, addsVersion }: Change,
): Promise<void> {
  const move = await allowedMove(tx, context, artifact, channel);
  if (!move) return;
  const { from, to } = move;
  const { id } = artifact;
  const { caller } = context;
  const homeBefore = await homeOfResource(tx, 'artifact', id);
  await setHome(tx, { id, to });
  if (await leavesFeed(tx, id, move)) await hideFromFeed(tx, id, from!);
  const via = await viaColumns(tx, caller, clientApp);
  const places = { subjectId: to ?? undefined, channelId: from ?? undefined };
  await audit(tx, caller, 'artifact.moved', id, { ...places, clientApp, via });
  if (addsVersion) return;
  if (to !== null && !(await isLinkedTo(tx, id, to)))
    await showMoved(tx, id, to, { at: new Date().toISOString(), actorId: caller.userId, via });
  if ((await homeOfResource(tx, 'artifact', id)) !== homeBefore) await indexAnew(tx, context, artifact);
}

const setHome = prepared((db, by: { id: string; to: string | null }) =>
  db.updateTable('artifacts').set({ channel_id: by.to }).where('id', '=', by.id),
);

/** Indexes the text in the home of its new channel. The indexer reads the rest of a long one later. */
async function indexAnew(tx: Db, { caller }: Context, { id, version_id: versionId, title }: ArtifactRow) {
  await forgetText(tx, id);
  const beginning = { start: 1, length: inlineBytes + 1 };
  const [row] = await findText(tx, { ...readerOf(caller), artifactId: id, versionId, ...beginning });
  const { stretch } = row!;
  const bytes = typeof stretch === 'string' ? Buffer.from(stretch) : stretch;
  await indexText(tx, { type: 'artifact', id, versionId, title }, bytes);
}
