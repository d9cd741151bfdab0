import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packExtension } from '@anthropic-ai/mcpb';
import { bundleFile, bundleManifest } from './bundle.ts';
import { icon, type Project } from './description.ts';
import { claudeMarketplace, type Files, geminiExtension } from './hosts.ts';
import { registryEntry } from './registry.ts';
import { verifyBundle } from './verify.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const target = join(root, 'dist/packages');
const project = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Project;
const skill = await readFile(join(import.meta.dirname, 'SKILL.md'), 'utf8');

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const bundle = await packBundle(await packNpm());
await verifyBundle(bundle);
const sha256 = createHash('sha256')
  .update(await readFile(bundle))
  .digest('hex');
await write('registry', { 'server.json': `${JSON.stringify(registryEntry(project, sha256), null, 2)}\n` });
await write('claude', claudeMarketplace(project, skill));
await write('gemini', geminiExtension(project, skill));
await write('skill', { 'workspace/SKILL.md': skill });

async function packNpm(): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', target], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(target, filename);
}

/** Installs the package as npm would, in a folder that holds nothing else, and packs the folder. */
async function packBundle(tarball: string): Promise<string> {
  const folder = join(target, 'mcpb');
  const server = join(folder, 'server');
  await mkdir(server, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', server, '--strip-components', '1']);
  // The versions of the lock file, the same that the tests ran with.
  await cp(join(root, 'package-lock.json'), join(server, 'package-lock.json'));
  await run('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: server,
  });
  await rm(join(server, 'package-lock.json'));
  await removeSources(join(server, 'node_modules/better-sqlite3'));
  await cp(join(root, icon), join(folder, 'icon.png'));
  await write('mcpb', { 'manifest.json': `${JSON.stringify(bundleManifest(project), null, 2)}\n` });
  const bundle = join(target, bundleFile(project));
  const isPacked = await packExtension({ extensionPath: folder, outputPath: bundle, silent: true });
  if (!isPacked) throw new Error(`mcpb refuses ${folder}; \`npx mcpb validate ${folder}\` says why.`);
  return bundle;
}

/** Removes SQLite's sources, a third of the package. The package brings its binaries. */
async function removeSources(folder: string): Promise<void> {
  const kept = new Set(['lib', 'prebuilds', 'package.json', 'LICENSE']);
  const others = (await readdir(folder)).filter((name) => !kept.has(name));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true })));
}

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(target, folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
