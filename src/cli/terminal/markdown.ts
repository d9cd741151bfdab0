import type { List, Node, Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { headed, type Line, prose, styled } from './output.ts';

/** Markdown without its marks: tables are aligned, and a link is followed by its address. */
export function linesOfMarkdown(text: string): Line[] {
  const { children } = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return separated(children);
}

const separated = (blocks: readonly RootContent[]): Line[] =>
  blocks.flatMap((block, place) => (place === 0 ? linesOf(block) : ['', ...linesOf(block)]));

function linesOf(block: RootContent): Line[] {
  switch (block.type) {
    case 'heading':
      return [styled('bold', textOf(block))];
    case 'table':
      return tableOf(block);
    case 'list':
      return listOf(block);
    case 'blockquote':
      return indented(separated(block.children), '  ');
    case 'code':
      return indented([prose(block.value)], '  ');
    case 'thematicBreak':
      return ['―'.repeat(8)];
    default:
      return [prose(textOf(block))];
  }
}

function tableOf({ children: [headings, ...rows] }: Table): Line[] {
  const cells = (row: Table['children'][number] | undefined) => (row?.children ?? []).map(textOf);
  const names = cells(headings);
  return headed(
    names,
    rows.map((row) => names.map((_name, column) => cells(row)[column] ?? '')),
  );
}

function listOf({ children, ordered, start }: List): Line[] {
  return children.flatMap(({ children: blocks, checked }, place) => {
    const bullet = ordered ? `${(start ?? 1) + place}. ` : '- ';
    const box = typeof checked === 'boolean' ? (checked ? '[x] ' : '[ ] ') : '';
    return indented(blocks.flatMap(linesOf), ' '.repeat(bullet.length), `${bullet}${box}`);
  });
}

/** Begins the first line with one text and every other with another. */
function indented(lines: readonly Line[], others: string, first = others): Line[] {
  let begin = first;
  return lines.map((line) => {
    const { text, ...style } = typeof line === 'string' ? { text: line } : line;
    const moved = text.split('\n').map((each, place) => `${place === 0 ? begin : others}${each}`);
    begin = others;
    return { ...style, text: moved.join('\n') };
  });
}

const isParent = (node: Node): node is Node & { readonly children: PhrasingContent[] } => 'children' in node;

/** The text of a block's or phrase's content. */
function textOf(node: Nodes): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'image') return `${node.alt ?? ''} (${node.url})`;
  if (isParent(node)) {
    const text = node.children.map(textOf).join('');
    return node.type === 'link' && node.url !== text ? `${text} (${node.url})` : text;
  }
  return 'value' in node ? node.value : '';
}
