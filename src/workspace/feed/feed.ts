import { sql } from 'kysely';
import type * as z from 'zod';
import type { feed as contract, FeedItem } from '../../../schemas/feed.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import { presentVia, selectAgent } from '../../store/via.ts';
import { artifactIsReadable, isLive, type Reader } from '../operation/access.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannel } from '../channels/channels.ts';
import { actorOf } from '../operation/names/people-sql.ts';
import { openPage, type Page, shownRows, withinRoom } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { shownInChannel } from './shown-in-channel.ts';

export const feed: Handlers<'feed'> = {
  list: (context, { limit = limits.feedPageDefault, ...input }) =>
    context.database.read(async (db) => {
      const channel = await readableChannel(db, context, input.channelId);
      const actorId = await actorOf(db, context.caller, input.actorId);
      const page = openPage(context, { limit, ...input, actorId, channelId: channel.id });
      const asked = { ...readerOf(context.caller), ...filtersOf({ ...input, actorId }), channelId: channel.id };
      const find = (behind: Page['after'], take: number) => {
        const [at, id] = behind ?? [behindAll, behindAll];
        return findItems(db, { ...asked, at: String(at), id: String(id), take });
      };
      const { shown: items, end } = await shownRows(context, page, find, keyOf, limits.feedStretch);
      const { rows: fitting, isCut } = withinRoom(items);
      const { rows, nextCursor } = page.close(fitting, keyOf, { isCut, end });
      const subjects = rows.map(({ type, subject_id: id, version_id: versionId }) => ({ type, id, versionId }));
      const shown = await shownInChannel(db, context, channel, subjects);
      return { items: rows.flatMap((row, index) => present(row, shown(subjects[index]!))), nextCursor };
    }),
};

/** Sorts behind every time and every ID. */
const behindAll = '~';

const filtersOf = ({ since = '', types, actorId = '' }: FilterInput): Filters => ({
  since,
  types: JSON.stringify(types ?? []),
  actorId,
});

type FilterInput = Pick<z.output<typeof contract.list.input>, 'since' | 'types' | 'actorId'>;

/** An empty text leaves everything. */
interface Filters {
  readonly since: string;
  /** A JSON array. An empty one leaves everything. */
  readonly types: string;
  readonly actorId: string;
}

interface Place extends Reader, Filters {
  readonly channelId: string;
  readonly at: string;
  readonly id: string;
}

/**
 * The items before a place in a channel's feed. An attached artifact may be unreadable for the caller, and anything may
 * be in the trash.
 */
export const itemsBefore = (db: Db, by: Place & { take: number }) =>
  db
    .selectFrom('feed_items')
    .innerJoin('users as actor', 'actor.id', 'feed_items.actor_id')
    .select([
      'feed_items.at',
      'feed_items.id',
      'feed_items.type',
      'feed_items.subject_id',
      'feed_items.version_id',
      'feed_items.actor_id',
      'actor.name as actor_name',
      'feed_items.interface',
      selectAgent('feed_items.agent'),
      sql<number | null>`(select octet_length(posts.body) from posts where posts.id = feed_items.subject_id)`.as(
        'bytes',
      ),
      sql<0 | 1>`case feed_items.type
          when 'artifact' then exists (
            select 1 from artifacts where artifacts.id = feed_items.subject_id and ${artifactIsReadable(by)})
          when 'file' then exists (select 1 from files where files.id = feed_items.subject_id and ${isLive('files')})
          when 'session' then exists (
            select 1 from sessions where sessions.id = feed_items.subject_id and ${isLive('sessions')})
          else true end
        and (${by.types} = '[]' or feed_items.type in ${eachOf(by.types)})
        and (${by.actorId} = '' or feed_items.actor_id = ${by.actorId})`.as('is_shown'),
    ])
    .where('feed_items.channel_id', '=', by.channelId)
    .where('feed_items.at', '>=', by.since)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('feed_items.at', 'feed_items.id'), '<', tuple(by.at, by.id)))
    .orderBy('feed_items.at', 'desc')
    .orderBy('feed_items.id', 'desc')
    .limit(by.take);

const findItems = prepared(itemsBefore);

type ItemRow = Awaited<ReturnType<typeof findItems>>[number];

const keyOf = ({ at, id }: ItemRow) => [at, id];

function present({ id, at, type, actor_id, actor_name, ...through }: ItemRow, shown: unknown): FeedItem[] {
  if (shown === undefined) return [];
  const { via } = presentVia(through);
  const actor = { id: actor_id, name: actor_name };
  return [{ id, type, at, actor, ...(via && { via }), [type]: shown } as unknown as FeedItem];
}
