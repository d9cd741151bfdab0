import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/**
 * `npm run runtimes`: starts the built product over stdio with the newest Bun and Deno of the registry, and with Node.
 * Each lists tools, stores a document and reads it. The working directory is a new folder, so that nothing is found by chance.
 */
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'workspace-runtimes-'));
const executable = resolve('bin/workspace.js');

interface Runtime {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const installed = (name: string) => join(folder, 'node_modules/.bin', name);
const runtimes: readonly Runtime[] = [
  { name: 'node', command: process.execPath, args: [] },
  { name: 'bun', command: installed('bun'), args: [] },
  { name: 'deno', command: installed('deno'), args: ['run', '-A'] },
];

try {
  await writeFile(join(folder, 'package.json'), '{"private":true,"allowScripts":{"bun":true,"deno":true}}');
  const words = ['install', '--no-audit', '--no-fund', 'bun@latest', 'deno@latest'];
  await run(process.execPath, [process.env.npm_execpath!, ...words], { cwd: folder });
  console.log('| runtime | tools | write | read |\n|---|---|---|---|');
  for (const runtime of runtimes) console.log(`| ${(await rowOf(runtime)).join(' | ')} |`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function rowOf({ name, command, args }: Runtime): Promise<string[]> {
  const client = new Client({ name: 'runtimes', version: '1.0.0' });
  const env = { PATH: '', HOME: folder, WORKSPACE_DATA: join(folder, `data-${name}`) };
  const transport = new StdioClientTransport({ command, args: [...args, executable, 'mcp'], env, cwd: folder });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const document = { kind: 'markdown', title: 'Plan', content: '# Plan by hand', channelId: 'general' };
    const stored = await client.callTool({ name: 'workspace_artifact_create', arguments: document });
    const { artifact } = stored.structuredContent as { artifact: { id: string } };
    const read = await client.callTool({ name: 'workspace_artifact_get', arguments: { artifactId: artifact.id } });
    const isRead = JSON.stringify(read.content).includes(document.content);
    return [`${name} ${await versionOf(name)}`, String(tools.length), 'good', isRead ? 'good' : 'not the same'];
  } catch (error) {
    console.error(error);
    return [name, 'failed', '', ''];
  } finally {
    await client.close();
  }
}

async function versionOf(name: string): Promise<string> {
  if (name === 'node') return process.versions.node;
  const manifest = await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
