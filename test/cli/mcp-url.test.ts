import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Browser, givePasswords } from '../support/authorization.ts';
import { type CommandLine, commandLine } from '../support/command-line.ts';
import { outcomeOf } from '../support/command-runner.ts';
import { accessToken, executable } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';
import { defaultTools, namesOf } from '../support/tools.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });

beforeAll(async () => {
  await givePasswords(gateway.dataFolder, mia);
});

async function signedIn(): Promise<CommandLine> {
  const cli = await commandLine();
  const login = cli.start('login', '--url', gateway.url, '--no-browser');
  const outcome = outcomeOf(login);
  const address = await new Promise<string>((resolve) => {
    let text = '';
    login.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = /^http\S+$/m.exec(text)?.[0];
      if (found !== undefined && text.includes(`${found}\n`)) resolve(found);
    });
  });
  const answer = await new Browser(gateway.url).authorize(address, mia);
  login.stdin.write(`${answer.get('code')}\n`);
  expect((await outcome).status).toBe(0);
  return cli;
}

async function connected(cli: CommandLine, env: Record<string, string> = {}, ...args: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const home = { PATH: process.env.PATH!, HOME: cli.home, XDG_CONFIG_HOME: `${cli.home}/config` };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [executable, 'mcp', '--url', gateway.url, ...args],
    env: { ...home, WORKSPACE_KEYCHAIN: 'false', ...env },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

async function loginFile({ home }: CommandLine): Promise<string> {
  const folder = join(home, 'config', 'workspace-mcp', 'logins');
  return join(folder, (await readdir(folder)).find((name) => name.endsWith('.json'))!);
}

// oxlint-disable-next-line typescript/no-explicit-any -- Which answer it is depends on the tool.
const called = async (client: Client, name: string, args: Record<string, unknown>): Promise<any> => {
  const { structuredContent, isError, content } = await client.callTool({ name, arguments: args });
  if (isError) throw new Error(JSON.stringify(content));
  return structuredContent;
};

test('an agent has the same tools on the workspace of a gateway, as who is signed in', async () => {
  const cli = await signedIn();
  const client = await connected(cli);
  expect(namesOf(await client.listTools())).toEqual(defaultTools);
  const document = { kind: 'markdown', title: 'Remote', content: '# Remote\n', channelId: 'general' };
  const { artifact } = await called(client, 'workspace_artifact_create', document);
  const { body } = await gateway.as(mia).call(`GET /artifacts/${artifact.id}`);
  expect(body.artifact).toMatchObject({ content: '# Remote\n', interfaceType: 'mcp', createdBy: { name: mia } });
  const contentBase64 = Buffer.from('small').toString('base64');
  const small = { fileName: 'small.txt', contentType: 'text/plain', contentBase64, channelId: 'general' };
  const { file } = await called(client, 'workspace_file_upload', small);
  const read = await called(client, 'workspace_file_content', { fileId: file.id });
  expect(read.text).toBe('small');
  await expect(called(client, 'workspace_artifact_get', { artifactId: 'art_none' })).rejects.toThrow('not_found');
  expect((await connected(cli, {}, '--read-only').then((one) => one.listTools())).tools.length).toBeLessThan(20);
});

test('it goes on when its access token has run out', async () => {
  const cli = await signedIn();
  const file = await loginFile(cli);
  const before = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...before, tokens: { ...before.tokens, expiresAt: 0 } }));
  const client = await connected(cli);
  await called(client, 'workspace_channels_list', {});
  const renewed = JSON.parse(await readFile(file, 'utf8'));
  expect(renewed.tokens.refreshToken).not.toBe(before.tokens.refreshToken);

  // The gateway refuses a token that the client holds for good.
  const expired = await accessToken(gateway.dataFolder, '--user', mia, '--expires', '1s');
  await writeFile(file, JSON.stringify({ ...renewed, tokens: { ...renewed.tokens, accessToken: expired } }));
  await expect.poll(async () => (await fetchMe(expired)).status, { timeout: 100_000 }).toBe(401);
  const other = await connected(cli);
  expect((await called(other, 'workspace_channels_list', {})).channels).toHaveLength(1);
});

const fetchMe = (token: string) =>
  fetch(`${gateway.url}/api/workspace/me`, { headers: { authorization: `Bearer ${token}` } });

test('a prepared upload names the gateway, and its example sends the file with the login', async () => {
  const cli = await signedIn();
  const client = await connected(cli);
  await writeFile(join(cli.home, 'a scan.txt'), 'scanned');
  const input = { fileName: join(cli.home, 'a scan.txt'), channelId: 'general' };
  const prepared = await called(client, 'workspace_file_upload_prepare', input);
  expect(prepared).toMatchObject({ uploaded: false, uploadUrl: `${gateway.url}/api/workspace/files` });
  const env = {
    PATH: process.env.PATH,
    HOME: cli.home,
    XDG_CONFIG_HOME: `${cli.home}/config`,
    WORKSPACE_KEYCHAIN: 'false',
  };
  const { stdout } = await promisify(execFile)('sh', ['-c', prepared.example], { env });
  expect(JSON.parse(stdout).file).toMatchObject({ fileName: 'a scan.txt', size: 7, createdBy: { name: mia } });
});

test('with a token of the environment it has the tools of its scopes; without a login it ends with a sentence', async () => {
  const cli = await commandLine();
  const token = await accessToken(gateway.dataFolder, '--user', mia, '--scope', 'workspace.read');
  const client = await connected(cli, { WORKSPACE_TOKEN: token });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('workspace_artifact_create');
  const { status, stdout, stderr } = await cli.run('mcp', '--url', gateway.url);
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
  expect(stderr).toContain(`workspace login --url ${gateway.url}`);
});
