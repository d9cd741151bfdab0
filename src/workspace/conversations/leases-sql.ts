import { sql } from 'kysely';
import type { InterfaceType } from '../../../schemas/common.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Answer } from '../../../schemas/queries.ts';
import { hasLapsed, sharedTime } from '../../store/shared-time.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf, prepared } from '../../store/prepared.ts';
import type { Question } from '../../answer/answerer.ts';

/** How long a claim is good unless it is renewed: then whoever holds it is taken for dead. */
const claimMs = 6_000;

/** A query that somebody is at work on, or was. Only its holder may end it, once. */
export interface Claim {
  readonly queryId: string;
  readonly token: string;
}

/** On whose authority a query is answered: who asked it, as they stand now. */
export interface Asker {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: 'admin' | 'member';
  readonly interface: InterfaceType;
}

/** A claimed query with all that it takes to answer it. */
export interface ClaimedQuery extends Claim {
  readonly sessionId: string;
  readonly asker: Asker;
  readonly question: Question;
}

export type Outcome =
  | { readonly status: 'completed'; readonly answer: Answer }
  | { readonly status: 'failed'; readonly error: { readonly code: string; readonly detail: string } };

const isOpen = sql<boolean>`queries.completed_at is null`;
const isAbandoned = (now: number) =>
  sql<boolean>`queries.status = 'running' and ${hasLapsed('queries.claimed_until', now, claimMs)}`;

/** A question of a conversation waits until those before it are answered. */
const isFirstOfSession = sql<boolean>`not exists (select 1 from queries as earlier
  where earlier.session_id = queries.session_id and earlier.id < queries.id and earlier.completed_at is null)`;

/** Askers take turns: whose last question was begun the longest ago comes next. */
const lastTurn = sql`(select max(other.claimed_at) from queries as other where other.user_id = queries.user_id)`;

const nextQueued = (db: Db) =>
  db
    .selectFrom('queries')
    .select('queries.id')
    .where('queries.status', '=', sql.lit('queued'))
    .where(isOpen)
    .where(isFirstOfSession)
    .orderBy(lastTurn, (order) => order.asc().nullsFirst())
    .orderBy('queries.id')
    .limit(1);

const findWork = prepared((db, by: { now: number }) =>
  db.selectNoFrom((eb) =>
    eb
      .or([
        eb.exists(nextQueued(db).clearOrderBy()),
        eb.exists(db.selectFrom('queries').select('queries.id').where(isOpen).where(isAbandoned(by.now))),
      ])
      .as('isLeft'),
  ),
);

/** Whether there is a query to begin. It costs next to nothing to ask. */
export async function isWorkLeft(db: Db): Promise<boolean> {
  const [work] = await findWork(db, { now: await sharedTime(db) });
  return Boolean(work!.isLeft);
}

/** How many queries wait or are being answered, by whichever process. */
export async function openQueries(db: Db): Promise<number> {
  const query = db
    .selectFrom('queries')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where(isOpen);
  return (await query.executeTakeFirstOrThrow()).open;
}

const giveUpOn = prepared((db, by: { now: number }) =>
  db
    .selectFrom('queries')
    .select(['queries.id as queryId', 'queries.claim as token'])
    .where(isOpen)
    .where(isAbandoned(by.now))
    .where('queries.attempts', '>=', sql.lit(limits.questionAttempts)),
);

/** The claims of queries that used up their attempts without ending. The caller must end them. */
export async function hopelessClaims(tx: Db, now: number): Promise<Claim[]> {
  const rows = await giveUpOn(tx, { now });
  return rows.map(({ queryId, token }) => ({ queryId, token: token! }));
}

const requeueAbandoned = prepared((db, by: { now: number }) =>
  db
    .updateTable('queries')
    .set({ status: 'queued', claim: null, claimed_until: null })
    .where(isOpen)
    .where(isAbandoned(by.now)),
);

const claim = prepared((db, by: { token: string; now: number; until: number }) =>
  db
    .updateTable('queries')
    .set({
      status: 'running',
      claim: by.token,
      claimed_at: by.now,
      claimed_until: by.until,
      attempts: sql<number>`attempts + 1`,
    })
    .where('id', '=', nextQueued(db))
    .returning('id'),
);

