import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Installs the newest releases of packages in a folder, unless they are there. Returns the version of the first one. */
export async function installed(packages: readonly string[], folder: string, isThere: boolean): Promise<string> {
  if (!isThere) {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const named = packages.map((name) => (/.@/.test(name) ? name : `${name}@latest`));
    const words = ['install', '--no-audit', '--no-fund', ...named];
    await promisify(execFile)(process.execPath, [process.env.npm_execpath!, ...words], { cwd: folder });
  }
  const manifest = join(folder, 'node_modules', packages[0]!, 'package.json');
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
}
