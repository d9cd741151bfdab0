import type { Agent, Via } from './common.ts';
import { limits } from './limits.ts';
import { withoutHidden } from './shown.ts';

/**
 * The header by which a client declares its interface. It is only recorded and shown; it grants nothing. Missing or
 * unknown values count as `api`. Requests through `/mcp` always count as `mcp`.
 */
export const interfaceHeader = 'workspace-interface';

/**
 * The header by which a client names the program that acts for the user: `name` or `name/version`, each
 * percent-encoded. It is only recorded and shown.
 */
export const agentHeader = 'workspace-agent';

export const agentHeaderOf = ({ name, version }: Agent): string =>
  [name, ...(version === undefined ? [] : [version])].map(encodeURIComponent).join('/');

/** The agent that a header names. Undefined if the header is absent or cannot be read. */
export function agentOfHeader(header: string | undefined): Agent | undefined {
  const [name, version] = header?.split('/') ?? [];
  try {
    return name === undefined
      ? undefined
      : agentNamed(decodeURIComponent(name), version && decodeURIComponent(version));
  } catch {
    return undefined;
  }
}

/** An agent with a name and version on one line, without hidden characters. Undefined if no name remains. */
export function agentNamed(name: unknown, version?: unknown): Agent | undefined {
  const [shownName, shownVersion] = [cleaned(name), cleaned(version)];
  return shownName === '' ? undefined : { name: shownName, ...(shownVersion !== '' && { version: shownVersion }) };
}

/** Most names are words of ASCII, which need no cleaning. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/;

function cleaned(text: unknown): string {
  if (typeof text !== 'string') return '';
  if (text.length <= limits.agentName && isPlain.test(text)) return text;
  const visible = withoutHidden(text.slice(0, 10 * limits.agentName).toWellFormed()).trim();
  return Array.from(visible).slice(0, limits.agentName).join('').trim();
}

/**
 * The command line's OAuth client, which every gateway knows (RFC 8252). It is public, uses PKCE and may use any
 * loopback port.
 */
export const commandLine = {
  clientId: 'workspace-cli',
  name: 'Workspace command line',
  redirectUri: 'http://127.0.0.1/callback',
} as const;

/**
 * The app's OAuth client. Its redirect URI is the gateway's own, so people are not asked whether they allow it. It has
 * no tokens: a cookie keeps its session.
 */
export const workspaceApp = {
  clientId: 'workspace-app',
  name: 'Workspace app',
  callback: '/session/callback',
} as const;

/** The header by which a page of the app shows the second half of its session, which no cookie holds. */
export const appSessionHeader = 'workspace-session';

/** Whether a change came through an agent. A host of MCP is one, also if it did not say its name. */
export const isThroughAgent = ({ interface: through, agent }: Via): boolean => agent !== undefined || through === 'mcp';
