import type { AnswerSources } from '../../../schemas/queries.ts';
import type { Message } from '../../../schemas/sessions.ts';
import { forgetText, indexText } from '../../search/indexing.ts';
import type { Db } from '../../store/tables.ts';
import { newId, newIdAfter } from '../../store/ids.ts';
import { prepared, preparedInsert } from '../../store/prepared.ts';
import { presentVia, viaColumns, viaRow } from '../../store/via.ts';
import type { Caller } from '../operation/context.ts';
import { titleOfPost } from '../operation/said.ts';

/** The title of a session that nobody named, until its first message. */
const untitled = 'New session';

interface NewSession {
  readonly title?: string | undefined;
  /** Channel that is its context. */
  readonly channelId: string | null;
}

const insertSession = preparedInsert('sessions');

/** A conversation of the caller's; returns its ID. */
export async function startSession(tx: Db, caller: Caller, session: NewSession): Promise<string> {
  const { title = untitled, channelId } = session;
  const id = newId('ses');
  const now = new Date().toISOString();
  await insertSession(tx, {
    id,
    organization_id: caller.organizationId,
    owner_id: caller.userId,
    channel_id: channelId,
    title,
    created_at: now,
    updated_at: now,
    ...(await viaColumns(tx, caller)),
  });
  await indexText(tx, { type: 'session', id, versionId: id, title }, new Uint8Array());
  return id;
}

interface NewMessage extends Pick<Message, 'role' | 'body'> {
  /** Who says it; nobody for an answer. */
  readonly by?: Caller;
  readonly sources?: AnswerSources | undefined;
}

const insertMessage = preparedInsert('messages');

/**
 * Appends a message to a session and indexes it. Its ID follows the last message's, even when the clock went back. The
 * first message names a session without a title.
 */
export async function addMessage(tx: Db, sessionId: string, { sources, by, ...said }: NewMessage): Promise<Message> {
  const { role, body } = said;
  const via = by && (await viaColumns(tx, by));
  const [session] = await findSession(tx, { id: sessionId });
  const title = await titledBy(tx, session!, body);
  const message = { id: newIdAfter(session!.lastMessageId, 'msg'), ...said, createdAt: new Date().toISOString() };
  await insertMessage(tx, {
    id: message.id,
    session_id: sessionId,
    role,
    body,
    sources: sources ? JSON.stringify(sources) : null,
    created_at: message.createdAt,
    interface: via?.interface ?? null,
    agent: via?.agent ?? null,
  });
  await noteMessage(tx, { id: sessionId, at: message.createdAt });
  await indexText(tx, { type: 'session', id: sessionId, versionId: sessionId, title }, Buffer.from(body));
  return { ...message, ...(by && presentVia(viaRow(by))), ...(sources && { sources }) };
}

const findSession = prepared((db, by: { id: string }) =>
  db
    .selectFrom('sessions')
    .select((eb) => [
      'id',
      'title',
      eb
        .selectFrom('messages')
        .select((said) => said.fn.max('messages.id').as('last'))
        .whereRef('messages.session_id', '=', 'sessions.id')
        .as('lastMessageId'),
    ])
    .where('id', '=', by.id),
);

type SpokenIn = Awaited<ReturnType<typeof findSession>>[number];

async function titledBy(tx: Db, session: SpokenIn, body: string): Promise<string> {
  const { id, lastMessageId } = session;
  if (session.title !== untitled || lastMessageId !== null) return session.title;
  const title = titleOfQuestion(body);
  await tx.updateTable('sessions').set({ title }).where('id', '=', id).execute();
  await forgetText(tx, id);
  return title;
}

const noteMessage = prepared((db, by: { id: string; at: string }) =>
  db
    .updateTable('sessions')
    .set((eb) => ({ updated_at: by.at, message_count: eb('message_count', '+', 1) }))
    .where('id', '=', by.id),
);

/** Its first line, as titles are. */
export const titleOfQuestion = (text: string): string =>
  titleOfPost(text)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim() || untitled;
