import { useMemo } from 'react';
import { Shown } from '../ui/shown.tsx';
import { anchorsOf } from './anchors.ts';
import styles from './outline.module.css';
import { stretchesOf } from './stretches.ts';
import { useAfterPaint } from './use-after-paint.ts';

const least = 3;
const most = 300;
const deepest = 3;

interface OutlineProps {
  readonly text: string;
  /** Leads to the line of a heading where the text is written. Otherwise the address does. */
  readonly goTo?: ((line: number) => void) | undefined;
}

/** The headings of a document, beside it on wide screens, once the text is painted. A short document needs none. */
export function Outline({ text, goTo }: OutlineProps) {
  const isPainted = useAfterPaint();
  const headings = useMemo(() => {
    if (!isPainted) return [];
    const all = stretchesOf(text).flatMap(({ headings }) => headings);
    const anchors = anchorsOf(all.map(({ text }) => text));
    return all.map((one, index) => ({ ...one, anchor: anchors[index]! })).filter(({ depth }) => depth <= deepest);
  }, [isPainted, text]);
  if (headings.length < least) return null;
  const top = Math.min(...headings.map(({ depth }) => depth));
  return (
    <nav className={styles.outline} aria-label="Headings">
      <ol>
        {headings.slice(0, most).map(({ depth, text, anchor, line }) => (
          <li key={anchor} style={{ paddingInlineStart: `${(depth - top) * 12}px` }}>
            {goTo ? (
              <button type="button" onClick={() => goTo(line)}>
                <Shown text={text} />
              </button>
            ) : (
              <a href={`#${anchor}`}>
                <Shown text={text} />
              </a>
            )}
          </li>
        ))}
      </ol>
      {headings.length > most && (
        <p>
          The first {most} of {headings.length.toLocaleString()} headings.
        </p>
      )}
    </nav>
  );
}
