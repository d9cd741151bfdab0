import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { placesIn } from '../../src/folder/places/places.ts';
import { form, textFile } from '../support/forms.ts';
import { expectProblem } from '../support/problems.ts';
import {
  accessToken,
  executable,
  listening,
  spawnProduct,
  startGateway,
  stop,
  temporaryFolder,
} from '../support/product.ts';
import { accountAt, replyOf } from '../support/rest.ts';

afterEach(() => vi.unstubAllEnvs());

/** `workspace serve` with these arguments and no others. */
function spawnServe(...args: string[]) {
  const child = spawnProduct('serve', ...args);
  onTestFinished(() => stop(child));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      written[name] += chunk.toString();
    });
  }
  return { child, written };
}

async function serve(...args: string[]) {
  const { child, written } = spawnServe(...args);
  return { ...(await listening(child)), stdout: () => written.stdout };
}

const account = async (dataFolder: string, url: string) => accountAt(url, await accessToken(dataFolder));
const jsonLines = (log: string) =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('stdout holds one line, where it listens, and stderr JSON lines, one a request', async () => {
  const folder = await temporaryFolder();
  const gateway = await serve('--data', folder, '--port', '0');
  const { call } = await account(folder, gateway.url);
  await call('GET /search?q=secret-question');
  const reply = await call('GET /files/file_1');
  await stop(gateway.process);
  expect(gateway.stdout()).toMatch(/^workspace listening on http:\/\/127\.0\.0\.1:\d+\n$/);
  const lines = jsonLines(gateway.log());
  expect(lines).toContainEqual(
    expect.objectContaining({
      requestId: reply.body.requestId,
      method: 'GET',
      route: '/api/workspace/files/:fileId',
      status: 404,
    }),
  );
  expect(gateway.log()).not.toContain('secret-question');
});

test.each(['trace', 'info'])('no token is logged, good or bad, at --log-level %s', async (level) => {
  const folder = await temporaryFolder();
  const gateway = await startGateway(folder, '--log-level', level);
  const token = await accessToken(folder);
  await accountAt(gateway.url, token).done('POST /files', form(['file', textFile('text'), 'a.txt']));
  await accountAt(gateway.url, token).call('POST /sessions', '{');
  await accountAt(gateway.url, 'bad-token-bad-token').call('GET /me');
  await accountAt(gateway.url, `${token}x`).call(`GET /me`);
  await stop(gateway.process);
  jsonLines(gateway.log());
  for (const part of [...token.split('.'), 'bad-token', 'Bearer']) expect(gateway.log()).not.toContain(part);
});

test('--log-level silent logs nothing', async () => {
  const folder = await temporaryFolder();
  const gateway = await startGateway(folder, '--log-level', 'silent');
  await (await account(folder, gateway.url)).call('GET /me');
  await stop(gateway.process);
  expect(gateway.log()).toBe('');
});

test('two gateways on one folder serve the same workspace', async () => {
  const folder = await temporaryFolder();
  const [first, second] = await Promise.all([startGateway(folder), startGateway(folder)]);
  const [one, other] = [await account(folder, first.url), await account(folder, second.url)];
  const { file } = await one.done('POST /files', form(['file', textFile('text'), 'a.txt']));
  expect((await other.call(`GET /files/${file.id}/content`)).bytes.toString()).toBe('text');
});

test('when its storage is gone it says so by /ready, and that it may come back', async () => {
  const folder = join(await temporaryFolder(), 'data');
  const gateway = await startGateway(folder);
  const ready = async () => replyOf(await fetch(`${gateway.url}/ready`));
  expect((await ready()).status).toBe(200);
  await rename(folder, `${folder}-away`);
  const reply = await ready();
  expectProblem(reply, 'unavailable');
  expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
  await rename(`${folder}-away`, folder);
  expect((await ready()).status).toBe(200);
});

test.each([
  ['files', 'blobs', /^The folder of this workspace’s files is missing, or cannot be read and written; put it back\.$/],
  ['keys', 'signingKey', /^The signing keys of this workspace are missing or cannot be read; put them back\.$/],
] as const)('when its %s are moved away it says so by /ready, until they are back', async (_, what, sentence) => {
  const folder = await temporaryFolder();
  const gateway = await startGateway(folder);
  const { done, call } = await account(folder, gateway.url);
  const upload = (text: string) => form(['file', textFile(text), 'a.txt']);
  await done('POST /files', upload('first'));
  const ready = async () => replyOf(await fetch(`${gateway.url}/ready`));
  const place = placesIn(folder)[what];
  const refused = async () => expect(expectProblem(await ready(), 'unavailable').detail).toMatch(sentence);
  await rename(place, `${place}-away`);
  await refused();
  if (what === 'blobs') expectProblem(await call('POST /files', upload('second')), 'unavailable');
  await refused();
  await writeFile(place, 'neither a folder nor keys');
  await refused();
  await rm(place);
  await rename(`${place}-away`, place);
  expect((await ready()).status).toBe(200);
  await done('POST /files', upload('third'));
});

test('a start without the folder of its files does not make another', async () => {
  const folder = await temporaryFolder();
  const before = await startGateway(folder);
  await (await account(folder, before.url)).done('POST /files', form(['file', textFile('text'), 'a.txt']));
  await stop(before.process);
  const { blobs } = placesIn(folder);
  await rename(blobs, `${blobs}-away`);
  const gateway = await startGateway(folder);
  expect((await fetch(`${gateway.url}/ready`)).status).toBe(503);
  await rename(`${blobs}-away`, blobs);
  expect((await fetch(`${gateway.url}/ready`)).status).toBe(200);
});

