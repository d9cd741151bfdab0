import { addressOf, type Page } from './pages.ts';
import { textOf } from './text.ts';

/** The text under one heading, as the search finds it. */
export interface Section {
  readonly id: number;
  /** Its page, below the public URL, and its anchor. */
  readonly to: string;
  readonly title: string;
  /** Absent for what stands before the first heading of a page. */
  readonly heading?: string;
  readonly text: string;
}

/** The sections of all pages in their order. */
export function sectionsOf(pages: Iterable<Page>): Section[] {
  const sections: Section[] = [];
  for (const page of pages) {
    const { file, title, root, anchors } = page;
    let begun: Omit<Section, 'id' | 'text'> = { to: addressOf(file), title };
    let texts: string[] = [];
    const end = () => {
      const text = texts.join(' ').replaceAll(/\s+/g, ' ').trim();
      if (text !== '' || begun.heading !== undefined) sections.push({ id: sections.length, ...begun, text });
    };
    for (const node of root.children) {
      if (node.type !== 'heading') texts.push(textOf(node));
      else if (node.depth > 1) {
        end();
        begun = { to: `${addressOf(file)}#${anchors.get(node)}`, title, heading: textOf(node) };
        texts = [];
      }
    }
    end();
  }
  return sections;
}
