import { authorizationUrl, post } from '../../support/authorization.ts';
import type { Stage } from './case.ts';

/** Warms a gateway up. A part of it is loaded at its first use, and keeps others waiting meanwhile. */
export async function use({ url, town, member }: Stage): Promise<void> {
  await fetch(authorizationUrl(url, town.clientId));
  await post(`${url}/oauth/token`, { grant_type: 'refresh_token', client_id: town.clientId, refresh_token: 'none' });
  for (const path of ['/openapi.json', '/docs']) await fetch(url + path);
  await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json', accept: mcpAnswers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  await member.done('POST /queries', { mode: 'session', question: 'How many orders were won last month?' });
}

const mcpAnswers = 'application/json, text/event-stream';
