import { operations, type Workspace } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { CallOptions } from '../sdk/index.ts';

/** An operation, local or remote. A data folder ignores the options. */
type Call = (input: unknown, options?: CallOptions) => Promise<unknown>;

/** The workspace with every call wrapped. */
export function withCalls(workspace: Workspace, replace: (call: Call, operation: Operation) => Call): Workspace {
  const calls: Record<string, Record<string, Call>> = {};
  for (const { group, name, operation } of operations) {
    const call = (workspace as unknown as typeof calls)[group]![name]!;
    (calls[group] ??= {})[name] = replace(call, operation);
  }
  return calls as unknown as Workspace;
}
