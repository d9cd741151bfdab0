import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Answer, Query } from '../../../schemas/queries.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { eachOf, prepared, preparedInsert } from '../../store/prepared.ts';
import { dataSetIsLive, isLive, notFound, type Reader, viewIsLive } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannelId } from '../channels/channels.ts';
import { citable } from './citable-sql.ts';
import { readableSources } from './citations.ts';
import type { Caller, Context } from '../operation/context.ts';
import { addMessage, startSession, titleOfQuestion } from './messages.ts';
import { ownQueries } from './own-queries-sql.ts';
import { once } from '../operation/idempotency.ts';
import { openPage, type Page, shownRows } from '../operation/paging.ts';
import { readerOf } from '../operation/reader.ts';
import { viewIn } from '../data/saved-views.ts';

/** A question in prose from its asking to its answer, which a worker finds (src/workspace/conversations/worker.ts). */
export const sessionQueries: Omit<Handlers<'queries'>, 'run'> = {
  ask: (context, input) =>
    thenAnswered(
      context,
      once(context, input.idempotencyKey, input, async (tx) => {
        const { question } = input;
        const channelId = input.channelId === undefined ? null : await readableChannelId(tx, context, input.channelId);
        const viewId = input.viewId === undefined ? null : (await viewIn(tx, channelId!, input.viewId)).id;
        const sessionId = await startSession(tx, context.caller, { title: titleOfQuestion(question), channelId });
        const { query } = await storeQuestion(tx, context, { sessionId, text: question, channelId, viewId });
        await audit(tx, context.caller, 'query.asked', query.id, { subjectId: sessionId });
        return { query };
      }),
    ),

  list: async (context, { mode, ...input }) => {
    const page = openPage(context, { mode, ...input });
    if (mode === 'deterministic') return { queries: [] };
    return context.database.read(async (db) => {
      const { userId } = context.caller;
      const find = (behind: Page['after'], take: number) =>
        ownQueries(db, { userId, status: input.status, before: behind && String(behind[0]), take });
      const { shown, end } = await shownRows(context, page, find, keyOf);
      const { rows, nextCursor } = page.close(shown, keyOf, { end });
      return { queries: (await queriesNamed(db, rows)).map(asked), nextCursor };
    });
  },

  async get(context, { queryId }) {
    const { query, isNew } = await context.database.read(async (db) => {
      const row = await ownQuery(db, context, queryId);
      return { query: await present(db, context, row), isNew: row.completed_at !== null && row.given_at === null };
    });
    if (isNew) await context.givenAnswers.note(context.caller, [query.id]);
    return { query };
  },

  async cancel(context, { queryId, idempotencyKey }) {
    const answer = await once(context, idempotencyKey, { queryId }, async (tx) => {
      const { id } = await ownQuery(tx, context, queryId);
      const [cancelled] = await cancelOpen(tx, { id, at: new Date().toISOString() });
      if (cancelled) await audit(tx, context.caller, 'query.cancelled', id);
      return { query: await present(tx, context, await ownQuery(tx, context, id)) };
    });
    context.answerWorker.stop(answer.query.id);
    await context.givenAnswers.note(context.caller, [answer.query.id]);
    return answer;
  },
};

/** Wakes the worker once the query is committed. */
export async function thenAnswered<Stored>({ answerWorker }: Context, stored: Promise<Stored>): Promise<Stored> {
  const done = await stored;
  answerWorker.wake();
  return done;
}

interface NewQuestion {
  readonly sessionId: string;
  readonly text: string;
  readonly channelId: string | null;
  readonly viewId: string | null;
}

const insertQuery = preparedInsert('queries');

/** A message of the asker's and the query that answers it. */
export async function storeQuestion(tx: Db, { caller }: Context, question: NewQuestion) {
  await refuseTooMany(tx, caller);
  const { sessionId, text, channelId, viewId } = question;
  const message = await addMessage(tx, sessionId, { role: 'user', body: text, by: caller });
  const id = newId('qry');
  await insertQuery(tx, {
    id,
    organization_id: caller.organizationId,
    user_id: caller.userId,
    session_id: sessionId,
    message_id: message.id,
    answer_message_id: null,
    channel_id: channelId,
    view_id: viewId,
    interface: caller.interface,
    status: 'queued',
    attempts: 0,
    claim: null,
    claimed_until: null,
    claimed_at: null,
    answer: null,
    error: null,
    created_at: message.createdAt,
    completed_at: null,
    given_at: null,
  });
  const query = { id, mode: 'session', status: 'queued', sessionId, pollAfterMs: limits.pollAfterMs } as const;
  return { query, message };
}

const openStatuses = ['queued', 'running'] as const;

const countOpen = prepared((db, by: { userId: string }) =>
  db.selectNoFrom((eb) => {
    const count = eb.selectFrom('queries').select(eb.fn.countAll<number>().as('count'));
    return [
      count.where('completed_at', 'is', null).as('all'),
      count.where('user_id', '=', by.userId).where('status', 'in', openStatuses).as('own'),
    ];
  }),
);

