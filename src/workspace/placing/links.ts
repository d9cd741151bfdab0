import { invalidRequest } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { homeOf, homeOfChannel, homeOfResource } from '../../search/homes-sql.ts';
import type { Db, LinkedType } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import { viaColumns } from '../../store/via.ts';
import type { Steps } from '../../store/database.ts';
import { Turn } from '../../turns/turn.ts';
import { authorize, linkIsVisible, notFound, type Reader, sessionIsVisible } from '../operation/access.ts';
import { writableChannelId } from '../channels/channels.ts';
import type { Context } from '../operation/context.ts';
import { findArtifact, hideFromFeed, showAttached, thinFeed } from './feed-items.ts';
import { readerOf } from '../operation/reader.ts';
import { countAttached, findAudiences, removeSomeLinks, targetComesAfter } from './links-sql.ts';
import { writableRecord } from './record-places.ts';

export interface Destination {
  readonly targetType: 'channel' | 'session' | 'record';
  readonly targetId: string;
}

interface Link extends Destination {
  readonly createdAt: string;
}

/** A destination that the caller may write to, by its canonical ID. */
export async function writableDestination(
  db: Db,
  context: Context,
  { targetType, targetId }: Destination,
): Promise<Destination> {
  switch (targetType) {
    case 'channel':
      return { targetType, targetId: await writableChannelId(db, context, targetId) };
    case 'session':
      return { targetType, targetId: await ownSessionId(db, context, targetId) };
    case 'record':
      return { targetType, targetId: (await writableRecord(db, context, targetId)).id };
  }
}

async function ownSessionId(db: Db, context: Context, sessionId: string): Promise<string> {
  const session = await db
    .selectFrom('sessions')
    .select(['id', 'owner_id'])
    .where('id', '=', sessionId)
    .where(sessionIsVisible(context.caller))
    .executeTakeFirst();
  if (!session) throw notFound('session');
  authorize(context.caller, 'session.attachFile', { ownerId: session.owner_id });
  return session.id;
}

