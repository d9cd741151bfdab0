import { type RawBuilder, sql } from 'kysely';
import type { AnswerSources } from '../../../schemas/queries.ts';
import type { Message, Session } from '../../../schemas/sessions.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import { presentVia, selectAgent, type ViaRow } from '../../store/via.ts';
import {
  authorize,
  channelIsReadable,
  isLive,
  notFound,
  type Reader,
  sessionIsShared,
  sessionIsVisible,
} from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannelId, writableChannelId } from '../channels/channels.ts';
import { readableSources } from './citations.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { newlyAnswered } from './given-answers.ts';
import { startSession } from './messages.ts';
import { addLink, removeLink, type VisibleLinks, visibleLinks, withLinks } from '../placing/links.ts';
import { attachedForReader, attachedToChannel } from '../placing/links-sql.ts';
import { newestKeys, thePerson } from '../operation/newest-sql.ts';
import type { Source } from '../../store/merged-lists.ts';
import { once } from '../operation/idempotency.ts';
import { openPage, withinRoom } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { storeQuestion, thenAnswered } from './session-queries.ts';
import { idsTitled } from '../operation/titled-sql.ts';

export const sessions: Omit<Handlers<'sessions'>, 'remove'> = {
  async list(context, input) {
    return context.database.read(async (db) => {
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const before = page.after?.[0] as string | undefined;
      const newest = context.caller.role === 'admin' ? newestIdsOfAll : newestIds;
      const { keys, end } =
        input.q === undefined
          ? await newest(db, context, { channelId }, before, page.take)
          : await idsTitled(db, context, 'session', input.q, { before, channelId, take: page.take });
      const found = await findSessions(db, { ...readerOf(context.caller), ids: JSON.stringify(keys) });
      const { linked, isCut } = await withLinks(db, context, found);
      const { rows, nextCursor } = page.close(linked, (row) => [row.id], { isCut, end });
      return { sessions: rows.map((row) => presentRow(context, row, row.attached)), nextCursor };
    });
  },

  get: (context, { sessionId }) =>
    context.database.read(async (db) => ({
      session: await present(db, context, await visibleSession(db, context, sessionId)),
    })),

  async messages(context, input) {
    const { answered, ...page } = await context.database.read(async (db) => {
      const page = openPage(context, input);
      const session = await visibleSession(db, context, input.sessionId);
      authorize(context.caller, 'messages.read', { access: accessTo(context, session) });
      const found = await db
        .selectFrom('messages')
        .select(['id', sql<number>`octet_length(body) + coalesce(octet_length(sources), 0)`.as('bytes')])
        .where('session_id', '=', session.id)
        .where('id', '>', String(page.after?.[0] ?? ''))
        .orderBy('id')
        .limit(page.take)
        .execute();
      const { rows: fitting, isCut } = withinRoom(found);
      const { rows, nextCursor } = page.close(fitting, (row) => [row.id], { isCut });
      const messages = await shownMessages(db, context, await messagesNamed(db, rows));
      return { messages, nextCursor, answered: await newlyAnswered(db, context, rows) };
    });
    await context.givenAnswers.note(context.caller, answered);
    return page;
  },

  send: (context, { sessionId, body, idempotencyKey }) =>
    thenAnswered(
      context,
      once(context, idempotencyKey, { sessionId, body }, async (tx) => {
        const { caller } = context;
        const session = await visibleSession(tx, context, sessionId);
        authorize(caller, 'messages.send', { ownerId: session.owner_id });
        const { channel_id: channelId } = session;
        const stored = await storeQuestion(tx, context, { sessionId, text: body, channelId, viewId: null });
        await audit(tx, caller, 'message.sent', sessionId, { subjectId: stored.query.id });
        return stored;
      }),
    ),

  start: (context, input) =>
    once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      const channelId = input.channelId === undefined ? null : await readableChannelId(tx, context, input.channelId);
      const id = await startSession(tx, caller, { title: input.title, channelId });
      await audit(tx, caller, 'session.started', id);
      return { session: await present(tx, context, await visibleSession(tx, context, id)) };
    }),

  link: (context, { sessionId, channelId, idempotencyKey }) =>
    once(context, idempotencyKey, { sessionId, channelId }, async (tx) => {
      const id = await shareableIn(tx, context, sessionId, channelId);
      const attached = await addLink(tx, context, 'session', sessionId, { targetType: 'channel', targetId: id });
      if (attached) await audit(tx, context.caller, 'session.attached', sessionId, { subjectId: id });
      return { attached };
    }),

  unlink: (context, { sessionId, channelId, idempotencyKey }) =>
    once(context, idempotencyKey, { sessionId, channelId }, async (tx) => {
      const session = await linkableSession(tx, context, sessionId);
      const from = { targetType: 'channel' as const, targetId: await leftChannelId(tx, context, session, channelId) };
      const detached = await removeLink(tx, session.id, from);
      if (detached) await audit(tx, context.caller, 'session.detached', session.id, { subjectId: from.targetId });
      return { detached };
    }),
};

type SessionRow = Awaited<ReturnType<typeof findSession>>[number];

function sessionRows(db: Db, reader: Reader) {
  return db
    .selectFrom('sessions')
    .innerJoin('users as owner', 'owner.id', 'sessions.owner_id')
    .select([
      'sessions.id',
      'sessions.owner_id',
      sql<
        string | null
      >`(select channels.id from channels where channels.id = sessions.channel_id and ${channelIsReadable(reader)})`.as(
        'channel_id',
      ),
      'sessions.title',
      'sessions.created_at',
      'sessions.interface',
      selectAgent('sessions.agent'),
      'owner.name as owner_name',
      sql<number>`${sessionIsShared(reader)}`.as('is_shared'),
      'sessions.message_count',
    ])
    .where(sessionIsVisible(reader));
}

