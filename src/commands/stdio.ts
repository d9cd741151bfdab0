import { randomUUID } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Agent } from '../../schemas/common.ts';
import { agentNamed } from '../../schemas/interfaces.ts';
import { readToolGroups, type ToolSelection } from '../../tools/index.ts';
import { createServer } from '../../tools/server.ts';
import type { ServerOptions } from '../../tools/server-options.ts';
import { type Config, ConfigError } from '../config.ts';
import { appHtml } from '../http/mcp/app-html.ts';
import { stdioTransport } from './stdio-transport.ts';

/** Serves MCP until stdin ends or the process is told to; then closes, and exits. */
export function serveOverStdio(options: Omit<ServerOptions, 'apps'>, close: () => Promise<void>): void {
  let ending: Promise<void> | undefined;
  const end = () => void (ending ??= close().then(() => process.exit(0)));
  process.stdin.once('end', end).once('close', end);
  process.once('SIGTERM', end).once('SIGINT', end);
  serveStdio(() => createServer({ ...options, apps: { page: appHtml } }), {
    transport: stdioTransport(),
    onerror: (error) => options.onDefect(error, randomUUID()),
  });
}

export function toolGroupsOf(list: string | undefined): ToolSelection['groups'] {
  const { groups, mistake } = readToolGroups(list);
  if (mistake !== undefined) throw new ConfigError(`--tools ${mistake}`);
  return groups;
}

/** The agent under the name that `--as` gives it, else its host. */
export const namedAgent = (name: string | undefined, host: Agent | undefined): Agent | undefined =>
  name === undefined ? host : (agentNamed(name, host?.version) ?? host);

/** The host shows stderr to its user, so requests that went well are not told. */
export const quieter = (level: Config['logLevel']) => (level === 'info' ? 'warn' : level);

/** Tells the log, which is loaded when there is something to tell. */
export const reportTo =
  (level: Config['logLevel']) =>
  (error: unknown, requestId: string = randomUUID()): void =>
    void import('../log.ts').then(({ createLogger }) => {
      createLogger(quieter(level)).error({ err: error, requestId }, 'request failed');
    });