/** Links a resource; false when the link was there already. */
export async function addLink(
  tx: Db,
  context: Context,
  type: LinkedType,
  id: string,
  to: Destination,
): Promise<boolean> {
  const now = new Date().toISOString();
  const { userId } = context.caller;
  const audienceId = type === 'artifact' ? null : await audienceOf(tx, to);
  if (audienceId !== null) await refuseManyAudiences(tx, id, audienceId);
  const isAstray = audienceId !== null && (await isAstrayFor(tx, context, { type, id }, audienceId));
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('links')
    .values({
      resource_type: type,
      resource_id: id,
      target_type: to.targetType,
      target_id: to.targetId,
      resource_at: type === 'file' ? await madeAt(tx, id) : null,
      data_set: to.targetType === 'record' ? await dataSetOf(tx, to.targetId) : 0,
      audience_id: audienceId,
      is_astray: isAstray ? 1 : 0,
      created_at: now,
      created_by: userId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const added = numInsertedOrUpdatedRows === 1n;
  if (added && to.targetType === 'record') await refuseManyLinks(tx, to.targetId);
  if (added && to.targetType === 'channel') {
    const via = await viaColumns(tx, context.caller);
    await showAttached(tx, type, id, to.targetId, { at: now, actorId: userId, via });
  }
  return added;
}

/** Refuses to attach a resource for more channels and people than are searched when somebody reads it. */
export async function refuseManyAudiences(tx: Db, resourceId: string, audienceId: string): Promise<void> {
  const audiences = await findAudiences(tx, { resourceId });
  if (audiences.length < limits.audiences || audiences.some(({ id }) => id === audienceId)) return;
  throw invalidRequest(
    '',
    `would attach it for more than ${limits.audiences} channels and people. Attach it to a channel that more people read, or detach it elsewhere first`,
  );
}

async function refuseManyLinks(tx: Db, recordId: string): Promise<void> {
  if (!(await haveManyLinks(tx, [recordId]))) return;
  throw invalidRequest(
    '',
    `would attach more than ${limits.recordLinks} files, documents and conversations to this record. Detach one first, or attach it to another record`,
  );
}

/** Refuses to detach more from records that go than one transaction may. Others wait for it. */
export async function refuseManyDetached(tx: Db, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length < 2 || !(await haveManyLinks(tx, recordIds))) return;
  throw invalidRequest(
    '/delete',
    `would detach more than ${limits.recordLinks} files, documents and conversations; delete fewer records at once`,
  );
}

async function haveManyLinks(tx: Db, recordIds: readonly string[]): Promise<boolean> {
  const [attached] = await countAttached(tx, { ids: JSON.stringify(recordIds) });
  return attached!.count > limits.recordLinks;
}

/** The home of what is put somewhere, or nowhere but into the hands of who makes it. */
export async function homeOfPlace(tx: Db, { caller }: Context, place: Destination | undefined): Promise<number> {
  return homeOfAudience(tx, place ? await audienceOf(tx, place) : caller.userId);
}

/** The channel or person that reads what is attached to a destination. */
export async function audienceOf(tx: Db, { targetType, targetId }: Destination): Promise<string> {
  if (targetType === 'channel') return targetId;
  const [audience] = await findAudience[targetType](tx, { targetId });
  return audience!.id;
}

const findAudience = {
  session: prepared((db, by: { targetId: string }) =>
    db.selectFrom('sessions').select('owner_id as id').where('id', '=', by.targetId),
  ),
  record: prepared((db, by: { targetId: string }) =>
    db
      .selectFrom('records')
      .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
      .select('data_sets.channel_id as id')
      .where('records.id', '=', by.targetId),
  ),
};

const homeOfAudience = (tx: Db, audienceId: string): Promise<number> =>
  audienceId.startsWith('ch_') ? homeOfChannel(tx, audienceId) : homeOf(tx, audienceId);

/** Whether there are readers of the audience who do not look through the home of the text. */
async function isAstrayFor(
  tx: Db,
  { caller }: Context,
  { type, id }: { readonly type: LinkedType; readonly id: string },
  audienceId: string,
): Promise<boolean> {
  const home = await homeOfResource(tx, type, id);
  return home !== (await homeOf(tx, caller.organizationId)) && home !== (await homeOfAudience(tx, audienceId));
}

async function dataSetOf(tx: Db, recordId: string): Promise<number> {
  const record = await tx.selectFrom('records').select('data_set').where('id', '=', recordId).executeTakeFirstOrThrow();
  return record.data_set;
}

async function madeAt(tx: Db, fileId: string): Promise<string> {
  const file = await tx.selectFrom('files').select('created_at').where('id', '=', fileId).executeTakeFirstOrThrow();
  return file.created_at;
}

/**
 * Takes a resource out of the feed of the channel that it is to be unlinked from. Others write in between, because it may have an item
 * for each of its versions. It stays linked meanwhile, so its newest items stay, and a request that was cut off can be sent again.
 */
export async function* leaveFeed(tx: Db, id: string, from: Destination): Steps<void> {
  if (from.targetType !== 'channel' || !(await isLinked(tx, id, from))) return;
  const [artifact] = await findArtifact(tx, { id });
  if (artifact?.channel_id === from.targetId) return;
  while (await thinFeed(tx, id, from.targetId)) yield;
}

export async function isLinked(tx: Db, id: string, { targetType, targetId }: Destination): Promise<boolean> {
  return (await findLink(tx, { id, targetType, targetId })).length > 0;
}

const findLink = prepared((db, by: Destination & { id: string }) =>
  db
    .selectFrom('links')
    .select('resource_id')
    .where('resource_id', '=', by.id)
    .where('target_type', '=', by.targetType)
    .where('target_id', '=', by.targetId),
);

/** Unlinks a resource; false when there was no such link. */
export async function removeLink(tx: Db, id: string, from: Destination): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('links')
    .where('resource_id', '=', id)
    .where('target_type', '=', from.targetType)
    .where('target_id', '=', from.targetId)
    .executeTakeFirst();
  const removed = numDeletedRows === 1n;
  if (removed && from.targetType === 'channel') await hideFromFeed(tx, id, from.targetId);
  return removed;
}

/** Unlinks whatever is attached to records that go, which may be much; `ids` as JSON. */
export async function removeLinksToRecords(tx: Db, ids: string): Promise<void> {
  const turn = new Turn();
  while (await removeSomeLinksToRecords(tx, ids)) await turn.yield();
}

/** The same for some of it; whether there may be more. */
export async function removeSomeLinksToRecords(tx: Db, ids: string): Promise<boolean> {
  return (await removeSomeLinks(tx, { ids })).length === limits.rowsRemovedAtOnce;
}

/** Where a resource is attached, as far as the caller may see it. */
export interface VisibleLinks {
  readonly links: Link[];
  /** Whether some links are left out, because there are very many. */
  readonly isCut: boolean;
  /**
   * The number of places looked at, visible or not. An invisible conversation counts for more, because checking it
   * takes longer.
   */
  readonly looked: number;
}

