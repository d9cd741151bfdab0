import { execFile } from 'node:child_process';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import { join, matchesGlob, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderOfItsOwn } from '../support/product.ts';

const run = promisify(execFile);
const configurations = ['rolldown.config.ts', 'vite.config.ts', 'vite.apps.config.ts'];

test('the build of the image has every file that its configuration reads', async () => {
  const context = await contextOfTheImage();
  const urls = configurations.map((name) => pathToFileURL(join(context, name)).href);
  const script = urls.map((url) => `await import('${url}');`).join('\n');
  const { stderr } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: context });
  expect(stderr).toBe('');
}, 60_000);

/** A folder with what the build of the image is given, and the packages that it installs. */
async function contextOfTheImage(): Promise<string> {
  const folder = await folderOfItsOwn();
  const ignored = await readFile('examples/container/Dockerfile.dockerignore', 'utf8');
  const kept = [...ignored.matchAll(/^!(.+)$/gm)].map(([, pattern]) => pattern!);
  const names = (await readdir('.')).filter((name) => kept.some((pattern) => matchesGlob(name, pattern)));
  await Promise.all(names.map((name) => cp(name, join(folder, name), { recursive: true })));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('the manifest of Kubernetes names settings that exist', async () => {
  const manifest = await readFile('examples/kubernetes/workspace.yaml', 'utf8');
  const named = [...manifest.matchAll(/\bWORKSPACE_[A-Z_]+/g)].map(([name]) => name);
  const settings = await readFile('docs/settings.md', 'utf8');
  expect(named.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
  expect(named).toContain('WORKSPACE_DATABASE');
});
