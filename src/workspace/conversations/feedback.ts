import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { audit } from '../operation/audit.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { isOwnQuery } from './session-queries.ts';

export const feedback: Handlers<'feedback'> = {
  submit: (context, input) =>
    once(context, input.idempotencyKey, input, async (tx) => {
      const { caller } = context;
      if (input.queryId !== undefined && !(await isOwnQuery(tx, caller, input.queryId))) throw noSuchQuery();
      const id = newId('fdb');
      await tx
        .insertInto('feedback')
        .values({
          id,
          organization_id: caller.organizationId,
          user_id: caller.userId,
          description: input.description,
          query_id: input.queryId ?? null,
          interface: caller.interface,
          created_at: new Date().toISOString(),
        })
        .execute();
      await audit(tx, caller, 'feedback.received', id);
      return { feedback: { id, status: 'received' } };
    }),
};

export type Feedback = Awaited<ReturnType<typeof listFeedback>>[number];

/** The feedback of every organisation, the oldest first. */
export const listFeedback = (db: Db) =>
  db
    .selectFrom('feedback')
    .innerJoin('users', 'users.id', 'feedback.user_id')
    .innerJoin('organizations', 'organizations.id', 'feedback.organization_id')
    .select([
      'feedback.id',
      'feedback.description',
      'feedback.query_id as queryId',
      'feedback.interface as interfaceType',
      'feedback.created_at as createdAt',
      'users.id as userId',
      'users.name as userName',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
    ])
    .orderBy('feedback.id')
    .execute();

/** Feedback refers only to session queries, not to typed queries. */
function noSuchQuery(): WorkspaceError {
  return new WorkspaceError(
    'invalid_feedback_query',
    'queryId names no session query that this account can see. Leave it out, or give the ID of one of your own.',
    { errors: [{ path: '/queryId', message: 'is not a session query, or not shared with this account' }] },
  );
}
