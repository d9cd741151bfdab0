import type { SelectQueryBuilder } from 'kysely';
import type * as z from 'zod';
import type { Channel, channels as contract } from '../../../schemas/channels.ts';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { channelPath } from '../../../schemas/urls.ts';
import type { Db, Tables } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { prepared } from '../../store/prepared.ts';
import { authorize, type ChannelRole, channelIsReadable, type Reader, roleInChannel } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { presentDataSetsIn } from '../operation/data-set-catalogue.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { freeSlug, slugOf, unguessable } from '../operation/slugs.ts';
import { theOnly } from '../operation/names/names.ts';
import { channelsNamed, idsBehind, type PageOf } from './channels-sql.ts';

type NewChannel = z.output<typeof contract.create.input>;

export const channels: Omit<Handlers<'channels'>, 'export' | 'remove'> = {
  async list(context, input) {
    const page = openPage(context, input);
    const [name = '', id = ''] = (page.after ?? []).map(String);
    const reader = readerOf(context.caller);
    const found = await context.database.read((db) => findPage(db, { ...reader, name, id, take: page.take }));
    const { rows, nextCursor } = page.close(found, (row) => [row.name, row.id]);
    return { channels: rows.map((row) => present(context, row)), nextCursor };
  },

  async get(context, { channelId }) {
    return context.database.read(async (db) => {
      const row = await readableChannel(db, context, channelId);
      const dataSets = await presentDataSetsIn(db, row.id, context.caller.userId);
      return { channel: { ...present(context, row), dataSets } };
    });
  },

  create: (context, input) =>
    once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const now = new Date().toISOString();
      const id = newId('ch');
      await tx
        .insertInto('channels')
        .values({
          id,
          organization_id: caller.organizationId,
          slug: await slugFor(tx, caller, input),
          name: input.name,
          description: input.description ?? '',
          visibility: input.visibility ?? 'organization',
          is_apart: input.visibility === 'private' ? 1 : 0,
          open_writing: input.openWriting === false ? 0 : 1,
          created_at: now,
          created_by: caller.userId,
          updated_at: now,
          updated_by: caller.userId,
        })
        .execute();
      await tx
        .insertInto('channel_members')
        .values({ channel_id: id, user_id: caller.userId, role: 'manager', created_at: now })
        .execute();
      await audit(tx, caller, 'channel.created', id);
      return { channel: present(context, await readableChannel(tx, context, id)) };
    }),

  update: (context, input) =>
    once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channel = await managedChannel(tx, context, input.channelId);
      const slugChanges = input.slug !== undefined && input.slug !== channel.slug;
      await tx
        .updateTable('channels')
        .set({
          ...(slugChanges && { slug: await unusedSlug(tx, caller, input.slug!) }),
          ...(input.name !== undefined && { name: input.name }),
          ...(input.description !== undefined && { description: input.description }),
          ...(input.visibility !== undefined && { visibility: input.visibility }),
          ...(input.visibility === 'private' && { is_apart: 1 as const }),
          ...(input.openWriting !== undefined && { open_writing: input.openWriting ? 1 : 0 }),
          updated_at: new Date().toISOString(),
          updated_by: caller.userId,
        })
        .where('id', '=', channel.id)
        .execute();
      if (input.visibility === 'private') await stayManager(tx, caller, channel);
      const isClosed = input.visibility === 'private' && channel.visibility !== 'private';
      await audit(tx, caller, isClosed ? 'channel.closed' : 'channel.updated', channel.id);
      return { channel: present(context, await readableChannel(tx, context, channel.id)) };
    }),
};

type Authority = Pick<Context, 'caller'>;

/** A channel that the caller can see, by ID, slug or name. */
export async function readableChannel(db: Db, context: Authority, channel: string): Promise<ChannelRow> {
  const reader = readerOf(context.caller);
  const [row] = await findChannel(db, { ...reader, channel });
  if (row) return row;
  const id = await theOnly('channel', channel, (name) => channelsNamed(db, { ...reader, name }));
  return (await findChannel(db, { ...reader, channel: id }))[0]!;
}

export async function readableChannelId(db: Db, context: Authority, channel: string): Promise<string> {
  return (await readableChannel(db, context, channel)).id;
}

/** A channel that the caller may write to. */
export async function writableChannel(db: Db, context: Context, channel: string): Promise<ChannelRow> {
  const row = await readableChannel(db, context, channel);
  authorize(context.caller, 'channel.write', { role: roleIn(context, row) });
  return row;
}

