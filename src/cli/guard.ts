import { WorkspaceError } from '../../schemas/errors.ts';
import { contract, operations, type Workspace, type WorkspaceByName } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';

const changes = (operation: Operation) =>
  operation.scope === 'workspace.write' || operation === contract.feedback.submit;

/** The workspace, in which whatever changes something is refused unless `--allow-write` was given. */
export function guarded(workspace: Workspace, allowWrite: boolean): Workspace {
  if (allowWrite) return workspace;
  const calls: WorkspaceByName = {};
  for (const { group, name, operation } of operations) {
    const call = (workspace as unknown as WorkspaceByName)[group]![name]!;
    (calls[group] ??= {})[name] = changes(operation) ? refuse : call;
  }
  return calls as unknown as Workspace;
}

async function refuse(): Promise<never> {
  throw new WorkspaceError('forbidden', 'This changes the workspace: add --allow-write to say that it may.');
}
