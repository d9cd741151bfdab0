import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { listening, runWorkspace, spawnProduct, stop, temporaryFolder } from '../support/product.ts';
import { defaultTools, namesOf } from '../support/tools.ts';
import { fileOf, jsonOf, setVariable } from './configuration.ts';

/** `workspace serve` with these arguments and no others. */
async function serve(...args: string[]) {
  const child = spawnProduct('serve', ...args);
  onTestFinished(() => stop(child));
  return listening(child);
}

/** A gateway's description of itself for clients. */
async function metadataAt(url: string): Promise<Record<string, unknown>> {
  const reply = await fetch(`${url}/.well-known/oauth-authorization-server`);
  return (await reply.json()) as Record<string, unknown>;
}

const publicUrlAt = async (url: string) => (await metadataAt(url)).issuer;

const everything = {
  data: 'kept',
  host: 'localhost',
  port: 0,
  'public-url': 'https://work.test/space/',
  'allow-registration': true,
  'allow-client-documents': false,
  'allowed-origins': ['https://app.test', 'https://other.test'],
  'trust-proxy': ['10.0.0.0/8', '::1'],
  'rate-limit': 7,
  metrics: '127.0.0.1:0',
  'query-seconds': 30,
  model: 'gpt-oss:20b',
  'model-url': 'http://127.0.0.1:9/v1',
  'model-key-file': 'secrets/key',
  'log-level': 'warn',
};

const everythingInToml = Object.entries(everything)
  .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
  .join('');

