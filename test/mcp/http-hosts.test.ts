import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type HttpHost, startHttpHost, startOlderHttpHost } from '../support/http-hosts.ts';
import { temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { inStorage } from '../support/storage.ts';
import { defaultTools, namesOf } from '../support/tools.ts';

const gateway = sharedGateway();
const MiB = 1024 * 1024;

const pinned = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;
const hosts: [name: string, start: () => Promise<HttpHost>][] = [
  ['the current revision', () => startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!, pinned)],
  [
    'an older revision',
    () => startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!, { versionNegotiation: { mode: 'legacy' } }),
  ],
  ['the older SDK line', () => startOlderHttpHost(`${gateway.url}/mcp`, gateway.admin.token!) as Promise<HttpHost>],
];

test('a host that may choose settles on the newest revision', async () => {
  const options = { versionNegotiation: { mode: 'auto' } } as const;
  const { client } = await startHttpHost(`${gateway.url}/mcp`, gateway.admin.token!, options);
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
});

describe.each(hosts)('a host of %s over HTTP', (name, start) => {
  const document = { kind: 'markdown', title: `Plan of ${name}`, content: 'one\n', channelId: 'general' };

  test('works on a document with others, who see it at once', async () => {
    const host = await start();
    const tools = namesOf(await host.client.listTools());
    const { artifact } = await host.done('workspace_artifact_create', document);
    const edit = { artifactId: artifact.id, expectedVersionId: artifact.versionId };
    await host.done('workspace_artifact_update', { ...edit, edits: [{ oldText: 'one', newText: 'two' }] });
    const stale = await host.call('workspace_artifact_update', { ...edit, content: 'three\n' });
    const overRest = await gateway.admin.done(`GET /artifacts/${artifact.id}`);

    expect(tools).toEqual(defaultTools);
    expect(stale.problem).toMatchObject({ code: 'version_conflict', current: { versionNumber: 2 } });
    expect(overRest.artifact).toMatchObject({ content: 'two\n', interfaceType: 'mcp' });
    expect(await interfacesOf(artifact.id)).toEqual(['mcp', 'mcp']);
  });

  test('is told what was wrong with a call, and of no tool that is not there', async () => {
    const host = await start();
    const { problem } = await host.call('workspace_artifact_get', { artifactId: 3, size: 1 });
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ path: '/artifactId' }, { path: '/size' }] });
    await expect(host.call('workspace_channel_create', { name: 'x' })).rejects.toThrow(/no tool/);
  });

  test('may repeat a call with its idempotency key', async () => {
    const host = await start();
    const create = { ...document, title: 'Once', idempotencyKey: `once, ${name}` };
    const first = await host.done('workspace_artifact_create', create);
    expect((await host.done('workspace_artifact_create', create)).artifact.id).toBe(first.artifact.id);
  });

  test('reads resources, gets prompts and has names completed', async () => {
    const { client } = await start();
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: 'workspace://channels/general' });
    const { messages } = await client.getPrompt({ name: 'summarize_channel', arguments: { channel: 'general' } });
    const reference = { type: 'ref/resource', uri: 'workspace://channels/{channel}' } as const;
    const { completion } = await client.complete({ ref: reference, argument: { name: 'channel', value: 'gen' } });
    const unknown = client.readResource({ uri: 'workspace://channels/nowhere' });

    expect(resources.map(({ uri }) => uri)).toEqual(['workspace://channels/general']);
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ channel: { slug: 'general' } });
    expect(messages).toHaveLength(1);
    expect(completion.values).toEqual(['general']);
    await expect(unknown).rejects.toMatchObject({ code: -32602, data: { code: 'not_found' } });
  });

  test('sends a message of 16 MiB', async () => {
    const host = await start();
    const content = `${'"'.repeat(8 * MiB - 1_000)}${'x'.repeat(2_000)}`;
    const { artifact } = await host.done('workspace_artifact_create', { kind: 'csv', title: 'Long', content });
    expect(artifact.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  test('prepares an upload that the token it has is good for', async () => {
    const host = await start();
    const prepared = await host.done('workspace_file_upload_prepare', { fileName: 'package.json' });
    const environment = { ...process.env, WORKSPACE_TOKEN: gateway.admin.token };
    const { stdout } = await promisify(execFile)('sh', ['-c', prepared.example], { env: environment });

    expect(prepared.uploadUrl).toBe(`${gateway.url}/api/workspace/files`);
    expect(JSON.parse(stdout)).toMatchObject({ file: { fileName: 'package.json' } });
    expect(JSON.stringify(prepared)).not.toContain(gateway.admin.token);
    expect(JSON.stringify(prepared)).not.toContain(gateway.dataFolder);
  });
});

describe.each(['legacy', 'modern'])('the official Inspector over HTTP, %s era', (era) => {
  async function inspect(...args: string[]) {
    const target = ['--cli', '--transport', 'http', '--server-url', `${gateway.url}/mcp`];
    const header = ['--header', `Authorization: Bearer ${gateway.admin.token}`];
    const common = [...target, ...header, '--protocol-era', era, '--format', 'json', '--quiet'];
    const env = { ...process.env, HOME: await temporaryFolder(), MCP_INSPECTOR_SECRET_STORE: 'memory' };
    const inspector = ['node_modules/.bin/mcp-inspector', ...common, ...args];
    const { stdout } = await promisify(execFile)(process.execPath, inspector, { env });
    return (JSON.parse(stdout) as { result: Record<string, unknown> }).result;
  }

  test('lists the tools, and finds no fault with their schemas', async () => {
    const { tools } = await inspect('--method', 'tools/list', '--strict');
    expect((tools as { name: string }[]).map((tool) => tool.name)).toContain('workspace_artifact_create');
  });

  test('calls a tool', async () => {
    const call = ['--tool-name', 'workspace_channel_get', '--tool-args-json', '{"channelId": "general"}'];
    const { structuredContent } = await inspect('--method', 'tools/call', ...call);
    expect(structuredContent).toMatchObject({ channel: { slug: 'general' } });
  });
});

const interfacesOf = (id: string) =>
  inStorage(gateway.dataFolder, async (db) => {
    const events = await db.selectFrom('audit_events').selectAll().where('resource_id', '=', id).execute();
    return events.map((event) => event.interface);
  });
