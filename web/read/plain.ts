import type { Nodes } from 'mdast';
import { parse } from './parse.ts';

/** The words of a Markdown text on one line, without its marks. */
export const plainText = (markdown: string): string => wordsOf(parse(markdown)).replaceAll(/\s+/g, ' ').trim();

/** Blocks are apart, words of one block are not. */
function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  if (!('children' in node)) return node.type === 'break' ? ' ' : '';
  const isBlock = node.type !== 'paragraph' && node.type !== 'heading' && !inline.has(node.type);
  return node.children.map(wordsOf).join(isBlock ? ' ' : '');
}

const inline: ReadonlySet<string> = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference', 'tableCell']);