describe('a start that cannot be ends in a sentence and exit status 1:', () => {
  /** The message of a gateway that does not start. */
  const failed = (...args: string[]) => failedWith(1, ...args);
  const failedWith = async (expected: number, ...args: string[]) => {
    const { child, written } = spawnServe(...args);
    const status = await Promise.race([
      once(child, 'close').then(([status]) => status as number),
      once(child.stdout, 'data'),
    ]);
    expect([status, written.stdout]).toEqual([expected, '']);
    expect(written.stderr).not.toMatch(/^\s+at /m);
    return written.stderr;
  };

  test('the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await failed('--data', await temporaryFolder(), '--port', String(port))).toMatch(
      new RegExp(`^[^\\n]*${port}[^\\n]*--port[^\\n]*\\n$`),
    );
  });

  test('the host is none of this machine', async () => {
    const sentence = await failed('--data', await temporaryFolder(), '--port', '0', '--host', '192.0.2.1');
    expect(sentence).toMatch(/^[^\n]*192\.0\.2\.1[^\n]*\n$/);
  });

  test('the host name does not resolve', async () => {
    const sentence = await failed('--data', await temporaryFolder(), '--port', '0', '--host', 'nowhere.invalid');
    expect(sentence).toMatch(/^[^\n]*nowhere\.invalid[^\n]*\n$/);
  });

  test('the data folder is a file', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, 'text');
    expect(await failed('--data', file, '--port', '0')).toMatch(/^[^\n]*file[^\n]*--data[^\n]*\n$/);
    expect(await failed('--data', join(file, 'below'), '--port', '0')).toMatch(/^[^\n]*below[^\n]*--data[^\n]*\n$/);
  });

  test.each(['65536', '-1', '80.5', 'http', '0x50', '1e3', ' '])('the port is %j', async (port) => {
    const sentence = await failed('--data', await temporaryFolder(), `--port=${port}`);
    expect(sentence).toMatch(/^--port \(WORKSPACE_PORT\) must be [^\n]+\n$/);
  });

  test.each(['flags', 'variables'])('several %s are wrong, and all are named at once', async (way) => {
    const wrong = {
      DATA: '',
      HOST: '',
      PORT: '70000',
      PUBLIC_URL: 'ftp://here',
      ALLOWED_ORIGINS: 'https://app.test/page',
      TRUST_PROXY: '10.0.0.0/40',
      RATE_LIMIT: '-1',
      METRICS: 'here',
      QUERY_SECONDS: '0',
      LOG_LEVEL: 'loud',
    };
    const flags = Object.entries(wrong).map(([name, value]) => `--${name.toLowerCase().replaceAll('_', '-')}=${value}`);
    for (const [name, value] of Object.entries(wrong)) if (way === 'variables') vi.stubEnv(`WORKSPACE_${name}`, value);
    const named = (await failed(...(way === 'flags' ? flags : [])))
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]!);
    // An empty variable counts as none.
    const given = way === 'flags' ? ['--data', '--host'] : [];
    const mistaken = ['--allowed-origins', '--log-level', '--metrics', '--port', '--public-url', '--query-seconds'];
    expect(named.sort()).toEqual([...given, ...mistaken, '--rate-limit', '--trust-proxy'].sort());
  });

  test('an option is unknown', async () => {
    expect(await failedWith(2, '--prot', '80')).toMatch(/--prot/);
  });
});

describe('settings come from', () => {
  test('variables', async () => {
    const folder = await temporaryFolder();
    vi.stubEnv('WORKSPACE_DATA', folder);
    vi.stubEnv('WORKSPACE_HOST', 'localhost');
    vi.stubEnv('WORKSPACE_PORT', '0');
    vi.stubEnv('WORKSPACE_PUBLIC_URL', 'https://work.test/space/');
    vi.stubEnv('WORKSPACE_LOG_LEVEL', 'silent');
    const gateway = await serve();
    const { done } = await account(folder, gateway.url);
    expect(gateway.url).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await done('GET /channels/general')).channel.url).toBe('https://work.test/space/channels/general');
    expect((await done('POST /files/prepare', {})).uploadUrl).toBe('https://work.test/space/api/workspace/files');
    expect(gateway.log()).toBe('');
  });

  test('flags before variables', async () => {
    const folder = await temporaryFolder();
    vi.stubEnv('WORKSPACE_DATA', join(folder, 'never'));
    vi.stubEnv('WORKSPACE_PORT', '1');
    vi.stubEnv('WORKSPACE_PUBLIC_URL', 'https://never.test');
    const gateway = await serve('--data', folder, '--port', '0', '--public-url', 'https://work.test');
    const { done } = await account(folder, gateway.url);
    expect((await done('GET /channels/general')).channel.url).toBe('https://work.test/channels/general');
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});

const installed = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path));
const tooOld = installed.filter((path) => {
  const [major = 0, minor = 0] = spawnSync(path, ['--version'], { encoding: 'utf8' })
    .stdout.slice(1)
    .split('.')
    .map(Number);
  return major < 22 || (major === 22 && minor < 19);
});

test.each(tooOld)('under the older Node.js of %s every command ends in a sentence', (path) => {
  for (const command of ['serve', 'mcp', 'token', '--version']) {
    const { status, stdout, stderr } = spawnSync(path, [executable, command], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^workspace needs Node\.js 22\.19 or newer/);
  }
});
