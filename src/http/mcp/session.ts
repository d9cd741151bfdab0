import type { Agent } from '../../../schemas/common.ts';
import { agentHeaderOf, agentNamed, agentOfHeader } from '../../../schemas/interfaces.ts';
import { showsApps } from '../../../tools/apps.ts';

export const sessionHeader = 'mcp-session-id';

/** Stands in the session ID of a host that shows apps, behind a dot, which base64url has not. */
const appsMark = 'apps';

/** A host, as its handshake told. */
interface SessionHost {
  readonly agent: Agent | undefined;
  readonly showsApps: boolean;
}

/**
 * The session ID for a handshake of the earlier revisions. It tells later requests which host they come from, and
 * whether it shows apps, so the server keeps nothing. It grants nothing either.
 */
export function sessionFor(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: Handshake };
  if (method !== 'initialize') return undefined;
  const { title, name, version } = params?.clientInfo ?? {};
  const agent = agentNamed(title, version) ?? agentNamed(name, version);
  const named = agent && Buffer.from(agentHeaderOf(agent)).toString('base64url');
  return showsApps(params?.capabilities) ? `${named ?? ''}.${appsMark}` : named;
}

interface Handshake {
  readonly clientInfo?: { readonly title?: unknown; readonly name?: unknown; readonly version?: unknown };
  readonly capabilities?: Parameters<typeof showsApps>[0];
}

export function hostOfSession(id: string | string[] | undefined): SessionHost {
  const [named = '', mark] = typeof id === 'string' ? id.split('.') : [];
  return { agent: agentOfHeader(Buffer.from(named, 'base64url').toString()), showsApps: mark === appsMark };
}
