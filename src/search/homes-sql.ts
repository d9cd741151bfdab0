import { sql } from 'kysely';
import type { Db, IndexedType } from '../store/tables.ts';
import { prepared } from '../store/prepared.ts';

/*
 * A text is indexed in its home, and a search reads only the homes of its reader. The first place of a resource is its
 * home for good; only an artifact that moves is indexed anew. The home is its channel, or the organisation when the
 * channel has always been open to it. A resource in no channel has a person as its home. The reasons are in
 * docs/decisions/search-homes.md.
 */

/** The number of the home of a channel, a person or an organisation. */
export async function homeOf(tx: Db, ownerId: string): Promise<number> {
  const [known] = await findHome(tx, { ownerId });
  if (known) return known.number;
  const added = await tx
    .insertInto('homes')
    .values({ owner_id: ownerId })
    .returning('number')
    .executeTakeFirstOrThrow();
  return added.number;
}

/** The home of resources in the channel. */
export async function homeOfChannel(tx: Db, channelId: string): Promise<number> {
  const [owner] = await findChannelOwner(tx, { channelId });
  return homeOf(tx, owner!.id);
}

/** The home of a stored resource. */
export async function homeOfResource(tx: Db, type: IndexedType, id: string): Promise<number> {
  if (type === 'file') return (await findFileHome(tx, { id }))[0]!.home;
  const [owner] = await findOwner[type](tx, { id });
  return homeOf(tx, owner!.id);
}

const findHome = prepared((db, by: { ownerId: string }) =>
  db.selectFrom('homes').select('number').where('owner_id', '=', by.ownerId),
);

const channelOwner = sql<string>`case channels.is_apart when 1 then channels.id else channels.organization_id end`;

const findChannelOwner = prepared((db, by: { channelId: string }) =>
  db.selectFrom('channels').select(channelOwner.as('id')).where('channels.id', '=', by.channelId),
);

const findFileHome = prepared((db, by: { id: string }) =>
  db.selectFrom('files').select('home').where('id', '=', by.id),
);

const findOwner = {
  artifact: prepared((db, by: { id: string }) =>
    db
      .selectFrom('artifacts')
      .leftJoin('channels', 'channels.id', 'artifacts.channel_id')
      .select(sql<string>`case when channels.id is null then artifacts.created_by else ${channelOwner} end`.as('id'))
      .where('artifacts.id', '=', by.id),
  ),
  session: prepared((db, by: { id: string }) =>
    db.selectFrom('sessions').select('owner_id as id').where('sessions.id', '=', by.id),
  ),
  post: prepared((db, by: { id: string }) =>
    db
      .selectFrom('posts')
      .innerJoin('channels', 'channels.id', 'posts.channel_id')
      .select(channelOwner.as('id'))
      .where('posts.id', '=', by.id),
  ),
  record: prepared((db, by: { id: string }) =>
    db
      .selectFrom('records')
      .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
      .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
      .select(channelOwner.as('id'))
      .where('records.id', '=', by.id),
  ),
} as const;
