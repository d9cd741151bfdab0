import type * as z from 'zod';
import type { ActivityItem, activity as contract } from '../../../schemas/activity.ts';
import { SubjectType } from '../../../schemas/discussions.ts';
import { isThroughAgent } from '../../../schemas/interfaces.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { presentKnownVia } from '../../store/via.ts';
import { Turn } from '../../turns/turn.ts';
import { readableChannelId } from '../channels/channels.ts';
import { beginningsOf, changeOf, typeOf } from '../operation/activity-sql.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { actorOf } from '../operation/names/people-sql.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { eventsSeen, newestEventOf, type Noted } from './activity-page-sql.ts';
import { allStretches, filteredStretches, type NextStretch } from './activity-stretches.ts';
import { currentTitles } from './current-titles-sql.ts';

export const activity: Handlers<'activity'> = {
  list: (context, { after, limit = limits.pageDefault, order = 'oldest', ...given }) =>
    context.database.read(async (db) => {
      const { channelId } = given;
      const isBackward = order === 'newest' || undefined;
      const filters = {
        ...given,
        actorId: await actorOf(db, context.caller, given.actorId),
        channelId: channelId === undefined ? undefined : await readableChannelId(db, context, channelId),
      };
      const cursor = after === now ? undefined : after;
      const page = openPage(context, { ...filters, ...(isBackward && { order }), limit, cursor }, 'after');
      const begin = isBackward ? behindAll : after === now ? await newestEventOf(db, context.caller.organizationId) : 0;
      const from = Number(page.after?.[0] ?? begin);
      const { changes, place } = await nextChanges(db, context, { ...filters, isBackward }, from, limit);
      const titles = await currentTitles(db, context, changes);
      const items = changes.map((change) => ({ ...change, ...titles(change) }));
      return { items, nextCursor: page.cursorBehind([place]) };
    }),
};

/** In place of a cursor, the end. */
const now = 'now';

/** Greater than the number of any event. */
const behindAll = Number.MAX_SAFE_INTEGER;

interface Filters extends Omit<z.output<typeof contract.list.input>, 'after' | 'limit' | 'order'> {
  readonly isBackward: true | undefined;
}

/**
 * The next changes that the filters leave, each once, and the number of the last event looked at. It looks on until
 * there is one, or no more that the caller sees.
 */
async function nextChanges(
  db: Db,
  context: Context,
  filters: Filters,
  after: number,
  limit: number,
): Promise<{ changes: ActivityItem[]; place: number }> {
  const turn = new Turn({ subject: context.caller.userId });
  const next = stretchesOf(db, context, filters);
  for (let place = after; ; ) {
    const stretch = await next(place);
    await turn.yield();
    const changes = (await changesOf(db, context, stretch.noted, filters.isBackward)).filter(({ change }) =>
      isAsked(change, filters),
    );
    if (changes.length > 0 || stretch.isEnd) {
      const kept = changes.slice(0, limit);
      const isFull = changes.length > limit;
      return { changes: kept.map(({ change }) => change), place: isFull ? kept.at(-1)!.number : stretch.place };
    }
    ({ place } = stretch);
    context.gone().throwIfAborted();
    await turn.yield();
  }
}

function stretchesOf(db: Db, context: Context, filters: Filters): NextStretch {
  const { channelId, isBackward, types, actorId, agent, isAgent } = filters;
  const followed = { channelId, isBackward };
  const asked = {
    beginnings: types?.length ? JSON.stringify(beginningsOf(types)) : undefined,
    actorId,
    agent,
    isAgent: isAgent === undefined ? undefined : isAgent ? ('yes' as const) : ('no' as const),
  };
  return Object.values(asked).some((filter) => filter !== undefined)
    ? filteredStretches(db, context, followed, asked)
    : allStretches(db, context, followed);
}

const isAsked = ({ type, actor, via }: ActivityItem, { types, actorId, agent, isAgent }: Filters): boolean =>
  (!types?.length || types.includes(type)) &&
  (actorId === undefined || actor.id === actorId) &&
  (agent === undefined || via.agent?.name === agent) &&
  (isAgent === undefined || isAgent === isThroughAgent(via));

interface Numbered {
  readonly number: number;
  readonly change: ActivityItem;
}

async function changesOf(
  db: Db,
  { caller }: Context,
  noted: readonly Noted[],
  isBackward: true | undefined,
): Promise<Numbered[]> {
  const rows = await eventsSeen(db, { ...readerOf(caller), noted: JSON.stringify(noted) });
  const events = [...Map.groupBy(rows, ({ number }) => number)];
  return (isBackward ? events.toReversed() : events).map(([number, [row, ...others]]) => {
    const { actorId, actorName, at, subjectId } = row!;
    const channelId = channelAmong(
      [row!, ...others].map(({ audience }) => audience),
      subjectId,
    );
    const change = changeOf(row!)!;
    return {
      number,
      change: {
        at,
        actor: { id: actorId, name: actorName },
        via: presentKnownVia(row!).via,
        ...(channelId !== undefined && { channelId }),
        ...change,
        ...(change.type === 'record' &&
          change.action !== 'reacted' &&
          subjectId !== null && { objectTypeId: subjectId }),
        ...(change.type === 'comment' && rootOf(subjectId)),
      },
    };
  });
}

function rootOf(subjectId: string | null): Pick<ActivityItem, 'root'> {
  const root = SubjectType.safeParse(subjectId === null ? undefined : typeOf(subjectId));
  return root.success && subjectId !== null ? { root: { type: root.data, id: subjectId } } : {};
}

/** The channel of a change for a reader of several: the one that it is about, else the first. */
const channelAmong = (audiences: readonly string[], subjectId: string | null): string | undefined => {
  const channels = audiences.filter((id) => id.startsWith('ch_')).toSorted();
  return channels.find((id) => id === subjectId) ?? channels[0];
};
