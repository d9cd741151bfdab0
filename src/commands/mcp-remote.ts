import { WorkspaceError } from '../../schemas/errors.ts';
import { contract, type Workspace } from '../../schemas/index.ts';
import { selectTools } from '../../tools/index.ts';
import type { Config } from '../config.ts';
import type { McpOptions } from './mcp.ts';
import { reportTo, serveOverStdio, toolGroupsOf } from './stdio.ts';

/** `workspace mcp --url`: the same tools over stdio, on the workspace of a gateway. */
export async function mcpRemote(
  workspace: Workspace,
  { logLevel }: Pick<Config, 'logLevel'>,
  { tools: groups, readOnly, version }: Pick<McpOptions, 'tools' | 'readOnly' | 'version'>,
): Promise<void> {
  const selected = toolGroupsOf(groups);
  const { scopes } = meIn(await workspace.me.get({}));
  const tools = selectTools({ groups: selected, readOnly, scopes });
  serveOverStdio({ workspaceUntil: () => workspace, tools, version, onDefect: reportTo(logLevel) }, async () => {});
}

function meIn(answer: unknown) {
  const { data } = contract.me.get.output.safeParse(answer);
  if (data) return data;
  throw new WorkspaceError('invalid_request', 'The server there is not a workspace gateway. Check the address.');
}
