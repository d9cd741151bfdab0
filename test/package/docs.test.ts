import { glob, readFile, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const linked = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/README.md'];

/** All Markdown files of the project, by path. */
const pages = new Map<string, string>();

beforeAll(async () => {
  for (const path of await pathsOf('**/*.md')) pages.set(path, await readFile(join(root, path), 'utf8'));
});

const pathsOf = (pattern: string) =>
  Array.fromAsync(glob(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist', '**/coverage'] }));

const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

interface Link {
  readonly page: string;
  readonly to: string;
}

/** Inline links to places in the project. */
function linksOf([page, text]: [string, string]): Link[] {
  const targets = withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g);
  return [...targets].map(([, to]) => ({ page, to: to! })).filter(({ to }) => !/^[a-z]+:/.test(to));
}

/** The anchors of a page as GitHub makes them of its headings. */
function anchorsOf(text: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/^#{1,6} (.+)$/gm);
  return new Set([...headings].map(([, heading]) => slugger.slug(heading!)));
}

async function isThere({ page, to }: Link): Promise<boolean> {
  const [path, anchor] = to.split('#') as [string, string?];
  const target = path === '' ? page : normalize(join(dirname(page), decodeURI(path)));
  if (target.startsWith('..')) return false;
  if (anchor !== undefined) return anchorsOf(pages.get(target) ?? '').has(anchor);
  return exists(target);
}

const exists = (path: string): Promise<boolean> =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  );

test('every link in a Markdown file leads to a file and a heading that exist', async () => {
  expect([...pages.keys()]).toEqual(expect.arrayContaining(linked));
  const links = [...pages].flatMap(linksOf);
  expect(links.length).toBeGreaterThan(100);
  const broken: Link[] = [];
  for (const link of links) if (!(await isThere(link))) broken.push(link);
  expect(broken).toEqual([]);
});

test('every file of the project that a page names is there', async () => {
  const named = [...pages]
    .filter(([page]) => /^(docs\/|[A-Z]+\.md$)/.test(page))
    .flatMap(([page, text]) =>
      [...text.matchAll(/`((?:bench|examples|schemas|src|test|tools|web)\/[\w./-]*(?:\.\w+|\/))`/g)].map(
        ([, path]) => ({
          page,
          path: path!,
        }),
      ),
    );
  expect(named.length).toBeGreaterThan(50);
  const there = await Promise.all(named.map(({ path }) => exists(path)));
  expect(named.filter((_, index) => !there[index])).toEqual([]);
});

test('every page of docs/ is reached from its contents', () => {
  const contents = new Set(linksOf(['docs/README.md', pages.get('docs/README.md')!]).map(({ to }) => `docs/${to}`));
  const others = [...pages.keys()].filter((page) => /^docs\/(?!README)/.test(page));
  expect(others.filter((page) => !contents.has(page))).toEqual([]);
});

describe('the README', () => {
  test('is at most 8 KiB', () => {
    expect(Buffer.byteLength(pages.get('README.md')!)).toBeLessThanOrEqual(8_192);
  });

  test('has the two commands of the project', () => {
    const commands = [...pages.get('README.md')!.matchAll(/```sh\n([^]*?)```/g)].map(([, command]) => command);
    expect(commands).toEqual(expect.arrayContaining(['npm ci && npm start\n', 'npm ci && npm test\n']));
  });
});

test('the sections of the contract that comments cite are there', async () => {
  const cited = new Set<string>();
  for (const path of await pathsOf('{schemas,src,test,tools}/**/*.ts')) {
    const text = await readFile(join(root, path), 'utf8');
    for (const [, section] of text.matchAll(/CONTRACT section (\d+)/g)) cited.add(section!);
  }
  const sections = new Set([...pages.get('docs/contract.md')!.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number!));
  expect(cited.size).toBeGreaterThan(5);
  expect([...cited].filter((section) => !sections.has(section))).toEqual([]);
});
