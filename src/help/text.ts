import type { Nodes } from 'mdast';

const inline: ReadonlySet<string> = new Set(['paragraph', 'heading', 'emphasis', 'strong', 'delete', 'link']);

/** The words of a node without its marks. Blocks and cells are apart. */
export function textOf(node: Nodes): string {
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(textOf).join(inline.has(node.type) ? '' : ' ') : ' ';
}