describe.each([
  ['TOML', () => fileOf(`# Ours\n${everythingInToml}`)],
  ['JSON', () => jsonOf(everything)],
  ['TOML whose name is written large', () => fileOf(everythingInToml, { name: 'WORKSPACE.TOML' })],
  ['JSON that begins with a byte order mark', () => jsonOf(`\u{feff}${JSON.stringify(everything)}`)],
])('a file of %s', (_, made) => {
  test('gives every setting, and is all that a gateway needs', async () => {
    const file = await made();
    await mkdir(join(dirname(file), 'secrets'));
    await writeFile(join(dirname(file), 'secrets', 'key'), 'planted-key');
    const { url, log } = await serve('--config', file);
    expect(url).toMatch(/^http:\/\/localhost:\d+$/);
    const metadata = await metadataAt(url);
    expect(metadata.issuer).toBe('https://work.test/space');
    expect(metadata).toHaveProperty('registration_endpoint');
    expect(metadata.client_id_metadata_document_supported ?? false).toBe(false);
    const { headers } = await fetch(`${url}/api/workspace/me`, { headers: { origin: 'https://other.test' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://other.test');
    expect(existsSync(join(dirname(file), 'kept'))).toBe(true);
    expect(log()).toBe('');
  });
});

describe('the order is', () => {
  const file = () => fileOf('host = "localhost"\nport = 0\npublic-url = "https://file.test"\nlog-level = "silent"\n');

  test('the file before the defaults', async () => {
    const { url } = await serve('--data', await temporaryFolder(), '--config', await file());
    expect(new URL(url).hostname).toBe('localhost');
    expect(await publicUrlAt(url)).toBe('https://file.test');
  });

  test('the environment before the file', async () => {
    setVariable('PUBLIC_URL', 'https://variable.test');
    const { url } = await serve('--data', await temporaryFolder(), '--config', await file());
    expect(new URL(url).hostname).toBe('localhost');
    expect(await publicUrlAt(url)).toBe('https://variable.test');
  });

  test('flags before the environment and the file', async () => {
    setVariable('PUBLIC_URL', 'https://variable.test');
    const flags = ['--public-url', 'https://flag.test', '--host', '127.0.0.1'];
    const { url } = await serve('--data', await temporaryFolder(), '--config', await file(), ...flags);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await publicUrlAt(url)).toBe('https://flag.test');
  });

  test('an empty variable counts as absent', async () => {
    setVariable('PUBLIC_URL', '');
    const { url } = await serve('--data', await temporaryFolder(), '--config', await file());
    expect(await publicUrlAt(url)).toBe('https://file.test');
  });

  test('a switch that the file sets is switched off by its variable', async () => {
    const switched = await fileOf('port = 0\nallow-registration = true\n');
    setVariable('ALLOW_REGISTRATION', 'false');
    const { url } = await serve('--data', await temporaryFolder(), '--config', switched);
    expect(await metadataAt(url)).not.toHaveProperty('registration_endpoint');
  });

  test('metrics can be switched off that the file switches on', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const file = await fileOf(`port = 0\nmetrics = ${port}\n`);
    const { url } = await serve('--data', await temporaryFolder(), '--config', file, '--metrics', 'off');
    expect((await fetch(`${url}/health`)).status).toBe(200);
    other.close();
  });

  test('--config before WORKSPACE_CONFIG', async () => {
    setVariable('CONFIG', await fileOf('public-url = "https://never.test"'));
    const { url } = await serve('--data', await temporaryFolder(), '--config', await file());
    expect(await publicUrlAt(url)).toBe('https://file.test');
  });
});

test('WORKSPACE_CONFIG names the file too', async () => {
  setVariable('CONFIG', await fileOf('data = "."\nport = 0\npublic-url = "https://file.test"'));
  const { url } = await serve();
  expect(await publicUrlAt(url)).toBe('https://file.test');
});

test.each(['data', './data', 'nested/../data'])(
  'the path %s in a file is relative to its folder, wherever the command runs',
  async (path) => {
    const file = await fileOf({ data: path }, { name: 'here/workspace.json' });
    const elsewhere = await commandLine();
    const named = relative(elsewhere.home, file);
    expect((await elsewhere.run('admin', 'organizations', 'add', '--name', 'N', '--config', named)).status).toBe(0);
    expect(existsSync(join(dirname(file), 'data'))).toBe(true);
    expect(existsSync(join(elsewhere.home, 'data'))).toBe(false);
  },
);

test('~ is the home folder, in the path of the file and in its values', async () => {
  const cli = await commandLine();
  await writeFile(join(cli.home, 'workspace.toml'), 'data = "~/kept"\nmodel-key-file = "~/key"\n');
  await writeFile(join(cli.home, 'key'), 'planted-key');
  expect(cli.home).not.toBe(homedir());
  expect((await cli.run('token', '--config', '~/workspace.toml')).status).toBe(0);
  expect(existsSync(join(cli.home, 'kept'))).toBe(true);
});

test('an admin command and token find the data folder by it', async () => {
  const file = await fileOf('data = "kept"\n');
  const users = await runWorkspace('admin', 'users', 'list', '--config', file, '--json');
  expect(users.status).toBe(0);
  expect((await runWorkspace('token', '--config', file)).stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect(existsSync(join(dirname(file), 'kept'))).toBe(true);
});

test('a key in a file that only its owner can read is taken', async () => {
  const model = 'model = "m"\nmodel-url = "http://127.0.0.1:9/v1"\nmodel-key = "planted-key"\n';
  const file = await fileOf(`data = "kept"\nport = 0\n${model}`, { mode: 0o600 });
  const { url } = await serve('--config', file);
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

describe('a host', () => {
  test('gets the file in its block with its whole path, and starts the server with it', async () => {
    const cli = await commandLine();
    await writeFile(join(cli.home, 'workspace.toml'), 'data = "kept"\n');
    const { stdout } = await cli.run('mcp', 'config', '--host', 'cursor', '--config', 'workspace.toml');
    const { command, args } = JSON.parse(stdout).mcpServers['workspace-mcp'];
    expect(args.slice(2)).toEqual(['--config', join(cli.home, 'workspace.toml')]);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command, args }));
    expect(namesOf(await client.listTools())).toEqual(defaultTools);
    await client.close();
    expect(existsSync(join(cli.home, 'kept'))).toBe(true);
  });

  test('gets the file that the environment names, and the folder', async () => {
    const cli = await commandLine({ WORKSPACE_CONFIG: 'workspace.json', WORKSPACE_DATA: 'data' });
    await writeFile(join(cli.home, 'workspace.json'), '{}');
    const { stdout } = await cli.run('mcp', 'config', '--host', 'cursor');
    const { args } = JSON.parse(stdout).mcpServers['workspace-mcp'];
    expect(args.slice(2)).toEqual(['--config', join(cli.home, 'workspace.json'), '--data', join(cli.home, 'data')]);
  });
});

test('the commands of a workspace take its settings from WORKSPACE_CONFIG, and where it is from elsewhere', async () => {
  const cli = await commandLine({ WORKSPACE_CONFIG: 'workspace.toml' });
  await writeFile(join(cli.home, 'workspace.toml'), 'data = "never"\npublic-url = "https://file.test"\n');
  expect((await cli.run('channels')).stderr).toContain('No workspace is named');
  const { channels } = await cli.json('channels', '--data', 'kept', '--allow-write');
  expect(channels[0].url).toBe('https://file.test/channels/general');
  expect(existsSync(join(cli.home, 'never'))).toBe(false);
});

/** Runs in a process before its own code, and tells when a module is loaded that holds the parser. */
const watch = `
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const loaded = next(url, context);
    if (String(loaded.source).includes('excessively nested structures')) process.stderr.write('TOML is loaded');
    return loaded;
  } });
`;

test('the parser of TOML is loaded when a file of TOML is named, and not before', async () => {
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(watch)}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const list = async (file: string) => (await runWorkspace('token', '--config', file)).stderr;
  expect(await list(await jsonOf({ data: '.' }))).toBe('');
  expect(await list(await fileOf('data = "."'))).toBe('TOML is loaded');
});
