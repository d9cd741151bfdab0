import { posix } from 'node:path';
import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toHast } from 'mdast-util-to-hast';
import { addressOf, type Page } from './pages.ts';

/** Facts about all pages that an article needs. */
export interface Site {
  readonly pages: ReadonlyMap<string, Page>;
  /** The address of the repository for people. */
  readonly repository: string;
  /** Where an image is, by its file below `docs/`, and how large. */
  readonly imageAt: (file: string) => Image;
}

interface Image {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** A page of the documentation as HTML. A link that leads nowhere is an error. */
export function articleOf(page: Page, site: Site): string {
  for (const [heading, id] of page.anchors) heading.data = { hProperties: { id } };
  const root = toHast(page.root) as HtmlRoot;
  const shown = (node: ElementContent): ElementContent => {
    if (node.type !== 'element') return node;
    return change({ ...node, children: node.children.map(shown) });
  };
  const change = (node: Element): ElementContent => {
    const { tagName, properties, children } = node;
    if (/^h[2-6]$/.test(tagName)) return withAnchor(node);
    if (tagName === 'a') return { ...node, properties: { href: targetOf(String(properties['href']), page, site) } };
    if (tagName === 'img') return imageOf(node, page, site);
    if (tagName === 'pre') return box('code', [{ ...node, properties: { tabIndex: 0 } }]);
    if (tagName !== 'table') return node;
    return isStrip(node) ? strip(node) : box('table', [{ ...node, children }], { tabIndex: 0 });
  };
  return toHtml(root.children.map((node) => (node.type === 'doctype' ? node : shown(node))));
}

const element = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** A block that scrolls by itself, also by keys. */
const box = (className: string, children: ElementContent[], others: Element['properties'] = {}): Element =>
  element('div', { className: [className], ...others }, children);

/** A heading leads to itself, so that its address can be copied. */
const withAnchor = (node: Element): Element => ({
  ...node,
  children: [element('a', { href: `#${String(node.properties['id'])}` }, node.children)],
});

/** Where a link leads: to a page, into the repository, or wherever it says. */
function targetOf(href: string, { file }: Page, { pages, repository }: Site): string {
  if (/^[a-z]+:/.test(href)) return href;
  const [path, anchor] = href.split('#') as [string, string?];
  const target = path === '' ? file : posix.join(posix.dirname(file), path);
  const fragment = anchor === undefined ? '' : `#${anchor}`;
  if (target.startsWith('../')) return `${repository}/blob/HEAD/${target.slice('../'.length)}${fragment}`;
  const page = pages.get(target);
  const isThere = page && (anchor === undefined || [...page.anchors.values()].includes(anchor));
  if (!isThere) throw new Error(`docs/${file} links to ${href}, which is not there.`);
  return path === '' ? fragment : addressOf(target) + fragment;
}

function imageOf({ properties }: Element, { file }: Page, { imageAt }: Site): Element {
  const image = imageAt(posix.join(posix.dirname(file), String(properties['src'])));
  return element('img', { ...image, alt: properties['alt'], loading: 'lazy', decoding: 'async' }, []);
}

const elementsIn = (node: Element, tagName: string): Element[] =>
  node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === tagName ? [child] : elementsIn(child, tagName);
  });

/** A table without headings holds images. */
const isStrip = (table: Element): boolean => elementsIn(table, 'th').every(({ children }) => children.length === 0);

/** Images beside each other, each above its words. */
function strip(table: Element): Element {
  const items = elementsIn(table, 'td').map(({ children }) => element('li', {}, children.map(captioned)));
  return element('ul', { className: ['strip'], tabIndex: 0 }, items);
}

function captioned(node: ElementContent): ElementContent {
  if (node.type !== 'element') return node;
  if (node.tagName !== 'img') return { ...node, children: node.children.map(captioned) };
  const caption = element('span', {}, [{ type: 'text', value: String(node.properties['alt']) }]);
  const image = { ...node, properties: { ...node.properties, alt: '' } };
  return element('span', { className: ['screen'] }, [image, caption]);
}