export async function writableChannelId(db: Db, context: Context, channel: string): Promise<string> {
  return (await writableChannel(db, context, channel)).id;
}

/** A channel that the caller manages. */
export async function managedChannel(db: Db, context: Context, channel: string): Promise<ChannelRow> {
  const row = await readableChannel(db, context, channel);
  authorize(context.caller, 'channel.manage', { role: roleIn(context, row) });
  return row;
}

/** A channel that the caller may take a member out of. */
export async function leavableChannelId(db: Db, context: Context, channel: string, memberId: string): Promise<string> {
  const row = await readableChannel(db, context, channel);
  authorize(context.caller, 'member.remove', { role: roleIn(context, row), memberId });
  return row.id;
}

/** The caller's role in a channel, or undefined where they do not see it. */
export async function roleInChannelOf(db: Db, context: Context, channelId: string): Promise<ChannelRole | undefined> {
  const [row] = await findChannel(db, { ...readerOf(context.caller), channel: channelId });
  return row && roleIn(context, row);
}

/** The user who makes a channel private stays its manager. Otherwise nobody might be able to open it again. */
async function stayManager(tx: Db, { userId }: Reader, channel: ChannelRow): Promise<void> {
  await tx
    .insertInto('channel_members')
    .values({ channel_id: channel.id, user_id: userId, role: 'manager', created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet({ role: 'manager' }))
    .execute();
}

type ChannelRow = Awaited<ReturnType<typeof findChannel>>[number];

const findChannel = prepared((db, by: Reader & { channel: string }) =>
  channelRows(db.selectFrom('channels'), by).where((eb) =>
    eb.or([eb('channels.id', '=', by.channel), eb('channels.slug', '=', by.channel)]),
  ),
);

const findPage = prepared((db, by: PageOf) =>
  channelRows(db.selectFrom(idsBehind(by)).crossJoin('channels').whereRef('channels.id', '=', 'page.id'), by)
    .orderBy('channels.name')
    .orderBy('channels.id'),
);

function channelRows(channels: SelectQueryBuilder<Tables, 'channels', object>, reader: Reader) {
  return channels
    .innerJoin('users as creator', 'creator.id', 'channels.created_by')
    .innerJoin('users as updater', 'updater.id', 'channels.updated_by')
    .leftJoin('channel_members as mine', (join) =>
      join.onRef('mine.channel_id', '=', 'channels.id').on('mine.user_id', '=', reader.userId),
    )
    .select([
      'channels.id',
      'channels.slug',
      'channels.name',
      'channels.description',
      'channels.visibility',
      'channels.open_writing',
      'channels.created_at',
      'channels.created_by',
      'channels.updated_at',
      'channels.updated_by',
      'creator.name as creator_name',
      'updater.name as updater_name',
      'mine.role as member_role',
    ])
    .where(channelIsReadable(reader));
}

function roleIn({ caller }: Context, row: ChannelRow): ChannelRole {
  return roleInChannel(caller, { memberRole: row.member_role, openWriting: row.open_writing === 1 });
}

function present(context: Context, row: ChannelRow): Channel {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    openWriting: row.open_writing === 1,
    role: roleIn(context, row),
    url: pageUrl(context, channelPath(row.slug)),
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.creator_name },
    updatedAt: row.updated_at,
    updatedBy: { id: row.updated_by, name: row.updater_name },
  };
}

/**
 * Slugs are unique even among channels that the caller cannot see. A private channel's slug therefore cannot be guessed
 * from its name.
 */
async function slugFor(tx: Db, reader: Reader, { slug, name, visibility }: NewChannel): Promise<string> {
  if (slug !== undefined) return unusedSlug(tx, reader, slug);
  const derived = slugOf(name, 'channel');
  const wanted = visibility === 'private' ? unguessable(derived) : derived;
  return freeSlug(wanted, (one) => channelSlugIsTaken(tx, reader, one));
}

async function unusedSlug(tx: Db, reader: Reader, slug: string): Promise<string> {
  if (await channelSlugIsTaken(tx, reader, slug)) {
    throw new WorkspaceError('already_exists', `The slug "${slug}" is taken; choose another.`, {
      errors: [{ path: '/slug', message: 'is taken' }],
    });
  }
  return slug;
}

export async function channelSlugIsTaken(
  tx: Db,
  { organizationId }: Pick<Reader, 'organizationId'>,
  slug: string,
): Promise<boolean> {
  const taken = await tx
    .selectFrom('channels')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return taken !== undefined;
}
