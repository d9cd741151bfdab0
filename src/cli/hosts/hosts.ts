import { homedir } from 'node:os';
import { join } from 'node:path';
import { type HostFormat, hostFormats, type HostName } from '../../../schemas/hosts.ts';

const atHome = (...path: string[]) => join(homedir(), ...path);

/** The settings folder of an application. */
function settingsOf(application: string): string {
  if (process.platform === 'darwin') return atHome('Library', 'Application Support', application);
  if (process.platform === 'win32') return atHome('AppData', 'Roaming', application);
  return join(process.env.XDG_CONFIG_HOME || atHome('.config'), application);
}

/** On macOS it is the same as the Linux default, whatever the environment says. */
function zedFile(): string {
  if (process.platform === 'darwin') return atHome('.config', 'zed', 'settings.json');
  return join(settingsOf(process.platform === 'win32' ? 'Zed' : 'zed'), 'settings.json');
}

/** The file of each host on this machine. One without a folder belongs to the project in which the command runs. */
const files: Record<HostName, () => string> = {
  'claude-code': () => '.mcp.json',
  'claude-desktop': () => join(settingsOf('Claude'), 'claude_desktop_config.json'),
  cursor: () => atHome('.cursor', 'mcp.json'),
  vscode: () => join('.vscode', 'mcp.json'),
  codex: () => atHome('.codex', 'config.toml'),
  gemini: () => atHome('.gemini', 'settings.json'),
  windsurf: () => atHome('.codeium', 'windsurf', 'mcp_config.json'),
  zed: zedFile,
  opencode: () => 'opencode.json',
};

/** An agent host, with the file that it reads on this machine. */
export type Host = HostFormat;

/** The agent host of this name, if it is known. */
export const hostNamed = (name: string): Host | undefined =>
  isHost(name) ? { ...hostFormats[name], file: files[name]() } : undefined;

const isHost = (name: string): name is HostName => Object.hasOwn(hostFormats, name);