/** Looks at a few places at a time, and lets all others go on between them. */
export async function visibleLinks(db: Db, { caller }: Context, id: string): Promise<VisibleLinks> {
  const turn = new Turn({ subject: caller.userId });
  const links: Link[] = [];
  let looked = 0;
  let last = { targetType: '', targetId: '' };
  for (;;) {
    const rows = await findLinks(db, { ...readerOf(caller), id, ...last });
    looked += effortOf(rows);
    links.push(...visibleOf(rows));
    const isWhole = rows.length < linksAtOnce;
    if (isWhole || links.length >= limits.linksShown || looked >= limits.linksLookedAt)
      return {
        links: links.slice(0, limits.linksShown).sort(byTime),
        isCut: !isWhole || links.length > limits.linksShown,
        looked,
      };
    last = rows.at(-1)!;
    await turn.yield();
  }
}

/**
 * Checking this many conversations takes a few milliseconds, even when each is attached for the most channels allowed.
 */
const linksAtOnce = 50;

/** The weight of an invisible conversation: each channel that it is attached for was checked. */
const placesOfHiddenSession = 20;

const effortOf = (found: readonly FoundLink[]): number =>
  found.reduce((sum, link) => sum + (link.targetType === 'session' && !link.isVisible ? placesOfHiddenSession : 1), 0);

interface FoundLink extends Link {
  readonly isVisible: unknown;
}

const byTime = (one: Link, other: Link): number =>
  one.createdAt === other.createdAt
    ? Number(one.targetId > other.targetId) - Number(one.targetId < other.targetId)
    : Number(one.createdAt > other.createdAt) - Number(one.createdAt < other.createdAt);

const linksFor = (db: Db, reader: Reader) =>
  db
    .selectFrom('links')
    .select([
      'target_type as targetType',
      'target_id as targetId',
      'created_at as createdAt',
      linkIsVisible(reader).as('isVisible'),
    ]);

const findLinks = prepared((db, by: Reader & { id: string; targetType: string; targetId: string }) =>
  linksFor(db, by)
    .where('resource_id', '=', by.id)
    .where(targetComesAfter(by))
    .orderBy('target_type')
    .orderBy('target_id')
    .limit(linksAtOnce),
);

/** As many rows as a page has at most, each attached once or twice. */
const linksOfShortPage = 250;

const findLinksOfAll = prepared((db, by: Reader & { ids: string }) =>
  linksFor(db, by).select('resource_id as of').where('resource_id', 'in', eachOf(by.ids)).limit(linksOfShortPage),
);

const visibleOf = (found: readonly FoundLink[]): Link[] =>
  found
    .filter(({ isVisible }) => isVisible)
    .map(({ targetType, targetId, createdAt }) => ({ targetType, targetId, createdAt }));

export const nowhere: VisibleLinks = { links: [], isCut: false, looked: 0 };

type Linked<Row> = Row & { readonly attached: VisibleLinks };

/** The rows of a page with their links. The page ends early where the rows before have very many. */
export async function withLinks<Row extends { readonly id: string }>(
  db: Db,
  context: Context,
  rows: readonly Row[],
): Promise<{ readonly linked: Linked<Row>[]; readonly isCut: boolean }> {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const found = await findLinksOfAll(db, { ...readerOf(context.caller), ids });
  if (found.length === linksOfShortPage) return withManyLinks(db, context, rows);
  const foundOf = Map.groupBy(found, (link) => link.of);
  const attachedTo = (id: string): VisibleLinks => {
    const own = foundOf.get(id);
    return own ? { links: visibleOf(own).sort(byTime), isCut: false, looked: effortOf(own) } : nowhere;
  };
  return { linked: rows.map((row) => ({ ...row, attached: attachedTo(row.id) })), isCut: false };
}

/** One row after the other, in turn with others. */
async function withManyLinks<Row extends { readonly id: string }>(
  db: Db,
  context: Context,
  rows: readonly Row[],
): Promise<{ readonly linked: Linked<Row>[]; readonly isCut: boolean }> {
  const turn = new Turn({ subject: context.caller.userId });
  const linked: Linked<Row>[] = [];
  let left: number = limits.linksOfPage;
  for (const row of rows) {
    if (left <= 0) break;
    const attached = await visibleLinks(db, context, row.id);
    linked.push({ ...row, attached });
    left -= attached.looked;
    await turn.yield();
  }
  return { linked, isCut: linked.length < rows.length };
}
