import { WorkspaceError } from '../../schemas/errors.ts';
import { contract, type Workspace } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import { withCalls } from './calls.ts';

const changes = (operation: Operation) =>
  operation.scope === 'workspace.write' || operation === contract.feedback.submit;

/** The workspace, which refuses every change without `--allow-write`. */
export const guarded = (workspace: Workspace, allowWrite: boolean): Workspace =>
  allowWrite ? workspace : withCalls(workspace, (call, operation) => (changes(operation) ? refuse : call));

export const changeRefused = () =>
  new WorkspaceError('forbidden', 'This changes the workspace: add --allow-write to say that it may.');

async function refuse(): Promise<never> {
  throw changeRefused();
}
