import { memo, useMemo } from 'react';
import { Blocks } from './blocks.tsx';
import { headingsIn } from './anchors.ts';
import { definitionsOf, type Reading, ReadingContext, type Tick } from './context.ts';
import styles from './markdown.module.css';
import { marksIn } from './marks.ts';
import { parse } from './parse.ts';

interface MarkdownProps {
  readonly text: string;
  /** `document`: larger type and headings; `talk`: posts and comments. */
  readonly look?: 'document' | 'talk' | undefined;
  /** Names in the text and where they lead, such as `@Ada` to her page. */
  readonly links?: ReadonlyMap<string, string> | undefined;
  /** The headings before this part of a document. */
  readonly before?: readonly string[] | undefined;
  /** Where this part begins in its document. */
  readonly start?: number | undefined;
  readonly tick?: Tick | undefined;
}

const none: readonly string[] = [];

/**
 * Markdown as React elements. HTML in it is shown as text, images from elsewhere as links, and hidden characters as
 * badges. Nothing of it runs or loads.
 */
export const Markdown = memo(function Markdown({
  text,
  look = 'talk',
  links,
  before = none,
  start = 0,
  tick,
}: MarkdownProps) {
  const root = useMemo(() => parse(text), [text]);
  const reading = useMemo<Reading>(
    () => ({
      ...definitionsOf(root),
      isTalk: look === 'talk',
      anchors: look === 'document' ? headingsIn(root, before) : new Map(),
      links,
      tick,
      markOf: marksIn(text, start),
    }),
    [root, text, look, links, before, start, tick],
  );
  return (
    <div className={`${styles.markdown} ${styles[look]}`}>
      <ReadingContext value={reading}>
        <Blocks nodes={root.children} />
      </ReadingContext>
    </div>
  );
});
