import { createHash } from 'node:crypto';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Db } from '../../store/tables.ts';
import { jsonPieces } from '../../turns/json-pieces.ts';
import { prepared, preparedInsert } from '../../store/prepared.ts';
import type { RemoveSome } from '../../store/stretches.ts';
import { inTurnsIfLong, Turn, type Work } from '../../turns/turn.ts';
import type { LongWork } from '../../store/database.ts';
import { channelIsReadable, type Reader } from './access.ts';
import type { Context } from './context.ts';
import { readerOf } from './reader.ts';

/**
 * One write transaction, at most once for each idempotency key of a caller and operation (IETF Idempotency-Key draft).
 * The answer is committed with the change, so a key is known exactly when its change is. Writers wait for one another,
 * so a second use never meets an unfinished first. Requests are the same when they are equal as sent, or after
 * resolving slugs to IDs.
 */
export async function once<Answer>(
  context: Context,
  idempotencyKey: string | undefined,
  request: Request,
  change: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  if (idempotencyKey === undefined) return context.database.write(context.requester, change);
  const digests = await digestsOf(context, request);
  return context.database.write(context.requester, async (tx) => {
    const earlier = await earlierAnswer<Answer>(tx, context, idempotencyKey, digests);
    if (earlier !== undefined) return earlier;
    const answer = await change(tx);
    await remember(tx, context, idempotencyKey, digests, answer);
    return answer;
  });
}

/**
 * The same for work in several transactions. The last transaction stores the answer. It is refused when another use of
 * the key was answered meanwhile. `orReplayed` then gives that answer.
 */
export async function onceInStretches<Answer>(
  context: Context,
  idempotencyKey: string | undefined,
  request: Request,
  work: LongWork<Answer>,
): Promise<Answer> {
  if (idempotencyKey === undefined) return context.database.writeInStretches(context.requester, work);
  const digests = await digestsOf(context, request);
  return context.database.writeInStretches(context.requester, async function* (tx) {
    const earlier = await earlierAnswer<Answer>(tx, context, idempotencyKey, digests);
    if (earlier !== undefined) return earlier;
    const answer = yield* work(tx);
    await remember(tx, context, idempotencyKey, digests, answer);
    return answer;
  });
}

/**
 * The answer to an earlier request with this key. Callers use it before work that precedes their transaction. It waits
 * behind earlier writes, so the answer it repeats is on disk.
 */
export async function replayed<Answer>(
  context: Context,
  idempotencyKey: string | undefined,
  request: Request,
): Promise<Answer | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const digests = await digestsOf(context, request);
  return context.database.write(context.requester, (tx) => earlierAnswer<Answer>(tx, context, idempotencyKey, digests));
}

/** The same for a request that failed because another use of its key was answered meanwhile. */
export async function orReplayed<Answer>(
  context: Context,
  idempotencyKey: string | undefined,
  request: Request,
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const earlier = await replayed<Answer>(context, idempotencyKey, request);
    if (earlier === undefined) throw error;
    return earlier;
  }
}

/** The parts of a request. The named parts hold an ID or a slug. */
export interface Request {
  readonly [part: string]: unknown;
  readonly channelId?: string | null | undefined;
  readonly viewId?: string | undefined;
  readonly targetType?: string | undefined;
  readonly targetId?: string | undefined;
}

/**
 * The digests of the request as sent and with slugs resolved. A slug may name something else when the request is
 * retried.
 */
async function digestsOf(context: Context, request: Request): Promise<string[]> {
  const understood = await context.database.read((db) => withIds(db, context, request));
  const different = understood === request ? [request] : [request, understood];
  const digests: string[] = [];
  for (const one of different) digests.push(await inTurnsIfLong(digestOf(one), context.caller.userId));
  return digests;
}

function* digestOf(request: Request): Work<string> {
  const digest = createHash('sha256');
  for (const piece of jsonPieces(withKeysInOrder(request))) {
    digest.update(piece);
    yield;
  }
  return digest.digest('hex');
}

/** The order of an object's keys says nothing. */
function withKeysInOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withKeysInOrder);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, withKeysInOrder(item)]));
}

