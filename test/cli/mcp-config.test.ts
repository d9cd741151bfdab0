import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { executable } from '../support/product.ts';
import { defaultTools, namesOf } from '../support/tools.ts';

const hosts = [
  ['claude-code', 'mcpServers', '.mcp.json'],
  ['claude-desktop', 'mcpServers', 'config/Claude/claude_desktop_config.json'],
  ['cursor', 'mcpServers', '.cursor/mcp.json'],
  ['vscode', 'servers', '.vscode/mcp.json'],
  ['codex', 'mcp_servers', '.codex/config.toml'],
  ['gemini', 'mcpServers', '.gemini/settings.json'],
  ['windsurf', 'mcpServers', '.codeium/windsurf/mcp_config.json'],
  ['zed', 'context_servers', 'config/zed/settings.json'],
  ['opencode', 'mcp', 'opencode.json'],
] as const;

const read = (host: string, text: string) => (host === 'codex' ? parse(text) : JSON.parse(text));

test('the block names the folder that the environment names, unless an option names another place', async () => {
  const cli = await commandLine({ WORKSPACE_DATA: 'kept' });
  const argsOf = async (...args: string[]) => {
    const { stdout } = await cli.run('mcp', 'config', '--host', 'cursor', ...args);
    return (JSON.parse(stdout).mcpServers['workspace-mcp'].args as string[]).slice(2);
  };
  expect(await argsOf()).toEqual(['--data', join(cli.home, 'kept')]);
  expect(await argsOf('--data', 'other')).toEqual(['--data', join(cli.home, 'other')]);
  expect(await argsOf('--url', 'http://127.0.0.1:8787')).toEqual(['--url', 'http://127.0.0.1:8787']);
});

test.each(hosts)(
  'the block for %s starts the server, and is put beside what its file says',
  async (host, key, path) => {
    const cli = await commandLine();
    const args = ['mcp', 'config', '--host', host, '--data', join(cli.home, 'data')];
    const { status, stdout } = await cli.run(...args);
    expect(status).toBe(0);
    const { 'workspace-mcp': workspace } = read(host, stdout)[key];
    const [command, ...rest] = [workspace.command, ...(workspace.args ?? [])].flat() as string[];
    expect([command, ...rest]).toEqual([process.execPath, executable, 'mcp', '--data', join(cli.home, 'data')]);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: command!, args: rest }));
    expect(namesOf(await client.listTools())).toEqual(defaultTools);
    await client.close();

    const file = join(cli.home, path);
    await mkdir(join(file, '..'), { recursive: true });
    const before =
      host === 'codex' ? '# mine\nmodel = "o"\n\n[mcp_servers.other]\ncommand = "x"\n' : '{"theme": "dark"}';
    await writeFile(file, before, { mode: 0o640 });
    expect((await cli.run(...args, '--write')).stdout).toBe(`${file} now has the server workspace-mcp.\n`);
    const after = await readFile(file, 'utf8');
    expect(read(host, after)).toMatchObject({ ...read(host, before), [key]: { 'workspace-mcp': workspace } });
    if (host === 'codex') expect(after.startsWith(before)).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect((await cli.run(...args, '--write')).stdout).toBe(`${file} had the server workspace-mcp.\n`);
    const other = await cli.run('mcp', 'config', '--host', host, '--url', 'http://127.0.0.1:8787', '--write');
    expect(other.status).toBe(6);
    expect(await readFile(file, 'utf8')).toBe(after);
  },
);

test('a file that is not plain is left as it is; a new one is made', async () => {
  const cli = await commandLine();
  const settings = join(cli.home, '.cursor', 'mcp.json');
  const args = ['mcp', 'config', '--host', 'cursor', '--write'];
  expect((await cli.run(...args)).status).toBe(0);
  expect(JSON.parse(await readFile(settings, 'utf8')).mcpServers['workspace-mcp'].args).toEqual([executable, 'mcp']);
  await writeFile(settings, '{ // mine\n}');
  const { status, stderr } = await cli.run(...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('by hand') });
  expect(await readFile(settings, 'utf8')).toBe('{ // mine\n}');
  expect((await cli.run('mcp', 'config', '--host', 'nobody')).stderr).toContain('claude-code');
});

test('the block has every option that the server starts with', async () => {
  const cli = await commandLine();
  await writeFile(join(cli.home, 'key'), 'secret');
  const args = ['mcp', 'config', '--host', 'cursor', '--tools', 'records,views', '--read-only', '--data', 'data'];
  const more = [
    '--sample',
    '--public-url',
    'https://workspace.example.com',
    '--query-seconds',
    '5',
    '--log-level',
    'warn',
  ];
  const model = ['--model', 'gpt-oss:20b', '--model-url', 'http://127.0.0.1:9/v1', '--model-key-file', 'key'];
  const { status, stdout } = await cli.run(...args, ...more, ...model);
  expect(status).toBe(0);
  const [script, ...words] = JSON.parse(stdout).mcpServers['workspace-mcp'].args;
  expect(script).toBe(executable);
  expect(words.join(' ')).toBe(
    `mcp --tools records,views --read-only --log-level warn --data ${join(cli.home, 'data')} --sample ` +
      '--public-url https://workspace.example.com --query-seconds 5 --model gpt-oss:20b ' +
      `--model-url http://127.0.0.1:9/v1 --model-key-file ${join(cli.home, 'key')}`,
  );
});

test.each([
  [['--tools', 'everything'], /^--tools knows no everything/],
  [['--url', 'workspace.example.com'], /^--url \(WORKSPACE_URL\) must be an http or https URL/],
  [['--url', 'http://127.0.0.1:8787', '--data', 'data'], /^--data .+ does not go with --url/],
  [['--url', 'http://127.0.0.1:8787', '--sample'], /^--sample .+ does not go with --url/],
  [['--url', 'http://127.0.0.1:8787', '--model', 'anthropic:m'], /^--model .+ does not go with --url/],
  [['--public-url', 'here'], /^--public-url \(WORKSPACE_PUBLIC_URL\) must be/],
  [['--model', 'm'], /^--model-url \(WORKSPACE_MODEL_URL\) must say where/],
])('what the server would not start with is refused: %j', async (options, said) => {
  const cli = await commandLine();
  const { status, stdout, stderr } = await cli.run('mcp', 'config', '--host', 'cursor', ...options);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(said);
});
