import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type CallToolResult, Client } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { watched } from '../support/hosts.ts';
import { temporaryFolder } from '../support/product.ts';

interface Configuration {
  mcpServers: Record<string, { command: string; args: string[]; env?: Record<string, string> }>;
}

const configuration = JSON.parse(await readFile('mcp.json', 'utf8')) as Configuration;

/** The part of its environment that a host gives to a server, with folders that are removed after the test. */
const environment = async () => ({
  ...getDefaultEnvironment(),
  HOME: await temporaryFolder(),
  WORKSPACE_DATA: await temporaryFolder(),
  MCP_INSPECTOR_SECRET_STORE: 'memory',
  npm_config_update_notifier: 'false',
});

describe('mcp.json', () => {
  /** A host that starts the server exactly as the file says, from the top of the repository. */
  async function configuredHost() {
    const { command, args, env } = configuration.mcpServers['workspace-mcp']!;
    const client = new Client({ name: 'test-host', version: '1.0.0' });
    const started = { command, args, env: { ...(await environment()), ...env }, stderr: 'ignore' } as const;
    await client.connect(watched(new StdioClientTransport(started)));
    onTestFinished(() => client.close());
    return client;
  }

  test('names one server, in the form that hosts copy', () => {
    expect(configuration).toEqual({
      mcpServers: { 'workspace-mcp': { command: expect.any(String), args: expect.arrayContaining(['mcp']) } },
    });
  });

  test('starts a server that lists and calls tools', async () => {
    const client = await configuredHost();
    const { tools } = await client.listTools();
    const result = await client.callTool({ name: 'workspace_channels_list', arguments: {} });
    expect(tools.map((tool) => tool.name)).toContain('workspace_channels_list');
    expect(result.structuredContent).toMatchObject({ channels: [{ slug: 'general' }] });
  });

  test('builds nothing on the way, because other hosts may be running the build', async () => {
    const builtAt = async () => (await stat('dist')).mtimeMs;
    const before = await builtAt();
    await configuredHost();
    expect(await builtAt()).toBe(before);
  });
});

describe.each(['legacy', 'modern'])('the official Inspector, %s era', (era) => {
  async function inspect(...args: string[]) {
    const common = [
      '--config',
      'mcp.json',
      '--server',
      'workspace-mcp',
      '--protocol-era',
      era,
      '--format',
      'json',
      '--quiet',
    ];
    const options = { env: await environment() };
    const { stdout, stderr } = await promisify(execFile)(
      'npx',
      ['mcp-inspector', '--cli', ...common, ...args],
      options,
    );
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { result: Record<string, unknown> }).result;
  }

  test('lists the tools, and finds no fault with their schemas', async () => {
    const { tools } = await inspect('--method', 'tools/list', '--strict');
    expect((tools as { name: string }[]).map((tool) => tool.name)).toContain('workspace_artifact_create');
  });

  test('calls a tool', async () => {
    const document = JSON.stringify({ kind: 'csv', title: 'From the Inspector', content: 'a,b\n' });
    const call = ['--tool-name', 'workspace_artifact_create', '--tool-args-json', document];
    const { structuredContent } = (await inspect('--method', 'tools/call', ...call)) as CallToolResult;
    expect(structuredContent).toMatchObject({ artifact: { title: 'From the Inspector', versionNumber: 1 } });
  });
});
