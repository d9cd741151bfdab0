import { useEffect, useMemo, useRef, useState } from 'react';
import { anchorOf } from './context.ts';
import styles from './document.module.css';
import { Markdown } from './markdown.tsx';
import { type Stretch, stretchesOf } from './stretches.ts';

/** Longer documents are read part by part, as they come into sight. */
const mostAtOnce = 48_000;
/** How high a part is before it is drawn, by its characters. */
const pixelsACharacter = 0.6;

/** A document to read. */
export const DocumentText = ({ text }: { text: string }) =>
  text.length <= mostAtOnce ? <Markdown text={text} look="document" /> : <LongDocument text={text} />;

function LongDocument({ text }: { text: string }) {
  const stretches = useMemo(() => stretchesOf(text), [text]);
  const wanted = useWanted(stretches);
  return (
    <div className={styles.long}>
      {stretches.map((stretch, index) => (
        <Part key={index} stretch={stretch} isWanted={index === wanted?.index} anchor={wanted?.anchor} />
      ))}
    </div>
  );
}

interface PartProps {
  readonly stretch: Stretch;
  readonly isWanted: boolean;
  readonly anchor: string | undefined;
}

function Part({ stretch, isWanted, anchor }: PartProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  const isDrawn = isSeen || isWanted;
  useEffect(() => {
    if (isDrawn) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsSeen(true), {
      rootMargin: '800px',
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [isDrawn]);
  useEffect(() => {
    if (isWanted && anchor !== undefined) document.getElementById(anchor)?.scrollIntoView();
  }, [isWanted, anchor]);
  return (
    <div ref={box} style={isDrawn ? undefined : { height: `${stretch.text.length * pixelsACharacter}px` }}>
      {isDrawn && <Markdown text={stretch.text} look="document" />}
    </div>
  );
}

/** The part with the heading that the address names. */
function useWanted(stretches: readonly Stretch[]) {
  const [anchor, setAnchor] = useState(anchorHere);
  useEffect(() => {
    const read = () => setAnchor(anchorHere());
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  const index = stretches.findIndex(({ headings }) => headings.some(({ text }) => anchorOf(text) === anchor));
  return index < 0 ? undefined : { index, anchor };
}

function anchorHere(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
