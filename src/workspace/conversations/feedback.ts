import { WorkspaceError } from '../../../schemas/errors.ts';
import type { Feedback } from '../../../schemas/feedback.ts';
import type { Db } from '../../store/tables.ts';
import { newId } from '../../store/ids.ts';
import { isAdministered } from '../operation/access.ts';
import { audit } from '../operation/audit.ts';
import type { Caller } from '../operation/context.ts';
import type { Handlers } from '../operation/handlers.ts';
import { once } from '../operation/idempotency.ts';
import { openPage } from '../operation/paging.ts';
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

  async list(context, input) {
    const page = openPage(context, input);
    const found = await context.database.read((db) =>
      feedbackRows(db, context.caller)
        .where('feedback.id', '>', String(page.after?.[0] ?? ''))
        .limit(page.take)
        .execute(),
    );
    const { rows, nextCursor } = page.close(found, ({ id }) => [id]);
    return { feedback: rows.map(shown), nextCursor };
  },
};

/** The feedback of the organisations that the caller administers, the oldest first. */
const feedbackRows = (db: Db, caller: Caller) =>
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
    .where(isAdministered(caller, 'feedback.organization_id'))
    .orderBy('feedback.id');

type FeedbackRow = Awaited<ReturnType<ReturnType<typeof feedbackRows>['execute']>>[number];

const shown = ({ userId, userName, organizationId, organizationName, queryId, ...row }: FeedbackRow): Feedback => ({
  ...row,
  ...(queryId !== null && { queryId }),
  user: { id: userId, name: userName },
  organization: { id: organizationId, name: organizationName },
});

/** Feedback refers only to session queries, not to typed queries. */
function noSuchQuery(): WorkspaceError {
  return new WorkspaceError(
    'invalid_feedback_query',
    'queryId names no session query that this account can see. Leave it out, or give the ID of one of your own.',
    { errors: [{ path: '/queryId', message: 'is not a session query, or not shared with this account' }] },
  );
}
