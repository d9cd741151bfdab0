import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const folder = new URL('../../dist/web/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', folder), 'utf8')) as Record<string, Chunk>;
const sizeOf = (file: string) => gzipSync(readFileSync(new URL(file, folder))).length / 1024;

/** The files that a page loads before it shows anything: its chunk, and what that imports. */
function filesOf(...names: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    const { file, imports = [], css = [] } = manifest[name]!;
    if (found.has(file)) return;
    found.add(file);
    for (const sheet of css) found.add(sheet);
    for (const one of imports) visit(one);
  };
  for (const name of names) visit(name);
  return found;
}

const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry)!;
const html = readFileSync(new URL('index.html', folder), 'utf8');
const linked = [...html.matchAll(/href="\.\/([^"]+)"/g)].map(([, file]) => file!);
const shell = new Set([...filesOf(entry), ...linked]);
const page = (name: string) => Object.keys(manifest).find((one) => one.endsWith(`features/${name}.tsx`))!;
const sum = (files: Iterable<string>, ending: string) =>
  [...files].filter((file) => file.endsWith(ending)).reduce((size, file) => size + sizeOf(file), 0);

test.each(['home/home-page', 'channels/feed-page'])('%s loads at most 180 KiB of scripts and 12 of styles', (name) => {
  const files = new Set([...shell, ...filesOf(page(name))]);
  expect(sum(files, '.js')).toBeLessThanOrEqual(180);
  expect(sum(files, '.css')).toBeLessThanOrEqual(12);
});

/** The KiB of scripts that a page may add to the shell. Each page that is not listed may add as much as a sheet. */
const budgets: Readonly<Record<string, number>> = {
  'channels/feed-page': 39,
  'channels/post-page': 39,
  'artifacts/artifact-page': 120,
  'writing/edit-page': 120,
  'writing/new-page': 120,
  'files/file-page': 120,
  'views/view-page': 80,
  'data-sets/data-set-page': 43,
  'sessions/session-page': 57,
};
const usual = 30;

const pages = Object.keys(manifest).flatMap((name) => /features\/(\S+-page)\.tsx$/.exec(name)?.[1] ?? []);
test.each(pages)('the page %s adds no more scripts than it may', (name) => {
  const added = [...filesOf(page(name))].filter((file) => !shell.has(file));
  expect(sum(added, '.js')).toBeLessThanOrEqual(budgets[name] ?? usual);
});

test('no script of the app holds zod, or loads anything from elsewhere', () => {
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
  for (const { file } of scripts) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    expect(/ZodType|_zod/.test(text) ? file : '').toBe('');
  }
});
