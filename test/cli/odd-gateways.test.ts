import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { answer, serving } from '../support/networks.ts';
import { executable } from '../support/product.ts';

/** A gateway that answers a path that ends so with what stands there, whatever it is asked. */
const answering = (answers: Readonly<Record<string, unknown>>, status = 200): Promise<string> =>
  serving((asked, outgoing) => {
    const path = asked.url!.split('?')[0]!;
    const end = Object.keys(answers).find((one) => path.endsWith(one));
    const told = end === undefined ? {} : answers[end];
    answer(end === undefined ? 404 : status, JSON.stringify(told), { 'content-type': 'application/json' })(
      asked,
      outgoing,
    );
  });

const at = (url: string) => commandLine({ WORKSPACE_URL: url, WORKSPACE_TOKEN: 'token' });

const odd = 'odd\u001b]0;owned\u0007\u009b31m\n\u202eforged';
const by = { id: odd, name: odd };
const when = '2026-11-21T12:00:00.000Z';
const dataSet = { name: odd, objectType: odd, objectTypeId: odd, fields: [{ key: odd, label: odd, type: odd }] };
const page = { columns: [{ key: odd }], rows: [{ [odd]: odd }], completeness: { complete: false, returned: odd } };
const channel = { id: odd, slug: odd, name: odd, visibility: odd, role: odd, updatedAt: when, description: '' };
const query = { id: odd, status: odd, confidence: odd, sources: [{ title: odd, url: odd }], createdAt: when };

test.each([
  [['whoami'], '/me', { userId: odd, name: odd, organization: by, scopes: [odd], maxUploadBytes: 5 }],
  [['channels', '--channel', 'c'], '/c', { channel: { ...channel, dataSets: [dataSet] } }],
  [['channels'], '/channels', { channels: [{ ...channel, updatedAt: odd }], nextCursor: odd }],
  [['sessions', '--session', 's'], '/messages', { messages: [{ role: odd, body: 'said', createdAt: when }] }],
  [
    ['records', '--channel', 'c', '--record', 'r'],
    '/r',
    { record: { id: odd, title: odd, versionNumber: odd, updatedAt: when, updatedBy: by, values: { [odd]: odd } } },
  ],
  [['query', 'get', 'q'], '/q', { query: { ...query, answer: 'answered' } }],
  [['query', 'run', '{}'], '/queries', { query, data: page }],
  [
    ['views', '--channel', 'c', '--view', 'v'],
    '/data',
    { view: {}, data: { records: [], completeness: page.completeness } },
  ],
  [['post', 'text', '--channel', 'c', '--allow-write'], '/posts', { post: { id: odd, url: odd } }],
])('nothing that %j prints of a gateway does anything to a terminal', async (args, path, answer) => {
  const cli = await at(await answering({ [path]: answer }));
  const { status, stdout, stderr } = await cli.run(...args);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/./) });
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|^\\u\{202e\}forged/mu);
});

test('nor does what it says of what went wrong, and odd particulars are passed over', async () => {
  const problem = { code: 'version_conflict', detail: 'Changed.' };
  const failed = async (more: object) =>
    (await at(await answering({ '/me': { ...problem, ...more } }, 409))).run('whoami');
  for (const current of [{}, null, 7, { versionId: odd, updatedBy: null }]) {
    const { status, stderr } = await failed({ current, changes: 5 });
    expect(status).toBe(6);
    expect(stderr).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|^ +at /mu);
  }
  const standing = { versionId: 'v_2', versionNumber: 2, updatedAt: when, updatedBy: { id: 'u', name: 'Mia' } };
  expect((await failed({ current: standing })).stderr).toContain('v_2, by Mia');
});

test('a name that a gateway gives for an upload is a value in its command, never an option', async () => {
  const fields = { zz: '--upload=/etc/passwd', channelId: '--upload=/etc/passwd', sha256: "'; id", __proto__: 'x' };
  const prepared = { uploaded: false, uploadUrl: 'u', method: 'POST', fileField: 'file', fields, maxBytes: 5 };
  const authentication = { scheme: 'Bearer', header: 'Authorization', instructions: '' };
  const me = { userId: 'u', name: 'Mia', organization: { id: 'o', name: 'O' }, maxUploadBytes: 5 };
  const scopes = ['workspace.read', 'workspace.write', 'workspace.query'];
  const url = await answering({
    '/me': { ...me, scopes },
    '/prepare': { ...prepared, authentication, example: '', handoffUrl: '' },
  });
  const cli = await commandLine();
  const folder = join(cli.home, 'config', 'workspace-mcp', 'logins');
  await mkdir(folder, { recursive: true });
  const tokens = { accessToken: 'a', refreshToken: 'r', expiresAt: Date.now() + 3_600_000 };
  const login = { url, issuer: url, userName: 'Mia', signedInAt: when, tokens };
  const name = createHash('sha256').update(url).digest('hex').slice(0, 32);
  await writeFile(join(folder, `${name}.json`), JSON.stringify(login));
  const client = new Client({ name: 'test', version: '1' });
  const env = {
    PATH: process.env.PATH!,
    HOME: cli.home,
    XDG_CONFIG_HOME: `${cli.home}/config`,
    WORKSPACE_KEYCHAIN: 'false',
  };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [executable, 'mcp', '--url', url], env }),
  );
  onTestFinished(() => client.close());
  const called = { name: 'workspace_file_upload_prepare', arguments: { fileName: '--data=x', channelId: 'c' } };
  const { structuredContent } = (await client.callTool(called)) as { structuredContent: { example: string } };
  const given = `files --upload=--data=x --channel=--upload=/etc/passwd '--sha256='\\''; id' --url=${url}`;
  expect(structuredContent.example).toBe(`${process.execPath} ${executable} ${given} --allow-write --json`);
});

