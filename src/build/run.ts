import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Part {
  readonly command: string;
  /** Folders and files that it is built from, beside the configuration in the top folder. */
  readonly sources: readonly string[];
  /** Exists once it is built. */
  readonly target: string;
  /** Removes what an earlier build left, unless the command does. */
  readonly clear?: () => void;
}

/** Written by the other parts, or by the packages. */
const foldersOfOthers = new Set(['web', 'apps', 'types', 'packages']);

const parts: Record<string, Part> = {
  product: {
    command: 'rolldown -c',
    sources: ['src', 'tools', 'schemas', 'docs', 'web/ui', 'web/app'],
    target: 'dist/main.js',
    clear: clearProduct,
  },
  app: {
    command: 'vite build',
    sources: ['web', 'schemas', 'src/sdk', 'src/build'],
    target: 'dist/web/.vite/manifest.json',
  },
  chatApps: {
    command: 'vite build -c vite.apps.config.ts',
    sources: ['web', 'schemas', 'src/sdk', 'src/build'],
    target: 'dist/apps/sbom.json',
  },
  types: {
    command: 'node src/packages/types.ts',
    sources: ['src/sdk', 'src/packages', 'schemas'],
    target: 'dist/types/src/sdk/index.d.ts',
  },
};

const digests = 'node_modules/.cache/built';

/** Builds the parts of `dist/` whose sources changed. Arguments name the parts; without them it looks at all. */
for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts)) buildIfChanged(name);

function buildIfChanged(name: string): void {
  const { command, sources, target, clear } = parts[name]!;
  const file = join(digests, name);
  const digest = digestOf(sources);
  if (existsSync(target) && existsSync(file) && readFileSync(file, 'utf8') === digest) return;
  rmSync(file, { force: true });
  clear?.();
  execSync(command, { stdio: 'inherit' });
  mkdirSync(digests, { recursive: true });
  writeFileSync(file, digest);
}

/** Two are equal if no file has another name, size or time of change. */
function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const folders = sources.map((source) => `${source}/**/*`);
  for (const file of globSync([...folders, '*.{ts,json,md}']).sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function clearProduct(): void {
  if (!existsSync('dist')) return;
  for (const entry of readdirSync('dist')) {
    if (!foldersOfOthers.has(entry)) rmSync(join('dist', entry), { recursive: true });
  }
}
