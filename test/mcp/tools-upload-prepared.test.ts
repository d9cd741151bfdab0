import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';
import { accessToken, temporaryFolder } from '../support/product.ts';
import { traces } from '../support/storage.ts';

const host = sharedHost('--tools', 'all', '--public-url', 'https://work.example.com');

const MiB = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Runs a command in a shell, as a user would who copied it. */
async function shell(command: string, cwd = '/') {
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd });
    return { status: 0, output: JSON.parse(stdout) as Record<string, unknown> };
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string };
    return { status: code, output: (stdout && JSON.parse(stdout)) as Record<string, unknown> };
  }
}

async function fileOnDisk(name: string, bytes: Uint8Array) {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, bytes);
  return path;
}

const prepare = (input: object) => host.done('workspace_file_upload_prepare', { ...input });

test('a prepared upload says where, how and how much to send, and stores nothing', async () => {
  const before = await traces(host.dataFolder);
  const input = { fileName: 'a.bin', channelId: 'general', sha256: sha256(Buffer.from('x')) };
  const prepared = await prepare(input);
  expect(prepared).toEqual({
    uploaded: false,
    uploadUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/workspace\/files$/),
    method: 'POST',
    fileField: 'file',
    fields: { channelId: 'general', sha256: input.sha256 },
    maxBytes: 50 * MiB,
    authentication: { scheme: 'Bearer', header: 'Authorization', instructions: expect.stringContaining(' token ') },
    example: expect.stringContaining('curl'),
    handoffUrl: expect.stringMatching(
      /^https:\/\/work\.example\.com\/uploads\/new\?channel=general&name=a\.bin&sha256=\w{64}&agent=/,
    ),
  });
  expect(await traces(host.dataFolder)).toEqual(before);
});

test('every prepared upload of a process goes to the same place', async () => {
  const [first, second] = await Promise.all([prepare({}), prepare({})]);
  expect((await prepare({})).uploadUrl).toBe(first.uploadUrl);
  expect(second.uploadUrl).toBe(first.uploadUrl);
});

test.each([
  ['a channel that does not exist', { channelId: 'nowhere' }, 'not_found'],
  ['a session that does not exist', { sessionId: 'ses_unknown' }, 'not_found'],
  ['a record that does not exist', { recordId: 'rec_unknown' }, 'not_found'],
  ['two places at once', { channelId: 'general', sessionId: 'ses_unknown' }, 'invalid_request'],
  ['a digest that is none', { sha256: 'abc' }, 'invalid_request'],
])('preparing an upload for %s is refused', async (_what, input, code) => {
  const { problem } = await host.call('workspace_file_upload_prepare', input);
  expect(problem).toMatchObject({ code });
});

describe('the example command', () => {
  const large = randomBytes(11 * MiB);

  test('stores a file of 11 MiB as it stands, and it reads back byte for byte', async () => {
    const path = await fileOnDisk('Ann\'s "final" plan, 100% $HOME `x`; v2.bin', large);
    const { example } = await prepare({ fileName: path, channelId: 'general', sha256: sha256(large) });
    const { status, output } = await shell(example);
    expect(status).toBe(0);
    const { file } = output as { file: { id: string } };
    expect(file).toMatchObject({ size: large.length, sha256: sha256(large), links: [{ targetType: 'channel' }] });

    const { downloadUrl } = await host.done('workspace_file_content', { fileId: file.id, length: 4 });
    const headers = { authorization: `Bearer ${await accessToken(host.dataFolder)}` };
    const download = await fetch(downloadUrl, { headers });
    expect(download.status).toBe(200);
    expect(sha256(Buffer.from(await download.arrayBuffer()))).toBe(sha256(large));

    const windows: Buffer[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const window = await host.done('workspace_file_content', { fileId: file.id, offset, length: 32_768 });
      windows.push(Buffer.from(window.contentBase64 ?? '', 'base64'));
      offset = window.nextOffset;
    }
    expect(windows.length).toBe(Math.ceil(large.length / 32_768));
    expect(sha256(Buffer.concat(windows))).toBe(sha256(large));
  });

  test.each([
    'plain.txt',
    'with blanks.txt',
    "Ann's.txt",
    'a "quoted" name.txt',
    'back\\slash.txt',
    'semi;colon,comma.txt',
    '$(touch x) `y` $Z.txt',
    '-dash.txt',
    'grüße 漢字 🍋.txt',
    '100% %41.txt',
  ])('keeps the name %s', async (name) => {
    const path = await fileOnDisk(name, Buffer.from('some text'));
    const { example } = await prepare({ fileName: path });
    const { status, output } = await shell(example);
    const kept = name.includes('\\') ? 'slash.txt' : name;
    expect({ status, file: output.file }).toMatchObject({ status: 0, file: { fileName: kept, size: 9 } });
  });

  test('takes the path of a file in the folder that the shell is in', async () => {
    const path = await fileOnDisk('here.txt', Buffer.from('here'));
    const { example } = await prepare({ fileName: 'here.txt' });
    expect((await shell(example, join(path, '..'))).output.file).toMatchObject({ fileName: 'here.txt', size: 4 });
  });

  test('puts the file into the session that was asked for', async () => {
    const { session } = await host.done('workspace_session_start', { title: 'Upload' });
    const { example } = await prepare({ fileName: await fileOnDisk('s.txt', Buffer.from('s')), sessionId: session.id });
    const { output } = await shell(example);
    expect(output.file).toMatchObject({ links: [{ targetType: 'session', targetId: session.id }] });
  });

  test('of another file than the digest says fails with the problem, and keeps nothing', async () => {
    const path = await fileOnDisk('other.bin', Buffer.from('these are other bytes'));
    const { example } = await prepare({ fileName: path, sha256: sha256(Buffer.from('expected')) });
    const before = await traces(host.dataFolder);
    const { status, output } = await shell(example);
    expect(status).not.toBe(0);
    expect(output).toMatchObject({ code: 'digest_mismatch' });
    expect(await traces(host.dataFolder)).toEqual(before);
  });
});

test('the loopback listener takes nothing without a token of this workspace', async () => {
  const { uploadUrl } = await prepare({});
  const foreign = await accessToken(await temporaryFolder());
  const statuses = [undefined, 'Bearer nonsense', `Bearer ${foreign}`].map(async (authorization) => {
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.txt');
    const response = await fetch(uploadUrl, {
      method: 'POST',
      body: form,
      headers: { ...(authorization && { authorization }) },
    });
    return response.status;
  });
  expect(await Promise.all(statuses)).toEqual([401, 401, 401]);
});

test('the gateway that takes prepared uploads names nobody who would issue tokens', async () => {
  const { origin } = new URL((await prepare({})).uploadUrl);
  const answered = async (path: string) => (await fetch(origin + path)).json() as Promise<Record<string, unknown>>;
  expect(await answered('/.well-known/oauth-protected-resource')).not.toHaveProperty('authorization_servers');
  const { components } = (await answered('/openapi.json')) as { components: { securitySchemes: object } };
  expect(Object.keys(components.securitySchemes)).toEqual(['bearer']);
});