test('workspace mcp --url says in a sentence why it does not start, with the status of that', async () => {
  const started = async (url: string, environment = {}) => (await commandLine(environment)).run('mcp', '--url', url);
  const token = { WORKSPACE_TOKEN: 'token' };
  for (const me of [null, {}, { scopes: 7 }]) {
    const { status, stdout, stderr } = await started(await answering({ '/me': me }), token);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
  }
  expect(await started('http://127.0.0.1:9')).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('workspace login'),
  });
  expect(await started('http://127.0.0.1:9', token)).toMatchObject({ status: 8 });
});

/** A gateway that answers with these texts. */
const saying = (texts: Readonly<Record<string, string>>): Promise<string> =>
  serving((asked, outgoing) => {
    const path = asked.url!.split('?')[0]!;
    const end = Object.keys(texts).find((one) => path.endsWith(one));
    outgoing.writeHead(end === undefined ? 404 : 200, { 'content-type': 'application/json' });
    outgoing.end(end === undefined ? '{}' : texts[end]);
  });

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
const aRecord = { id: 'r', title: 't', versionNumber: 1, updatedAt: when, updatedBy: { id: 'u', name: 'Mia' } };

test.each([
  [['sessions'], '/sessions', '{"sessions": [null]}'],
  [['artifacts', '--all'], '/artifacts', '{"artifacts": [null]}'],
  [['artifacts'], '/artifacts', '{"artifacts": [{"updatedBy": null}]}'],
  [['channels', '--channel', 'c'], '/c', '{"channel": {"dataSets": 7, "description": ""}}'],
  [['feed', '--channel', 'c'], '/feed', '{"items": [7]}'],
  [['search', 'x'], '/search', '{"results": [null]}'],
  [['query', 'get', 'q'], '/q', '{"query": {"status": "completed", "sources": {}}}'],
  [['query', 'run', '{}'], '/queries', '{"query": {}, "data": {"columns": {"key": 1}, "rows": 7}}'],
  [
    ['records', '--channel', 'c', '--record', 'r'],
    '/r',
    JSON.stringify({ record: { ...aRecord, values: { x: 0 } } }).replace('0}', `${deep}}`),
  ],
  [['whoami', '--json'], '/me', `{"userId": "u", "organization": {}, "scopes": [], "more": ${deep}}`],
])(
  'what %j cannot read in an answer ends in a sentence about the gateway, never in a stack',
  async (args, path, answer) => {
    const url = await saying({ [path]: answer });
    const { status, stdout, stderr } = await (await at(url)).run(...args);
    const sentence = args.includes('--json')
      ? (JSON.parse(stderr) as { error: { detail: string } }).error.detail
      : stderr;
    expect({ status, stdout, sentence }).toEqual({
      status: 2,
      stdout: '',
      sentence: expect.stringMatching(/^http:\S+ answered [^\n]+ gateway[^\n]+address[^\n]+\.\n?$/),
    });
  },
);

test('workspace mcp --url refuses a tool whose answer it cannot read, and goes on', async () => {
  const me = { userId: 'u', name: 'Mia', organization: { id: 'o', name: 'O' }, maxUploadBytes: 5 };
  const scopes = ['workspace.read', 'workspace.write', 'workspace.query'];
  const url = await saying({
    '/me': JSON.stringify({ ...me, scopes }),
    '/channels': `{"channels": [{"id": ${deep}}]}`,
    '/c': '{"channel": 7}',
  });
  const cli = await commandLine();
  const client = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env.PATH!, HOME: cli.home, WORKSPACE_TOKEN: 'token' };
  const args = [executable, 'mcp', '--url', url];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  for (const [name, given] of [
    ['workspace_channels_list', {}],
    ['workspace_channel_get', { channelId: 'c' }],
  ] as const) {
    const { isError, content } = (await client.callTool({ name, arguments: given })) as {
      isError?: boolean;
      content: { text: string }[];
    };
    expect([name, isError]).toEqual([name, true]);
    expect(content[0]!.text).not.toMatch(/^ +at /m);
  }
});
