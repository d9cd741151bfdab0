import { execFile, fork, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { samples } from '../support/documents.ts';
import { listening, stop, temporaryFolder } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd });

/** A project of somebody else, with the package in it as it is packed. */
let project: string;
let packed: string[];
let installation: { stderr: string };
const installed = () => join(project, 'node_modules/workspace-mcp');

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'workspace-test-'));
  await run(process.execPath, ['src/packages/types.ts']);
  const { stdout } = await npm(process.cwd(), 'pack', '--json', '--ignore-scripts', '--pack-destination', project);
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  packed = files.map(({ path }) => path);
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  installation = await npm(project, 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${filename}`);
}, 300_000);
afterAll(() => rm(project, { recursive: true, force: true }));

test('installing it runs no script, warns of nothing and takes at most 50 MB', async () => {
  expect(installation.stderr).toBe('');
  const modules = join(project, 'node_modules');
  const entries = await readdir(modules, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(50_000_000);
  expect(await readdir(modules)).not.toContain('pdfjs-dist');
});

test('it holds what is run and what is read of it, and no sources', () => {
  expect(packed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'bin/workspace.js', 'dist/main.js', 'dist/sdk.js', 'package.json']),
  );
  const read = /^docs\/[\w/-]+\.md$|^(LICENSE|README\.md|mcp\.json|package\.json)$/;
  const others = packed.filter((path) => !/^(bin|dist)\//.test(path) && !read.test(path));
  expect([others, packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))]).toEqual([[], []]);
});

test('the third parties in the bundle are listed, with licences that let them be passed on', async () => {
  const content = async (file: string) => readFile(join(installed(), 'dist', file), 'utf8');
  const { components } = JSON.parse(await content('sbom.json')) as {
    components: { name: string; version: string; purl: string; licenses: { expression: string }[] }[];
  };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'oidc-provider', '@modelcontextprotocol/server', 'ai', 'yauzl']),
  );
  const permissive = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0']);
  expect(components.filter(({ licenses }) => !permissive.has(licenses[0]!.expression))).toEqual([]);
  const notices = await content('third-parties.txt');
  for (const { name, version } of components) expect(notices).toContain(`${name}@${version} (`);
  expect(notices).toContain('Permission is hereby granted');
});

test('publint has nothing to say', async () => {
  const { messages } = await publint({ pkgDir: installed(), pack: false, strict: true });
  expect(messages).toEqual([]);
});

const consumer = `
import { WorkspaceClient, WorkspaceError, itemsOf, type ErrorCode, type Workspace } from 'workspace-mcp/sdk';

const client = new WorkspaceClient({ baseUrl: 'https://workspace.example.com', token: async () => 'token' });
const same: Workspace = client;
const { file } = await client.files.upload({ file: new Blob(['a']), channelId: 'general' }, { onProgress: ({ bytes }) => bytes });
const size: number = file.size;
for await (const { title } of itemsOf(client.artifacts.list, { kind: 'csv' })) title satisfies string;
const code = (error: unknown): ErrorCode | undefined => (error instanceof WorkspaceError ? error.code : undefined);
// @ts-expect-error -- Which version it replaces is not said.
await client.artifacts.restore({ artifactId: 'art_1', versionId: 'artv_1', idempotencyKey: 'a' });
// @ts-expect-error -- No such kind.
await client.artifacts.create({ kind: 'pdf', title: 'a', content: 'b', idempotencyKey: 'c' });
// @ts-expect-error -- No such operation.
await client.files.erase({});
export { code, same, size };
`;

test.each([
  ['bundler', 'esnext', true],
  ['nodenext', 'nodenext', false],
])('its types hold under moduleResolution %s', async (moduleResolution, module, skipLibCheck) => {
  const options = {
    moduleResolution,
    module,
    target: 'es2022',
    lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
    strict: true,
    skipLibCheck,
    noEmit: true,
    types: [],
  };
  await writeFile(join(project, 'consumer.ts'), consumer);
  const configuration = JSON.stringify({ compilerOptions: options, files: ['consumer.ts'] });
  await writeFile(join(project, 'tsconfig.json'), configuration);
  const compiler = resolve('node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', project]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe('');
});

test('it exports the SDK and nothing that may change unseen', async () => {
  const imported = async (specifier: string) => {
    const script = `console.log(Object.keys(await import('${specifier}')).sort().join())`;
    return run(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });
  };
  const names = 'WorkspaceClient,WorkspaceError,downloadTo,itemsOf,pagesOf';
  expect((await imported('workspace-mcp/sdk')).stdout.trim()).toBe(names);
  for (const inner of ['workspace-mcp', 'workspace-mcp/dist/main.js']) {
    await expect(imported(inner)).rejects.toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED|No "exports" main/);
  }
});

test('an agent host that starts it by its name lists tools', async () => {
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  const args = ['--no-install', 'workspace-mcp', 'mcp', '--data', await temporaryFolder()];
  await client.connect(new StdioClientTransport({ command: 'npx', args, cwd: project, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
});

test('it reads a PDF of East Asian fonts without the library that it was built with', async () => {
  const task = JSON.stringify({ format: 'pdf' });
  const extraction = fork(join(installed(), 'dist/extraction-process.js'), [String(process.pid), task], {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
  });
  const [report] = samples;
  extraction.stdin!.end(report!.bytes);
  expect(await text(extraction.stdout!)).toBe(report!.text);
});

test('the command of the container serves, and its health check tells a gateway from none', async () => {
  const dockerfile = await readFile('examples/container/Dockerfile', 'utf8');
  const [check, [, executable], command] = [...dockerfile.matchAll(/^ *(?:CMD|ENTRYPOINT) (\[.*\])$/gm)].map(
    ([, words]) => JSON.parse(words!) as string[],
  ) as [string[], string[], string[]];
  const args = [executable!.replace('/workspace', installed()), ...command, '--port', '0'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, WORKSPACE_DATA: await temporaryFolder() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => stop(child));
  const port = new URL((await listening(child)).url).port;
  const isHealthy = (at: string) =>
    run(
      process.execPath,
      check.slice(1).map((word) => word.replace('8787', at)),
    ).then(
      () => true,
      () => false,
    );
  expect([await isHealthy(port), await isHealthy('1')]).toEqual([true, false]);
});

const gateway = sharedGateway();

test('the operations are described as they are in the sources', async () => {
  const bin = join(installed(), 'bin/workspace.js');
  const child = spawn(process.execPath, [bin, 'serve', '--data', await temporaryFolder(), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => stop(child));
  const described = async (url: string) => {
    const { paths, components } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
    return { paths, schemas: components.schemas };
  };
  expect(await described((await listening(child)).url)).toEqual(await described(gateway.url));
});

test('the pages that the README links to are packed with it', async () => {
  const readme = await readFile(join(installed(), 'README.md'), 'utf8');
  const linked = [...readme.matchAll(/\]\((docs\/[^)#]+\.md)/g)].map(([, path]) => path!);
  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter((path) => !packed.includes(path))).toEqual([]);
});

test('the example of the SDK page runs as it is written, as often as one likes', async () => {
  const page = await readFile('docs/sdk.md', 'utf8');
  const [, example] = /```ts\n([^]*?)```/.exec(page)!;
  await writeFile(join(project, 'example.ts'), example!);
  await writeFile(join(project, 'deals.csv'), await readFile('examples/deals.csv'));
  const env = { ...process.env, WORKSPACE_URL: gateway.url, WORKSPACE_TOKEN: gateway.admin.token };
  for (const _time of ['first', 'second']) {
    const { stdout } = await run(process.execPath, ['example.ts'], { cwd: project, env });
    expect(stdout).toBe('Plan\n');
  }
  const copies = (await readdir(project)).filter((name) => name.startsWith('copy of file_'));
  expect(copies).toHaveLength(2);
  const copy = await readFile(join(project, copies[0]!));
  expect(copy.equals(await readFile('examples/deals.csv'))).toBe(true);
  const { artifacts } = await gateway.admin.done('GET /artifacts');
  expect(artifacts).toMatchObject([{ title: 'Plan', versionNumber: 2 }]);
});