async function withIds(db: Db, { caller }: Context, request: Request): Promise<Request> {
  const { channelId, viewId, targetType, targetId } = request;
  const channel = targetType === 'channel' ? targetId : channelId;
  if (channel === undefined || channel === null) return request;
  const [found] = await findIds(db, { ...readerOf(caller), channel, view: viewId ?? null });
  const isById = channel === found?.id && (viewId === undefined || viewId === found.view_id);
  if (!found || isById) return request;
  if (targetType === 'channel') return { ...request, targetId: found.id };
  return { ...request, channelId: found.id, ...(viewId !== undefined && { viewId: found.view_id ?? viewId }) };
}

const findIds = prepared((db, by: Reader & { channel: string; view: string | null }) =>
  db
    .selectFrom('channels')
    .leftJoin('views', (join) => join.onRef('views.channel_id', '=', 'channels.id').on('views.slug', '=', by.view))
    .select(['channels.id', 'views.id as view_id'])
    .where((eb) => eb.or([eb('channels.id', '=', by.channel), eb('channels.slug', '=', by.channel)]))
    .where(channelIsReadable(by)),
);

/** Keys that have outlived their promise: at most `limits.rowsRemovedAtOnce`. */
export const outlivedKeys = (db: Db) =>
  db
    .selectFrom('idempotency_keys')
    .select(['user_id', 'operation', 'key'])
    .where('created_at', '<', new Date(Date.now() - limits.idempotencySeconds * 1_000).toISOString())
    .limit(limits.rowsRemovedAtOnce);

const deleteKey = prepared((db, by: { user_id: string; operation: string; key: string }) =>
  db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', by.user_id)
    .where('operation', '=', by.operation)
    .where('key', '=', by.key),
);

/**
 * Deletes keys one by one and lets others have their turn. An answer may take megabytes, and each of its pages is read.
 */
export const forgetOldKeys: RemoveSome = async (tx) => {
  const outlived = await outlivedKeys(tx).execute();
  const turn = new Turn();
  for (const key of outlived) {
    await deleteKey(tx, key);
    await turn.yield();
  }
  return outlived.length;
};

const findAnswer = prepared((db, by: { userId: string; operation: string; key: string }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_sha256', 'answer'])
    .where('user_id', '=', by.userId)
    .where('operation', '=', by.operation)
    .where('key', '=', by.key),
);

async function earlierAnswer<Answer>(
  db: Db,
  context: Context,
  key: string,
  digests: readonly string[],
): Promise<Answer | undefined> {
  const [earlier] = await findAnswer(db, { userId: context.caller.userId, operation: context.operation, key });
  if (!earlier) return undefined;
  if (!digests.some((digest) => earlier.request_sha256.includes(digest))) throw keyReused();
  context.onReplay();
  return JSON.parse(earlier.answer) as Answer;
}

/** The answer of an operation to a key of the caller, as long as it is kept. */
export async function answerTo<Answer>(
  db: Db,
  { caller: { userId } }: Context,
  operation: string,
  key: string,
): Promise<Answer | undefined> {
  const [earlier] = await findAnswer(db, { userId, operation, key });
  return earlier && (JSON.parse(earlier.answer) as Answer);
}

const insertKey = preparedInsert('idempotency_keys');

async function remember(
  tx: Db,
  { caller, operation }: Context,
  key: string,
  digests: readonly string[],
  answer: unknown,
): Promise<void> {
  await insertKey(tx, {
    organization_id: caller.organizationId,
    user_id: caller.userId,
    operation,
    key,
    request_sha256: digests.join(' '),
    answer: await inTurnsIfLong(jsonOf(answer)),
    created_at: new Date().toISOString(),
  });
}

function* jsonOf(answer: unknown): Work<string> {
  let json = '';
  for (const piece of jsonPieces(answer)) {
    json += piece;
    yield;
  }
  return json;
}

function keyReused(): WorkspaceError {
  return new WorkspaceError(
    'idempotency_key_reused',
    'This idempotency key was used before with another request; use a new key for a new request.',
  );
}
