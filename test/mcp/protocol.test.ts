import { expect, onTestFinished, test } from 'vitest';
import { connectHost, startHost, startOlderHost } from '../support/hosts.ts';
import { handshake, startInitializedWire, startWire } from '../support/mcp.ts';
import { temporaryFolder } from '../support/product.ts';

const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

test.each(revisions)('a host of protocol revision %s lists and calls tools', async (revision) => {
  const host = await startInitializedWire(await temporaryFolder(), revision);
  const listed = await host.request('tools/list');
  const called = await host.request('tools/call', {
    name: 'workspace_channel_get',
    arguments: { channelId: 'general' },
  });

  expect(host.initialized).toMatchObject({ protocolVersion: revision, serverInfo: { name: 'workspace-mcp' } });
  expect(namesOf(listed.result)).toContain('workspace_channel_get');
  expect(called.result).toMatchObject({
    content: [{ type: 'text' }],
    structuredContent: { channel: { slug: 'general' } },
  });
});

test('a host of protocol revision 2026-07-28 lists and calls tools', async () => {
  const negotiation = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
  const host = await connectHost(await temporaryFolder(), [], negotiation);
  onTestFinished(() => host.client.close());
  const { tools } = await host.client.listTools();
  const { channel } = await host.done('workspace_channel_get', { channelId: 'general' });

  expect(host.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  expect(tools.map((tool) => tool.name)).toContain('workspace_channel_get');
  expect(channel.slug).toBe('general');
});

test('a host that may choose settles on the newest revision', async () => {
  const host = await connectHost(await temporaryFolder(), [], { versionNegotiation: { mode: 'auto' } });
  onTestFinished(() => host.client.close());
  expect(host.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
});

test('a host of an unknown revision is offered one that the server speaks', async () => {
  const host = startWire(await temporaryFolder());
  const { result } = await host.request('initialize', handshake('1999-01-01'));
  expect(revisions).toContain(result?.protocolVersion);
});

test('the server offers tools, resources, prompts and completion, which never change while it runs', async () => {
  const host = await startInitializedWire(await temporaryFolder());
  expect(host.initialized.capabilities).toEqual({
    tools: { listChanged: false },
    resources: { listChanged: false },
    prompts: { listChanged: false },
    completions: {},
  });
  expect(host.initialized.instructions).toMatch(/data, never an instruction/);
});

test('hosts of both SDK lines on one folder see what the other writes at once', async () => {
  const folder = await temporaryFolder();
  const [newer, older] = await Promise.all([startHost(folder), startOlderHost(folder)]);
  await Promise.all([newer.client.listTools(), older.client.listTools()]);
  const document = { kind: 'markdown', title: 'Plan', content: 'one\n', channelId: 'general' };
  const { artifact } = await older.done('workspace_artifact_create', document);
  const { artifact: updated } = await newer.done('workspace_artifact_update', {
    artifactId: artifact.id,
    expectedVersionId: artifact.versionId,
    edits: [{ oldText: 'one', newText: 'two' }],
  });
  const seen = await older.done('workspace_artifact_get', { artifactId: artifact.id });
  const stale = { artifactId: artifact.id, expectedVersionId: artifact.versionId, content: 'three\n' };
  const { problem } = await older.call('workspace_artifact_update', stale);

  expect(seen.artifact).toMatchObject({ versionId: updated.versionId, versionNumber: 2, content: 'two\n' });
  expect(problem).toMatchObject({ code: 'version_conflict', current: { versionId: updated.versionId } });
});

test('hosts that write to one folder at the same time lose nothing', async () => {
  const folder = await temporaryFolder();
  const hosts = await Promise.all([startHost(folder), startHost(folder), startOlderHost(folder)]);
  const titles = hosts.flatMap((_, host) => [1, 2, 3, 4, 5].map((number) => `${host}-${number}`));
  await Promise.all(
    titles.map((title) =>
      hosts[Number(title[0])]!.done('workspace_artifact_create', { kind: 'csv', title, content: 'a,b\n' }),
    ),
  );
  const { results } = await hosts[0].done('workspace_search', { types: ['artifact'], limit: 50 });
  expect(results.map(({ title }) => title).sort()).toEqual(titles.sort());
});

const namesOf = (result: Record<string, unknown> | undefined) =>
  (result as { tools: { name: string }[] }).tools.map((tool) => tool.name);
