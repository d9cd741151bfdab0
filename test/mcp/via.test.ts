import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { form, textFile } from '../support/forms.ts';
import { startHost } from '../support/hosts.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const said = { channelId: 'general', body: 'Ready.' };

test('over stdio the host is told as the agent of each kind of change', async () => {
  const host = await startHost(gateway.dataFolder, '--tools', 'all');
  const via = { interface: 'mcp', agent: { name: expect.any(String), version: expect.any(String) } };
  const { post } = await host.done('workspace_post_create', said);
  const { reply } = await host.done('workspace_reply_create', { ...said, postId: post.id });
  const document = { kind: 'markdown', title: 'Plan', content: 'One.\n', channelId: 'general' };
  const { artifact } = await host.done('workspace_artifact_create', document);
  const file = { fileName: 'a.txt', contentType: 'text/plain', contentBase64: 'YQ==', channelId: 'general' };
  const { file: uploaded } = await host.done('workspace_file_upload', file);
  expect([post, reply, artifact, uploaded].map((made) => (made as unknown as { via: unknown }).via)).toEqual([
    via,
    via,
    via,
    via,
  ]);
  const { items } = await gateway.admin.done('GET /channels/general/feed');
  expect(items.map((item) => item.via)).toEqual([via, via, via]);
  const { versions } = await gateway.admin.done(`GET /artifacts/${artifact.id}/versions`);
  expect(versions[0]!.via).toEqual(via);
});

test('--as names the agent of a connection', async () => {
  const host = await startHost(gateway.dataFolder, '--as', 'Research');
  const { post } = await host.done('workspace_post_create', said);
  const read = (await gateway.admin.done(`GET /channels/general/posts/${post.id}`)).post;
  expect(read.via).toMatchObject({ interface: 'mcp', agent: { name: 'Research' } });
});

test('over HTTP each request says its host, by the revision of the protocol', async () => {
  const host = await startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!);
  const { post } = await host.done('workspace_post_create', said);
  const read = (await gateway.admin.done(`GET /channels/general/posts/${post.id}`)).post;
  expect(read.via).toMatchObject({ interface: 'mcp', agent: { name: expect.any(String) } });
});

/** A message of an earlier revision, over HTTP. */
const send = (message: object, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${gateway.admin.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-06-18',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });

test('the handshake of an earlier revision names the host of later requests', async () => {
  const clientInfo = { name: 'old-host', title: 'Old\u202e Host', version: '3' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  const session = (await send({ method: 'initialize', params })).headers.get('mcp-session-id')!;
  const call = { method: 'tools/call', params: { name: 'workspace_post_create', arguments: said } };
  const sessions: Record<string, string>[] = [{ 'mcp-session-id': session }, { 'mcp-session-id': '%%%' }, {}];
  const answers = sessions.map((headers) => send(call, headers));
  const vias = (await Promise.all(answers)).map(async (answer) => {
    const { result } = (await answer.json()) as { result: { structuredContent: { post: { via: unknown } } } };
    return result.structuredContent.post.via;
  });
  expect(await Promise.all(vias)).toEqual([
    { interface: 'mcp', agent: { name: 'Old Host', version: '3' } },
    { interface: 'mcp' },
    { interface: 'mcp' },
  ]);
});

test('a host that names itself in another shape is not recorded, and its call is answered', async () => {
  const envelope = { 'io.modelcontextprotocol/clientInfo': 'cursor' };
  const params = { name: 'workspace_post_create', arguments: said, _meta: envelope };
  const answer = await send({ method: 'tools/call', params });
  const { result } = (await answer.json()) as { result: { structuredContent: { post: { via: unknown } } } };
  expect(result.structuredContent.post.via).toEqual({ interface: 'mcp' });
});

const told = async (headers: Record<string, string>, body = {}) =>
  (await gateway.admin.done('POST /channels/general/posts', { body: 'Said.', ...body }, headers)).post.via;

test('over HTTP the application or the header names the agent', async () => {
  expect(await told({})).toEqual({ interface: 'api' });
  expect(await told({}, { clientApp: 'codex' })).toEqual({ interface: 'api', agent: { name: 'codex' } });
  expect(await told({ 'workspace-agent': 'R%C3%A9gie/1.2', 'workspace-interface': 'cli' })).toEqual({
    interface: 'cli',
    agent: { name: 'Régie', version: '1.2' },
  });
});

test.each([
  ['%E2%80%AEgnp%00', { name: 'gnp' }],
  ['a%0Ab%20%20c', { name: 'a b c' }],
  ['%', undefined],
  ['', undefined],
  ['%E2%80%8B', undefined],
  ['x'.repeat(limits.agentName), { name: 'x'.repeat(limits.agentName) }],
  ['x'.repeat(limits.agentName + 1), { name: 'x'.repeat(limits.agentName) }],
])('a name of the agent is cleaned and cut: %s', async (header, agent) => {
  expect(await told({ 'workspace-agent': header })).toEqual({ interface: 'api', ...(agent && { agent }) });
});

test('a change by another agent is told from then on', async () => {
  const at = '/channels/general';
  const fields = [{ key: 'note', label: 'Note', type: 'text' }];
  const { objectTypeId } = (await gateway.admin.done(`POST ${at}/data-sets`, { name: 'Notes', fields })).dataSet;
  const by = (name: string) => ({ 'workspace-agent': name });
  const { record } = await gateway.admin.done(`POST ${at}/records`, { objectTypeId, title: 'One' }, by('First'));
  expect(record.via?.agent?.name).toBe('First');
  const path = `${at}/records/${record.id}`;
  const changed = (await gateway.admin.done(`PATCH ${path}`, { title: 'Two' }, by('Second'))).record;
  expect([changed.via, (await gateway.admin.done(`GET ${path}`)).record.via]).toEqual([
    { interface: 'api', agent: { name: 'Second' } },
    { interface: 'api', agent: { name: 'Second' } },
  ]);
  const rows = form(['file', textFile('Title,Note\nImported,x\n'), 'rows.csv'], ['titleColumn', 'Title']);
  await gateway.admin.done(`POST ${at}/data-sets/${objectTypeId}/import`, rows, by('Importer'));
  const found = async () => (await gateway.admin.done('GET /search?q=imported&types=["record"]')).results[0]?.via;
  await expect.poll(found).toEqual({ interface: 'api', agent: { name: 'Importer' } });
});
