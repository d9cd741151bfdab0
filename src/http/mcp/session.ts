import type { Agent } from '../../../schemas/common.ts';
import { agentHeaderOf, agentNamed, agentOfHeader } from '../../../schemas/interfaces.ts';

export const sessionHeader = 'mcp-session-id';

/**
 * The session ID for a handshake of the earlier revisions. It tells later requests which host they come from, so the
 * server keeps nothing. It grants nothing either.
 */
export function sessionFor(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { clientInfo?: Client } };
  if (method !== 'initialize') return undefined;
  const { title, name, version } = params?.clientInfo ?? {};
  const agent = agentNamed(title, version) ?? agentNamed(name, version);
  return agent && Buffer.from(agentHeaderOf(agent)).toString('base64url');
}

interface Client {
  readonly title?: unknown;
  readonly name?: unknown;
  readonly version?: unknown;
}

export const agentOfSession = (id: string | string[] | undefined): Agent | undefined =>
  typeof id === 'string' ? agentOfHeader(Buffer.from(id, 'base64url').toString()) : undefined;
