import type { Agent } from '../../schemas/common.ts';
import { WorkspaceError } from '../../schemas/errors.ts';
import { contract, type Workspace } from '../../schemas/index.ts';
import { selectTools } from '../../tools/index.ts';
import type { Config } from '../config.ts';
import type { McpOptions } from './mcp.ts';
import { namedAgent, reportTo, serveOverStdio, toolGroupsOf } from './stdio.ts';

/** `workspace mcp --url`: the same tools over stdio, on the workspace of a gateway. */
export async function mcpRemote(
  workspaceOf: (agent?: Agent) => Workspace,
  { logLevel }: Pick<Config, 'logLevel'>,
  { tools: groups, readOnly, as: name, version }: Pick<McpOptions, 'tools' | 'readOnly' | 'as' | 'version'>,
): Promise<void> {
  const selected = toolGroupsOf(groups);
  const { scopes } = meIn(await workspaceOf().me.get({}));
  const tools = selectTools({ groups: selected, readOnly, scopes });
  const workspaceUntil = (_gone?: AbortSignal, host?: Agent) => workspaceOf(namedAgent(name, host));
  serveOverStdio({ workspaceUntil, tools, version, onDefect: reportTo(logLevel) }, async () => {});
}

function meIn(answer: unknown) {
  const { data } = contract.me.get.output.safeParse(answer);
  if (data) return data;
  throw new WorkspaceError('invalid_request', 'The server there is not a workspace gateway. Check the address.');
}
