import { sql } from 'kysely';
import type * as z from 'zod';
import type { ActivityItem, activity as contract } from '../../../schemas/activity.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import { presentKnownVia, selectAgent } from '../../store/via.ts';
import { Turn } from '../../turns/turn.ts';
import { readableChannelId } from '../channels/channels.ts';
import { changeOf } from '../operation/activity-sql.ts';
import type { Context } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { openPage } from '../operation/paging.ts';
import { nextNumbers } from './activity-page-sql.ts';
import { currentTitles } from './current-titles-sql.ts';

type Input = z.output<typeof contract.list.input>;

export const activity: Handlers<'activity'> = {
  list: (context, { after, limit = limits.feedPageDefault, ...filters }) =>
    context.database.read(async (db) => {
      const { channelId } = filters;
      const channel = channelId === undefined ? undefined : await readableChannelId(db, context, channelId);
      const asked = { ...filters, channelId: channel };
      const page = openPage(context, { ...asked, limit, cursor: after }, 'after');
      const { found, place } = await nextChanges(db, context, asked, placeOf(page.after), limit);
      const titles = await currentTitles(db, context, found);
      const items = found.map(({ item }) => {
        const title = item.action === 'deleted' ? undefined : titles(item);
        return { ...item, ...(title !== undefined && { title }) };
      });
      const { nextCursor } = page.close([place], ({ number, eventId }) => [number, eventId], true);
      return { items, nextCursor: nextCursor! };
    }),
};

/** Where a reader has come to. A change may have several numbers that follow one another. */
interface Place {
  readonly number: number;
  readonly eventId: string;
}

const placeOf = ([number, eventId]: readonly unknown[] = [0, '']): Place => ({
  number: Number(number),
  eventId: String(eventId),
});

export interface Change extends Place {
  readonly item: ActivityItem;
}

/** The next changes that the filters leave, each once. It looks on until there is one, or no more that the caller sees. */
async function nextChanges(
  db: Db,
  context: Context,
  filters: Omit<Input, 'after' | 'limit'>,
  from: Place,
  limit: number,
): Promise<{ found: Change[]; place: Place }> {
  const turn = new Turn({ subject: context.caller.userId });
  const found: Change[] = [];
  let place = from;
  for (;;) {
    const numbers = await nextNumbers(db, context, place.number, filters.channelId);
    for (const change of await changesOf(db, numbers)) {
      const isNew = change.eventId !== place.eventId;
      if (isNew && found.length === limit) return { found, place };
      place = { number: change.number, eventId: change.eventId };
      if (isNew && isAsked(change.item, filters)) found.push(change);
    }
    if (numbers.length < limits.activityStretch || found.length > 0) return { found, place };
    await turn.yield();
  }
}

const isAsked = ({ type, actor, via }: ActivityItem, { types, actorId, agent }: Omit<Input, 'after'>): boolean =>
  (types === undefined || types.length === 0 || types.includes(type)) &&
  (actorId === undefined || actor.id === actorId) &&
  (agent === undefined || via.agent?.name === agent);

async function changesOf(db: Db, numbers: readonly number[]): Promise<Change[]> {
  const rows = await findChanges(db, { numbers: JSON.stringify(numbers) });
  return rows.map(({ number, eventId, audience, actorId, actorName, ...row }) => ({
    number,
    eventId,
    item: {
      at: row.at,
      actor: { id: actorId, name: actorName },
      via: presentKnownVia(row).via,
      ...(audience.startsWith('ch_') && { channelId: audience }),
      id: row.resourceId,
      ...changeOf(row.action)!,
    },
  }));
}

const findChanges = prepared((db, by: { numbers: string }) =>
  db
    .selectFrom('change_audiences as change')
    .innerJoin('audit_events as event', 'event.id', 'change.event_id')
    .innerJoin('users as actor', 'actor.id', 'event.user_id')
    .select([
      'change.number',
      'change.event_id as eventId',
      'change.audience',
      'event.at',
      'event.user_id as actorId',
      'actor.name as actorName',
      'event.interface',
      selectAgent('event.agent'),
      'event.resource_id as resourceId',
      'event.action',
    ])
    .where('change.number', 'in', sql<number>`${eachOf(by.numbers)}`)
    .orderBy('change.number'),
);
