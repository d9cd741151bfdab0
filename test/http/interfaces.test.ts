import { expect, test } from 'vitest';
import { accountAt, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

test.each([
  ['cli', 'cli'],
  ['app', 'app'],
  ['mcp', 'mcp'],
  ['api', 'api'],
  ['root', 'api'],
  ['', 'api'],
  [undefined, 'api'],
])('a client that says it is %j is recorded as %s', async (said, recorded) => {
  const headers: Record<string, string> = said === undefined ? {} : { 'workspace-interface': said };
  const { post } = await gateway.admin.done('POST /channels/general/posts', { body: 'Hello' }, headers);
  expect(post.interfaceType).toBe(recorded);
});

test('it grants nothing, and what comes through /mcp is mcp whatever it says', async () => {
  const stranger = await accountAt(gateway.url).call('GET /channels', undefined, { 'workspace-interface': 'app' });
  expect(stranger.status).toBe(401);
  const call = { name: 'workspace_post_create', arguments: { channelId: 'general', body: 'From an agent' } };
  const answer = await fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.admin.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
      'workspace-interface': 'cli',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  });
  const { result } = (await answer.json()) as { result: { structuredContent: { post: { interfaceType: string } } } };
  expect(result.structuredContent.post).toMatchObject({ interfaceType: 'mcp' });
});
