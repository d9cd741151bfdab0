import { operations, type Workspace } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { CallOptions } from '../sdk/index.ts';

/** An operation, through whichever door; a data folder has no use for the options. */
type Call = (input: unknown, options?: CallOptions) => Promise<unknown>;

/** The workspace with other calls in place of its own. */
export function withCalls(workspace: Workspace, replace: (call: Call, operation: Operation) => Call): Workspace {
  const calls: Record<string, Record<string, Call>> = {};
  for (const { group, name, operation } of operations) {
    const call = (workspace as unknown as typeof calls)[group]![name]!;
    (calls[group] ??= {})[name] = replace(call, operation);
  }
  return calls as unknown as Workspace;
}
