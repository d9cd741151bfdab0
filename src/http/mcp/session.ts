import type { Agent } from '../../../schemas/common.ts';
import { agentHeaderOf, agentNamed, agentOfHeader } from '../../../schemas/interfaces.ts';
import { sendsFiles, showsApps } from '../../../tools/apps.ts';

export const sessionHeader = 'mcp-session-id';

/** The abilities that stand in the session ID of a host, behind dots, which base64url has not. */
const marks = { apps: showsApps, files: sendsFiles };

/** A host, as its handshake told. */
interface SessionHost {
  readonly agent: Agent | undefined;
  readonly showsApps: boolean;
  readonly sendsFiles: boolean;
}

/**
 * The session ID for a handshake of the earlier revisions. It tells later requests which host they come from, and
 * what it can do, so the server keeps nothing. It grants nothing either.
 */
export function sessionFor(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: Handshake };
  if (method !== 'initialize') return undefined;
  const { title, name, version } = params?.clientInfo ?? {};
  const agent = agentNamed(title, version) ?? agentNamed(name, version);
  const named = agent && Buffer.from(agentHeaderOf(agent)).toString('base64url');
  const able = Object.entries(marks).flatMap(([mark, isAble]) => (isAble(params?.capabilities) ? [mark] : []));
  return able.length > 0 ? [named ?? '', ...able].join('.') : named;
}

interface Handshake {
  readonly clientInfo?: { readonly title?: unknown; readonly name?: unknown; readonly version?: unknown };
  readonly capabilities?: Parameters<typeof showsApps>[0];
}

const unknownHost: SessionHost = { agent: undefined, showsApps: false, sendsFiles: false };

export function hostOfSession(id: string | string[] | undefined): SessionHost {
  if (typeof id !== 'string') return unknownHost;
  const [named = '', ...able] = id.split('.');
  const agent = agentOfHeader(Buffer.from(named, 'base64url').toString());
  return { agent, showsApps: able.includes('apps'), sendsFiles: able.includes('files') };
}
