import { homedir } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';

/** The command with which a host starts a server. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** An agent host: the file with its MCP servers, and their format. */
export interface Host {
  readonly title: string;
  readonly file: string;
  /** The host accepts comments in `jsonc`. */
  readonly format: 'json' | 'jsonc' | 'toml';
  /** The key of the object with the servers by name. */
  readonly key: string;
  readonly entry: (start: Start) => object;
}

const atHome = (...path: string[]) => join(homedir(), ...path);
const plain = ({ command, args }: Start) => ({ command, args });
const typed = (start: Start) => ({ type: 'stdio', ...plain(start) });

/** The settings folder of an application. */
function settingsOf(application: string): string {
  if (process.platform === 'darwin') return atHome('Library', 'Application Support', application);
  if (process.platform === 'win32') return atHome('AppData', 'Roaming', application);
  return envPaths(application, { suffix: '' }).config;
}

/** On macOS it is the same as the Linux default, whatever the environment says. */
function zedFile(): string {
  if (process.platform === 'darwin') return atHome('.config', 'zed', 'settings.json');
  return join(settingsOf(process.platform === 'win32' ? 'Zed' : 'zed'), 'settings.json');
}

/** A file without a folder belongs to the project in which the command runs. */
export const hosts: Record<string, Host> = {
  'claude-code': { title: 'Claude Code', file: '.mcp.json', format: 'json', key: 'mcpServers', entry: typed },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: join(settingsOf('Claude'), 'claude_desktop_config.json'),
    format: 'json',
    key: 'mcpServers',
    entry: plain,
  },
  cursor: { title: 'Cursor', file: atHome('.cursor', 'mcp.json'), format: 'json', key: 'mcpServers', entry: plain },
  vscode: {
    title: 'Visual Studio Code',
    file: join('.vscode', 'mcp.json'),
    format: 'jsonc',
    key: 'servers',
    entry: typed,
  },
  codex: {
    title: 'Codex',
    file: atHome('.codex', 'config.toml'),
    format: 'toml',
    key: 'mcp_servers',
    entry: plain,
  },
  gemini: {
    title: 'Gemini CLI',
    file: atHome('.gemini', 'settings.json'),
    format: 'jsonc',
    key: 'mcpServers',
    entry: plain,
  },
  windsurf: {
    title: 'Windsurf',
    file: atHome('.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    key: 'mcpServers',
    entry: plain,
  },
  zed: {
    title: 'Zed',
    file: zedFile(),
    format: 'jsonc',
    key: 'context_servers',
    entry: plain,
  },
  opencode: {
    title: 'opencode',
    file: 'opencode.json',
    format: 'jsonc',
    key: 'mcp',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  },
};
