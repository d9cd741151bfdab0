import type { Heading, Root } from 'mdast';
import { textOf } from './context.ts';

/** Words of an anchor never hold a colon. So no heading takes the name of another part. */
const prefix = 'heading:';

/** The words of a text in lower case, joined by hyphens. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** The names of headings in their order. From the second equal one on they are numbered. */
export function anchorsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return texts.map((text) => {
    const name = prefix + anchorOf(text);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}:${count}`;
  });
}

/** The same for the headings of a part, which follow others. Headings within quotes and lists have no name. */
export function headingsIn(root: Root, before: readonly string[]): ReadonlyMap<Heading, string> {
  const headings = root.children.filter((node) => node.type === 'heading');
  const anchors = anchorsOf([...before, ...headings.map(textOf)]).slice(before.length);
  return new Map(headings.map((heading, index) => [heading, anchors[index]!]));
}

/** Where a link within a text leads. Its author writes the words of a heading. */
export function anchorAt(fragment: string): string {
  if (fragment.startsWith(prefix)) return fragment;
  try {
    return prefix + anchorOf(decodeURIComponent(fragment));
  } catch {
    return prefix + anchorOf(fragment);
  }
}
