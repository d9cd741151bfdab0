import type { Workspace } from '../../../schemas/index.ts';
import type { Outcome } from './leases-sql.ts';
import type { ConfiguredModel } from '../../answer/models/model.ts';
import { AnswerWorker } from './worker.ts';
import type { Database } from '../../store/database.ts';
import type { Db } from '../../store/tables.ts';
import { audit } from '../operation/audit.ts';
import type { Caller, CallOptions } from '../operation/context.ts';
import { addMessage } from './messages.ts';

export interface AnsweringOptions {
  readonly database: Database;
  readonly workspaceFor: (caller: Caller, options: CallOptions) => Workspace;
  /** Who answers before the built-in engine does. */
  readonly model: ConfiguredModel | undefined;
  readonly onError: (error: unknown) => void;
}

/**
 * The worker that answers session queries in this process once started. It reads and queries with the asker's
 * authority.
 */
export function answerWorker({ database, workspaceFor, model, onError }: AnsweringOptions): AnswerWorker {
  return new AnswerWorker({
    database,
    workspaceOf: (asker, gone) =>
      workspaceFor({ ...asker, scopes: ['workspace.read', 'workspace.query'] }, { gone: () => gone }),
    loadAnswerer: async () => (await import('../../answer/index.ts')).loadAnswerer(model, onError),
    onEnd: storeOutcome,
    onError,
  });
}

/** The answer is said in the conversation that the question is part of. */
async function storeOutcome(tx: Db, queryId: string, outcome: Outcome): Promise<void> {
  const { session_id: sessionId, ...asker } = await tx
    .selectFrom('queries')
    .innerJoin('users', 'users.id', 'queries.user_id')
    .select([
      'queries.session_id',
      'queries.user_id as userId',
      'queries.organization_id as organizationId',
      'queries.interface',
      'users.role',
    ])
    .where('queries.id', '=', queryId)
    .executeTakeFirstOrThrow();
  if (outcome.status === 'completed') {
    const { answer: body, sources } = outcome.answer;
    const { id } = await addMessage(tx, sessionId, { role: 'assistant', body, sources });
    await tx.updateTable('queries').set({ answer_message_id: id }).where('id', '=', queryId).execute();
  }
  await audit(tx, { ...asker, scopes: [] }, `query.${outcome.status}`, queryId, { subjectId: sessionId });
}
