import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import type { Heading, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { textOf } from './text.ts';

/** A page of the documentation. */
export interface Page {
  /** Its file below `docs/`, such as `decisions/app.md`. */
  readonly file: string;
  readonly title: string;
  readonly root: Root;
  /** The anchors of its headings, as GitHub makes them. */
  readonly anchors: ReadonlyMap<Heading, string>;
}

/** The pages under a heading of the contents. */
export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** The first page, which holds the contents. */
export const first = 'README.md';

/** Where a page is, below the public URL. */
export const addressOf = (file: string): string => (file === first ? '/help' : `/help/${file.slice(0, -'.md'.length)}`);

/** All pages below a folder, by file. */
export function pagesIn(folder: string): ReadonlyMap<string, Page> {
  const files = globSync('**/*.md', { cwd: folder }).sort();
  return new Map(files.map((file) => [file, pageOf(file, readFileSync(join(folder, file), 'utf8'))]));
}

function pageOf(file: string, text: string): Page {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const slugger = new GithubSlugger();
  const headings = root.children.filter((node) => node.type === 'heading');
  const anchors = new Map(headings.map((heading) => [heading, slugger.slug(textOf(heading))]));
  const [title] = headings;
  if (title?.depth !== 1) throw new Error(`docs/${file} must begin with its title.`);
  return { file, title: textOf(title), root, anchors };
}

/** The contents: each table below a heading of the first page lists pages. */
export function contentsOf(pages: ReadonlyMap<string, Page>): Group[] {
  const groups: { title: string; pages: Page[] }[] = [];
  for (const node of pages.get(first)!.root.children) {
    if (node.type === 'heading' && node.depth === 2) groups.push({ title: textOf(node), pages: [] });
    if (node.type !== 'table') continue;
    groups.at(-1)?.pages.push(...linksIn(node).flatMap((file) => pages.get(file) ?? []));
  }
  return groups;
}

function linksIn(node: Nodes): string[] {
  if (node.type === 'link') return [node.url];
  return 'children' in node ? node.children.flatMap(linksIn) : [];
}
