import { useEffect, useMemo, useState } from 'react';
import { useHash, useTarget } from './use-target.ts';
import { anchorsOf } from './anchors.ts';
import styles from './document.module.css';
import type { Tick } from './context.ts';
import { Markdown } from './markdown.tsx';
import { type Stretch, stretchesOf } from './stretches.ts';

/** Longer documents are read part by part, as they come into sight. */
const mostAtOnce = 48_000;
/** How high a part is before it is drawn, by its characters. */
const pixelsACharacter = 0.6;

interface DocumentProps {
  readonly text: string;
  readonly tick?: Tick | undefined;
}

/** A document to read. */
export const DocumentText = (props: DocumentProps) =>
  props.text.length <= mostAtOnce ? <ShortDocument {...props} /> : <LongDocument {...props} />;

const ShortDocument = ({ text, tick }: DocumentProps) => (
  <div ref={useTarget<HTMLDivElement>()}>
    <Markdown text={text} look="document" tick={tick} />
  </div>
);

function LongDocument({ text, tick }: DocumentProps) {
  const stretches = useMemo(() => stretchesOf(text), [text]);
  const wanted = useWanted(stretches);
  return (
    <div className={styles.long}>
      {stretches.map((stretch, index) => (
        <Part key={index} stretch={stretch} stretches={stretches} isWanted={index === wanted} tick={tick} />
      ))}
    </div>
  );
}

interface PartProps {
  readonly stretch: Stretch;
  readonly stretches: readonly Stretch[];
  readonly isWanted: boolean;
  readonly tick: Tick | undefined;
}

function Part({ stretch, stretches, isWanted, tick }: PartProps) {
  const box = useTarget<HTMLDivElement>(isWanted);
  const [isSeen, setIsSeen] = useState(stretch.start === 0);
  const isDrawn = isSeen || isWanted;
  const before = useMemo(
    () => (isDrawn ? headingsOf(stretches.slice(0, stretches.indexOf(stretch))) : []),
    [isDrawn, stretch, stretches],
  );
  useEffect(() => {
    if (isDrawn) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsSeen(true), {
      rootMargin: '800px',
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [isDrawn, box]);
  return (
    <div ref={box} style={isDrawn ? undefined : { height: `${stretch.text.length * pixelsACharacter}px` }}>
      {isDrawn && <Markdown text={stretch.text} look="document" before={before} start={stretch.start} tick={tick} />}
    </div>
  );
}

const headingsOf = (stretches: readonly Stretch[]): string[] =>
  stretches.flatMap(({ headings }) => headings.map(({ text }) => text));

/** The part with the heading that the address names. */
function useWanted(stretches: readonly Stretch[]): number | undefined {
  const hash = useHash();
  const isAsked = hash !== '';
  const parts = useMemo(() => {
    const anchors = isAsked ? anchorsOf(headingsOf(stretches)) : [];
    const places = stretches.flatMap(({ headings }, index) => headings.map(() => index));
    return new Map(anchors.map((anchor, index) => [anchor, places[index]!]));
  }, [stretches, isAsked]);
  return parts.get(hash);
}