/** Makes the next query the caller's; those whose process has died come back first. */
export async function claimNext(tx: Db, now: number): Promise<ClaimedQuery | undefined> {
  await requeueAbandoned(tx, { now });
  const token = crypto.randomUUID();
  const [claimed] = await claim(tx, { token, now, until: now + claimMs });
  return claimed && { token, ...(await queryWith(tx, claimed.id)) };
}

const findQuery = prepared((db, by: { id: string }) =>
  db
    .selectFrom('queries')
    .innerJoin('users', 'users.id', 'queries.user_id')
    .innerJoin('messages', 'messages.id', 'queries.message_id')
    .select([
      'queries.id as queryId',
      'queries.session_id as sessionId',
      'queries.user_id as userId',
      'queries.organization_id as organizationId',
      'queries.interface',
      'queries.channel_id as channelId',
      'queries.view_id as viewId',
      'queries.message_id as messageId',
      'users.role',
      'messages.body as text',
    ])
    .where('queries.id', '=', by.id),
);

const findEarlier = prepared((db, by: { sessionId: string; messageId: string }) =>
  db
    .selectFrom('messages')
    .select(['role', 'body'])
    .where('session_id', '=', by.sessionId)
    .where('id', '<', by.messageId)
    .orderBy('id', 'desc')
    .limit(sql.lit(limits.earlierMessages)),
);

async function queryWith(tx: Db, id: string): Promise<Omit<ClaimedQuery, 'token'>> {
  const [row] = await findQuery(tx, { id });
  const { queryId, sessionId, userId, organizationId, role, interface: via, channelId, viewId, text } = row!;
  const earlier = (await findEarlier(tx, { sessionId, messageId: row!.messageId })).toReversed();
  return {
    queryId,
    sessionId,
    asker: { userId, organizationId, role, interface: via },
    question: {
      asker: userId,
      text,
      ...(channelId !== null && { channelId }),
      ...(viewId !== null && { viewId }),
      earlier,
    },
  };
}

const renew = prepared((db, by: { tokens: string; until: number }) =>
  db
    .updateTable('queries')
    .set({ claimed_until: by.until })
    .where(isOpen)
    .where('status', '=', sql.lit('running'))
    .where('claim', 'in', eachOf(by.tokens))
    .returning('claim'),
);

/** Renews claims before they expire. Returns the tokens of the claims that are still held. */
export async function renewClaims(tx: Db, claims: readonly Claim[]): Promise<Set<string>> {
  const tokens = JSON.stringify(claims.map(({ token }) => token));
  const held = await renew(tx, { tokens, until: (await sharedTime(tx)) + claimMs });
  return new Set(held.map(({ claim: token }) => token!));
}

const giveBack = prepared((db, by: { tokens: string }) =>
  db
    .updateTable('queries')
    .set({ status: 'queued', claim: null, claimed_until: null, attempts: sql<number>`attempts - 1` })
    .where(isOpen)
    .where('status', '=', sql.lit('running'))
    .where('claim', 'in', eachOf(by.tokens)),
);

/** Leaves queries to whoever comes next, as if they had not been begun. */
export async function giveBackClaims(tx: Db, claims: readonly Claim[]): Promise<void> {
  await giveBack(tx, { tokens: JSON.stringify(claims.map(({ token }) => token)) });
}

const end = prepared(
  (
    db,
    by: {
      id: string;
      token: string;
      status: Outcome['status'];
      answer: string | null;
      error: string | null;
      at: string;
    },
  ) =>
    db
      .updateTable('queries')
      .set({ status: by.status, answer: by.answer, error: by.error, completed_at: by.at, claimed_until: null })
      .where('id', '=', by.id)
      .where('claim', '=', by.token)
      .where(isOpen)
      .returning('id'),
);

/** Brings a query to its terminal status; false when the claim was lost, and then nothing may be written. */
export async function endClaimed(tx: Db, { queryId, token }: Claim, outcome: Outcome): Promise<boolean> {
  const ended = await end(tx, {
    id: queryId,
    token,
    status: outcome.status,
    answer: outcome.status === 'completed' ? JSON.stringify(outcome.answer) : null,
    error: outcome.status === 'failed' ? JSON.stringify(outcome.error) : null,
    at: new Date().toISOString(),
  });
  return ended.length > 0;
}
