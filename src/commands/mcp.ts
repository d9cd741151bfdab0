import { randomUUID } from 'node:crypto';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { limits } from '../../schemas/limits.ts';
import { scopes } from '../../schemas/operation.ts';
import { readToolGroups, selectTools, type ToolSelection } from '../../tools/index.ts';
import { createServer } from '../../tools/server.ts';
import { type Config, ConfigError, originOf } from '../config.ts';
import { boundedLines } from './bounded-lines.ts';
import { openCore } from './core.ts';
import type { Listener } from './listen.ts';

export interface McpOptions {
  readonly tools: string | undefined;
  readonly readOnly: boolean;
  readonly sample: boolean;
  readonly version: string;
}

/** `workspace mcp`: MCP over stdio on the embedded core, as the user of this machine, until stdin ends. */
export async function mcp(config: Config, { tools: groups, readOnly, sample, version }: McpOptions): Promise<void> {
  const tools = selectTools({ groups: toolGroupsOf(groups), readOnly, scopes });
  const core = await openCore(config, {
    readOnly,
    publicUrl: () => config.publicUrl ?? originOf(config),
    gatewayUrl: async () => (await (listening ??= startListener())).url,
    onError: (error) => report(config, error),
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
  if (sample && !(await (await import('../workspace/sample.ts')).addSample(core.services, caller))) {
    process.stderr.write('--sample was left out: the workspace holds something already\n');
  }
  const workspace = core.workspaceFor(caller);

  const end = async () => {
    const listener = await listening?.catch(() => undefined);
    listener?.app.server.closeAllConnections();
    await listener?.app.close();
    await core.close();
    process.exit(0);
  };
  let ending: Promise<void> | undefined;
  const endOnce = () => void (ending ??= end());
  process.stdin.once('end', endOnce).once('close', endOnce);
  process.once('SIGTERM', endOnce).once('SIGINT', endOnce);
  serveStdio(
    () => createServer({ workspace, tools, version, onDefect: (error, requestId) => report(config, error, requestId) }),
    {
      transport: boundedTransport(),
      onerror: (error) => report(config, error),
    },
  );
}

/** A stream in between would cost every call as much as the call itself, so the lines are bounded where they arrive. */
function boundedTransport(): StdioServerTransport {
  const transport = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: 2 * limits.mcpMessageBytes,
  });
  transport._ondata = boundedLines(limits.mcpMessageBytes, transport._ondata);
  return transport;
}

function toolGroupsOf(list: string | undefined): ToolSelection['groups'] {
  const { groups, mistake } = readToolGroups(list);
  if (mistake !== undefined) throw new ConfigError(`--tools ${mistake}`);
  return groups;
}

/** The host shows stderr to its user, so requests that went well are not told. */
const quieter = (level: Config['logLevel']) => (level === 'info' ? 'warn' : level);

function report(config: Config, error: unknown, requestId: string = randomUUID()): void {
  void import('../log.ts').then(({ createLogger }) => {
    createLogger(quieter(config.logLevel)).error({ err: error, requestId }, 'request failed');
  });
}
