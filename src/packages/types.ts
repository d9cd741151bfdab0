import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The types of the SDK, with those of zod that they name beside them, so that programs install no zod. */
const target = 'dist/types';
const zod = 'node_modules/zod';

rmSync(target, { recursive: true, force: true });
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.types.json'], { stdio: 'inherit' });
for (const path of globSync('**/*.d.ts', { cwd: target })) {
  const text = readFileSync(join(target, path), 'utf8');
  const place = relative(dirname(path), 'zod/index.js').replace(/^(?!\.)/, './');
  writeFileSync(join(target, path), tabbed(text.replaceAll("from 'zod'", `from '${place}'`)));
}
const copied = new Set<string>();
copy('index.d.ts');

/** Replaces four spaces by a tab, because indentation is most of a deep declaration. */
function tabbed(text: string): string {
  return text.replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}

/** Copies a declaration with all that it imports. */
function copy(path: string): void {
  if (copied.has(path)) return;
  copied.add(path);
  const text = readFileSync(join(zod, path), 'utf8');
  const place = join(target, 'zod', path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  for (const [, named] of text.matchAll(/(?:from|import\() ?["'](\.[^"']*)\.js["']/g)) {
    copy(join(dirname(path), `${named}.d.ts`));
  }
}
