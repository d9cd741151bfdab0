import type { Heading, Nodes } from 'mdast';
import { useMemo } from 'react';
import { anchorOf, textOf } from './context.ts';
import { parse } from './parse.ts';
import { Shown } from '../ui/shown.tsx';
import styles from './outline.module.css';

const leastHeadings = 3;
const deepest = 3;

/** The headings of a document, beside it on wide screens. A short document needs none. */
export function Outline({ text }: { text: string }) {
  const headings = useMemo(() => parse(text).children.filter(isListed), [text]);
  if (headings.length < leastHeadings) return null;
  const top = Math.min(...headings.map(({ depth }) => depth));
  return (
    <nav className={styles.outline} aria-label="Headings">
      <ol>
        {headings.map((heading, index) => (
          <li key={index} style={{ paddingInlineStart: `${(heading.depth - top) * 12}px` }}>
            <a href={`#${anchorOf(textOf(heading))}`}>
              <Shown text={textOf(heading)} />
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const isListed = (node: Nodes): node is Heading => node.type === 'heading' && node.depth <= deepest;