const findSession = prepared((db, by: Reader & { sessionId: string }) =>
  sessionRows(db, by).where('sessions.id', '=', by.sessionId),
);

export async function visibleSession(db: Db, { caller }: Context, sessionId: string): Promise<SessionRow> {
  const [row] = await findSession(db, { ...readerOf(caller), sessionId });
  if (!row) throw notFound('session');
  return row;
}

async function linkableSession(db: Db, context: Context, sessionId: string): Promise<SessionRow> {
  const session = await visibleSession(db, context, sessionId);
  authorize(context.caller, 'session.link', { ownerId: session.owner_id });
  return session;
}

/** The channel that a session may be shared with by the caller. */
export async function shareableIn(db: Db, context: Context, sessionId: string, channel: string): Promise<string> {
  const session = await linkableSession(db, context, sessionId);
  const channelId = await writableChannelId(db, context, channel);
  authorize(context.caller, 'session.share', { ownerReads: await ownerReads(db, session, channelId) });
  return channelId;
}

async function ownerReads(db: Db, { owner_id }: SessionRow, channelId: string): Promise<boolean> {
  const owner = await db
    .selectFrom('users')
    .select(['id as userId', 'organization_id as organizationId', 'role'])
    .where('id', '=', owner_id)
    .executeTakeFirstOrThrow();
  const found = await db
    .selectFrom('channels')
    .select('id')
    .where('id', '=', channelId)
    .where(channelIsReadable(owner))
    .executeTakeFirst();
  return found !== undefined;
}

/** Owners take their session back from wherever it is shared, also where they may no longer write or look. */
async function leftChannelId(db: Db, context: Context, session: SessionRow, channel: string): Promise<string> {
  if (session.owner_id !== context.caller.userId) return writableChannelId(db, context, channel);
  return (await sharedChannelId(db, session.id, channel)) ?? readableChannelId(db, context, channel);
}

async function sharedChannelId(db: Db, sessionId: string, channel: string): Promise<string | undefined> {
  const shared = await db
    .selectFrom('links')
    .innerJoin('channels', 'channels.id', 'links.target_id')
    .select('channels.id')
    .where('links.resource_id', '=', sessionId)
    .where((eb) => eb.or([eb('channels.id', '=', channel), eb('channels.slug', '=', channel)]))
    .executeTakeFirst();
  return shared?.id;
}

const findSessions = prepared((db, by: Reader & { ids: string }) =>
  sessionRows(db, by).where('sessions.id', 'in', eachOf(by.ids)).orderBy('sessions.id', 'desc'),
);

type InChannel = { readonly channelId: string | undefined };

/**
 * The sessions that the reader owns or that are shared with a channel they read. With a channel, the sessions shared
 * there.
 */
const newestIds = newestKeys<InChannel>(({ channelId, ...reader }) =>
  channelId === undefined
    ? [sessionsOf('owner_id', thePerson(reader)), attachedForReader('session', reader)]
    : [attachedToChannel('session', channelId)],
);

/** The sessions for admins, who see that every session exists. */
const newestIdsOfAll = newestKeys<InChannel>(({ channelId, organizationId }) => [
  channelId === undefined
    ? sessionsOf('organization_id', sql`select ${organizationId} as id`)
    : attachedToChannel('session', channelId),
]);

const sessionsOf = (column: 'owner_id' | 'organization_id', places: RawBuilder<unknown>): Source => ({
  places,
  next: (place, key) => sql`select max(id) from sessions
    where ${sql.ref(column)} = ${place} and ${isLive('sessions')} and id < ${key}`,
});

const messagesNamed = (db: Db, messages: readonly { id: string }[]): Promise<MessageRow[]> =>
  db
    .selectFrom('messages')
    .select(['id', 'role', 'body', 'sources', 'created_at as createdAt', 'interface', selectAgent('messages.agent')])
    .where('id', 'in', eachOf(JSON.stringify(messages.map(({ id }) => id))))
    .orderBy('id')
    .execute();

type MessageRow = Omit<Message, 'sources' | 'interfaceType' | 'via'> & ViaRow & { readonly sources: string | null };

/** Sharing a conversation shares none of what its answers cite. */
async function shownMessages(db: Db, { caller }: Context, rows: readonly MessageRow[]): Promise<Message[]> {
  const messages = rows.map(
    ({ sources, interface: through, agent, ...message }): Message => ({
      ...message,
      ...presentVia({ interface: through, agent }),
      ...(sources !== null && { sources: JSON.parse(sources) as AnswerSources }),
    }),
  );
  const readable = await readableSources(
    db,
    readerOf(caller),
    messages.flatMap(({ sources = [] }) => sources),
  );
  return messages.map((message) => (message.sources ? { ...message, sources: readable(message.sources) } : message));
}

function accessTo({ caller }: Context, row: SessionRow): Session['access'] {
  if (row.owner_id === caller.userId) return 'owner';
  return row.is_shared === 1 ? 'shared' : 'admin';
}

async function present(db: Db, context: Context, row: SessionRow): Promise<Session> {
  return presentRow(context, row, await visibleLinks(db, context, row.id));
}

function presentRow(context: Context, row: SessionRow, { links, isCut }: VisibleLinks): Session {
  const owner = { id: row.owner_id, name: row.owner_name };
  return {
    id: row.id,
    title: row.title,
    owner,
    access: accessTo(context, row),
    ...(row.channel_id !== null && { channelId: row.channel_id }),
    channelIds: links.map((link) => link.targetId),
    ...(isCut && { channelsCut: true as const }),
    messageCount: row.message_count,
    url: pageUrl(context, resourcePath('session', row.id)),
    createdAt: row.created_at,
    createdBy: owner,
    ...presentVia(row),
  };
}
