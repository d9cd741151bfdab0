import { stderr } from 'node:process';
import { usualScopes } from '../../schemas/operation.ts';
import type { ServerOptions } from '../../tools/server-options.ts';
import { selectTools } from '../../tools/index.ts';
import type { Config } from '../config.ts';
import { openCore } from './core.ts';
import type { Listener } from './listen.ts';
import { runningGateway } from '../folder/places/running-gateway.ts';
import { namedAgent, quieter, reportTo, serveOverStdio, toolGroupsOf } from './stdio.ts';

export interface McpOptions {
  readonly tools: string | undefined;
  readonly readOnly: boolean;
  readonly sample: boolean;
  /** The name that the agent is shown by, in place of its host's. */
  readonly as: string | undefined;
  readonly version: string;
}

/** `workspace mcp`: MCP over stdio on the embedded core, as the user of this machine, until stdin ends. */
export async function mcp(
  config: Config,
  { tools: groups, readOnly, sample, as: name, version }: McpOptions,
): Promise<void> {
  const tools = selectTools({ groups: toolGroupsOf(groups), readOnly, scopes: usualScopes });
  const report = reportTo(config.logLevel);
  const core = await openCore(config, {
    readOnly,
    publicUrl: () => runningGateway(config.dataFolder)?.publicUrl ?? config.publicUrl,
    gatewayUrl: async () => (await (listening ??= startListener())).url,
    onError: report,
  });
  let listening: Promise<Listener> | undefined;
  const startListener = async () => {
    try {
      const [{ listen }, { createLogger }] = await Promise.all([import('./listen.ts'), import('../log.ts')]);
      const own = { ...config, host: '127.0.0.1', port: 0, rateLimit: 0, version };
      return await listen(core, own, createLogger(quieter(config.logLevel)));
    } catch (error) {
      listening = undefined;
      throw error;
    }
  };
  const caller = await core.localCaller('mcp');
  if (sample && !(await (await import('../folder/sample.ts')).addSample(core.services, caller))) {
    stderr.write('--sample was left out: the workspace holds something already\n');
  }
  const workspaceUntil: ServerOptions['workspaceUntil'] = (gone, host) =>
    core.workspaceFor({ ...caller, agent: namedAgent(name, host) }, gone && { gone: () => gone });

  serveOverStdio({ workspaceUntil, tools, version, onDefect: report }, async () => {
    const listener = await listening?.catch(() => undefined);
    listener?.app.server.closeAllConnections();
    await listener?.app.close();
    await core.close();
  });
}
