/** The command with which a host starts a server. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** An agent host, and how its list of MCP servers is written. */
export interface HostFormat {
  readonly title: string;
  /** The file with its servers, as its documentation names it. */
  readonly file: string;
  /** The host accepts comments in `jsonc`. */
  readonly format: 'json' | 'jsonc' | 'toml';
  /** The key of the object with the servers by name. */
  readonly key: string;
  /** A server that the host starts. */
  readonly entry: (start: Start) => object;
  /** A server at an address; absent where the file takes none. */
  readonly remote?: (url: string) => object;
}

const plain = ({ command, args }: Start) => ({ command, args });
const typed = (start: Start) => ({ type: 'stdio', ...plain(start) });
const at = (url: string) => ({ url });
const typedAt = (url: string) => ({ type: 'http', url });

export const hostFormats = {
  'claude-code': {
    title: 'Claude Code',
    file: '.mcp.json',
    format: 'json',
    key: 'mcpServers',
    entry: typed,
    remote: typedAt,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    format: 'json',
    key: 'mcpServers',
    entry: plain,
  },
  cursor: {
    title: 'Cursor',
    file: '~/.cursor/mcp.json',
    format: 'json',
    key: 'mcpServers',
    entry: plain,
    remote: at,
  },
  vscode: {
    title: 'Visual Studio Code',
    file: '.vscode/mcp.json',
    format: 'jsonc',
    key: 'servers',
    entry: typed,
    remote: typedAt,
  },
  codex: {
    title: 'Codex',
    file: '~/.codex/config.toml',
    format: 'toml',
    key: 'mcp_servers',
    entry: plain,
    remote: at,
  },
  gemini: {
    title: 'Gemini CLI',
    file: '~/.gemini/settings.json',
    format: 'jsonc',
    key: 'mcpServers',
    entry: plain,
    remote: (httpUrl) => ({ httpUrl }),
  },
  windsurf: {
    title: 'Windsurf',
    file: '~/.codeium/windsurf/mcp_config.json',
    format: 'json',
    key: 'mcpServers',
    entry: plain,
    remote: (serverUrl) => ({ serverUrl }),
  },
  zed: {
    title: 'Zed',
    file: '~/.config/zed/settings.json',
    format: 'jsonc',
    key: 'context_servers',
    entry: plain,
    remote: at,
  },
  opencode: {
    title: 'opencode',
    file: 'opencode.json',
    format: 'jsonc',
    key: 'mcp',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    remote: (url) => ({ type: 'remote', url, enabled: true }),
  },
} as const satisfies Record<string, HostFormat>;

export type HostName = keyof typeof hostFormats;

/** The name of the server in a host's list. Claude Code keeps `workspace` for itself. */
export const serverName = 'workspace-mcp';

/** The address of MCP at a gateway. */
export const mcpAddress = (gateway: string): string => `${gateway.replace(/\/+$/, '')}/mcp`;

/** A server in the format of a host's file. A string of JSON is one of TOML too, except for DEL. */
export function blockOf({ format, key }: HostFormat, name: string, entry: object): string {
  if (format !== 'toml') return `${JSON.stringify({ [key]: { [name]: entry } }, null, 2)}\n`;
  const lines = Object.entries(entry).map(([field, value]) => `${field} = ${JSON.stringify(value)}`);
  return `[${key}.${name}]\n${lines.join('\n')}\n`.replaceAll('\x7f', '\\u007f');
}
