import type { Definition, FootnoteDefinition, Heading, ListItem, Nodes, Root } from 'mdast';
import { createContext, use } from 'react';

/** Facts about the whole text that its inner parts need. */
export interface Reading {
  /** A feed has many pictures: in talk they load when they come into sight. */
  readonly isTalk: boolean;
  /** The names by which addresses lead to headings. */
  readonly anchors: ReadonlyMap<Heading, string>;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** Names in the text and where they lead. */
  readonly links?: ReadonlyMap<string, string> | undefined;
  /** Absent where nothing may be changed. */
  readonly tick?: Tick | undefined;
  /** Where the mark of a task is: the character between its brackets. */
  readonly markOf: (item: ListItem) => number | undefined;
}

/** Ticks the box whose mark is at a place of the text, or clears it. */
export type Tick = (at: number, isDone: boolean) => void;

export function definitionsOf(root: Root): Pick<Reading, 'definitions' | 'footnotes'> {
  const definitions = new Map<string, Definition>();
  const footnotes = new Map<string, FootnoteDefinition>();
  const visit = (node: Nodes) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if (node.type === 'footnoteDefinition') footnotes.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(root);
  return { definitions, footnotes };
}

export const ReadingContext = createContext<Reading>({
  isTalk: false,
  anchors: new Map(),
  definitions: new Map(),
  footnotes: new Map(),
  markOf: () => undefined,
});

export const useReading = (): Reading => use(ReadingContext);

/** The text of a node without its marks. */
export const textOf = (node: Nodes): string => {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(textOf).join('') : '';
};