/** An answer takes longer than asking, so what waits is bounded: for each asker, and for all. */
async function refuseTooMany(tx: Db, { userId }: Caller): Promise<void> {
  const [open] = await countOpen(tx, { userId });
  if (open!.own! >= limits.openQuestionsEach)
    throw new WorkspaceError(
      'rate_limited',
      `${limits.openQuestionsEach} questions of yours are waiting to be answered; ask again when one is, or cancel one.`,
    );
  if (open!.all! >= limits.openQuestions)
    throw new WorkspaceError('unavailable', 'Too many questions are waiting to be answered; try again in a moment.');
}

const keyOf = ({ id }: { readonly id: string }) => [id];

const queriesNamed = (db: Db, queries: readonly { readonly id: string }[]) =>
  queryRows(db)
    .where('queries.id', 'in', eachOf(JSON.stringify(queries.map(({ id }) => id))))
    .orderBy('queries.id', 'desc')
    .execute();

const queryRows = (db: Db) =>
  db
    .selectFrom('queries')
    .innerJoin('messages', 'messages.id', 'queries.message_id')
    .innerJoin('sessions', 'sessions.id', 'queries.session_id')
    .where(isLive('sessions'))
    .select((eb) => [
      'queries.id',
      'queries.status',
      'queries.session_id',
      eb
        .selectFrom('channels')
        .select('channels.id')
        .whereRef('channels.id', '=', 'queries.channel_id')
        .where(isLive('channels'))
        .as('channel_id'),
      eb
        .selectFrom('views')
        .innerJoin('data_sets', 'data_sets.number', 'views.data_set')
        .select('views.id')
        .whereRef('views.id', '=', 'queries.view_id')
        .where(viewIsLive)
        .where(dataSetIsLive)
        .as('view_id'),
      'queries.answer',
      'queries.error',
      'queries.created_at',
      'queries.completed_at',
      'queries.given_at',
      'messages.body as question',
    ]);

type QueryRow = Awaited<ReturnType<typeof findOwn>>[number];

const findOwn = prepared((db, by: { id: string; userId: string }) =>
  queryRows(db).where('queries.id', '=', by.id).where('queries.user_id', '=', by.userId),
);

/** A query answers only to its asker. */
async function ownQuery(db: Db, { caller }: Context, id: string): Promise<QueryRow> {
  const [row] = await findOwn(db, { id, userId: caller.userId });
  if (!row) throw notFound('query');
  return row;
}

const cancelledAt = (at: string) =>
  ({ status: 'cancelled', claim: null, claimed_until: null, completed_at: at }) as const;

const cancelOpen = prepared((db, by: { id: string; at: string }) =>
  db
    .updateTable('queries')
    .set(cancelledAt(by.at))
    .where('id', '=', by.id)
    .where('completed_at', 'is', null)
    .returning('id'),
);

/** Cancels the open queries of a user who leaves. */
export async function cancelQueriesOf(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('queries')
    .set(cancelledAt(new Date().toISOString()))
    .where('user_id', '=', userId)
    .where('status', 'in', openStatuses)
    .execute();
}

/** Whether a session query is one that the caller asked. */
export async function isOwnQuery(db: Db, { userId }: Caller, id: string): Promise<boolean> {
  return (await findOwn(db, { id, userId })).length > 0;
}

const asked = (row: QueryRow) => ({
  id: row.id,
  mode: 'session' as const,
  status: row.status,
  question: row.question,
  sessionId: row.session_id,
  ...(row.channel_id !== null && { channelId: row.channel_id }),
  ...(row.view_id !== null && { viewId: row.view_id }),
  createdAt: row.created_at,
  ...(row.completed_at !== null && { completedAt: row.completed_at }),
});

async function present(db: Db, { caller }: Context, row: QueryRow): Promise<Query> {
  if (row.completed_at === null) return { ...asked(row), pollAfterMs: limits.pollAfterMs };
  if (row.error !== null) return { ...asked(row), error: JSON.parse(row.error) as Query['error'] };
  if (row.answer === null) return asked(row);
  return { ...asked(row), ...(await shownAnswer(db, readerOf(caller), JSON.parse(row.answer) as Answer)) };
}

/** An answer stays; what it cites is shown as far as it may be read now. */
async function shownAnswer(db: Db, reader: Reader, answer: Answer): Promise<Answer> {
  const { sources, channelLinks, ...said } = answer;
  const isReadable = await citable(
    db,
    reader,
    (channelLinks ?? []).map(({ channelId: id }) => ({ type: 'channel', id })),
  );
  return {
    ...said,
    ...(channelLinks && { channelLinks: channelLinks.filter(({ channelId }) => isReadable(channelId)) }),
    ...(sources && { sources: (await readableSources(db, reader, sources))(sources) }),
  };
}
