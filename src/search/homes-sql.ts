import { type RawBuilder, sql } from 'kysely';
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
  return known?.number ?? addHome(tx, ownerId);
}

/** The home of resources in the channel. */
export async function homeOfChannel(tx: Db, channelId: string): Promise<number> {
  return ofOwner(tx, await findChannelOwner(tx, { channelId }));
}

/** The home of a stored resource. */
export async function homeOfResource(tx: Db, type: IndexedType, id: string): Promise<number> {
  if (type === 'file') return (await findFileHome(tx, { id }))[0]!.home;
  return ofOwner(tx, await findOwner[type](tx, { id }));
}

interface Owner {
  readonly id: string;
  readonly home: number | null;
}

const ofOwner = async (tx: Db, [owner]: readonly Owner[]): Promise<number> => owner!.home ?? addHome(tx, owner!.id);

async function addHome(tx: Db, ownerId: string): Promise<number> {
  const added = await tx
    .insertInto('homes')
    .values({ owner_id: ownerId })
    .returning('number')
    .executeTakeFirstOrThrow();
  return added.number;
}

const findHome = prepared((db, by: { ownerId: string }) =>
  db.selectFrom('homes').select('number').where('owner_id', '=', by.ownerId),
);

/** An owner with the number of its home, if it has one. */
const withHome = (owner: RawBuilder<string>) => [
  owner.as('id'),
  sql<number | null>`(select number from homes where owner_id = ${owner})`.as('home'),
];

const channelOwner = sql<string>`case channels.is_apart when 1 then channels.id else channels.organization_id end`;

const findChannelOwner = prepared((db, by: { channelId: string }) =>
  db.selectFrom('channels').select(withHome(channelOwner)).where('channels.id', '=', by.channelId),
);

const findFileHome = prepared((db, by: { id: string }) =>
  db.selectFrom('files').select('home').where('id', '=', by.id),
);

const findOwner = {
  artifact: prepared((db, by: { id: string }) =>
    db
      .selectFrom('artifacts')
      .leftJoin('channels', 'channels.id', 'artifacts.channel_id')
      .select(withHome(sql`coalesce(${channelOwner}, artifacts.created_by)`))
      .where('artifacts.id', '=', by.id),
  ),
  session: prepared((db, by: { id: string }) =>
    db.selectFrom('sessions').select(withHome(sql`sessions.owner_id`)).where('sessions.id', '=', by.id),
  ),
  post: prepared((db, by: { id: string }) =>
    db
      .selectFrom('posts')
      .innerJoin('channels', 'channels.id', 'posts.channel_id')
      .select(withHome(channelOwner))
      .where('posts.id', '=', by.id),
  ),
  record: prepared((db, by: { id: string }) =>
    db
      .selectFrom('records')
      .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
      .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
      .select(withHome(channelOwner))
      .where('records.id', '=', by.id),
  ),
} as const;
