import { createHash } from 'node:crypto';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { Db } from '../store/database.ts';
import { prepared, preparedInsert } from '../store/prepared.ts';
import type { Context } from './context.ts';

/**
 * One write transaction, at most once for each idempotency key of a caller and operation (IETF Idempotency-Key draft).
 * The answer is stored with the change, so a key is known exactly when its change is; writers wait for one another, so a
 * second use never meets a first that is still under way. `request` is what makes two requests the same.
 */
export async function once<Answer>(
  context: Context,
  idempotencyKey: string | undefined,
  request: unknown,
  change: (tx: Db) => Promise<Answer>,
): Promise<Answer> {
  if (idempotencyKey === undefined) return context.database.write(change);
  const requestSha256 = digestOf(request);
  return context.database.write(async (tx) => {
    const earlier = await earlierAnswer<Answer>(tx, context, idempotencyKey, requestSha256);
    if (earlier !== undefined) return earlier;
    const answer = await change(tx);
    await remember(tx, context, idempotencyKey, requestSha256, answer);
    return answer;
  });
}

/** The answer to an earlier request with this key, for whoever has work to do before the transaction. */
export async function replayed<Answer>(
  context: Context,
  idempotencyKey: string | undefined,
  request: unknown,
): Promise<Answer | undefined> {
  if (idempotencyKey === undefined) return undefined;
  return context.database.read((db) => earlierAnswer<Answer>(db, context, idempotencyKey, digestOf(request)));
}

const digestOf = (request: unknown): string =>
  createHash('sha256').update(JSON.stringify(request, withKeysInOrder)).digest('hex');

/** The order of an object's keys says nothing. */
const withKeysInOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Forgets keys that have outlived their promise. */
export async function forgetOldKeys(tx: Db): Promise<void> {
  const eldest = new Date(Date.now() - limits.idempotencySeconds * 1_000).toISOString();
  await tx.deleteFrom('idempotency_keys').where('created_at', '<', eldest).execute();
}

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
  requestSha256: string,
): Promise<Answer | undefined> {
  const [earlier] = await findAnswer(db, { userId: context.caller.userId, operation: context.operation, key });
  if (!earlier) return undefined;
  if (earlier.request_sha256 !== requestSha256) throw keyReused();
  context.onReplay();
  return JSON.parse(earlier.answer) as Answer;
}

const insertKey = preparedInsert('idempotency_keys');

async function remember(tx: Db, { caller, operation }: Context, key: string, requestSha256: string, answer: unknown) {
  await insertKey(tx, {
    organization_id: caller.organizationId,
    user_id: caller.userId,
    operation,
    key,
    request_sha256: requestSha256,
    answer: JSON.stringify(answer),
    created_at: new Date().toISOString(),
  });
}

function keyReused(): WorkspaceError {
  return new WorkspaceError(
    'idempotency_key_reused',
    'This idempotency key was used before with another request; use a new key for a new request.',
  );
}
