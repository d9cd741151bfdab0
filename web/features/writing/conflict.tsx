import { createTwoFilesPatch } from 'diff';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import type { CompareHandle } from '../../editor/compare.tsx';
import { merged, mergedTitle } from '../../editor/merge.ts';
import { Diff } from '../../read/diff.tsx';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Shown as ShownText } from '../../ui/shown.tsx';
import { Waiting } from '../../ui/states.tsx';
import { useNarrow } from './use-narrow.ts';
import { Time } from '../../ui/time.tsx';
import { Maker } from './notices.tsx';
import type { Session, Shown } from './session.ts';
import type { Base, Words } from './words.ts';
import styles from './writing.module.css';

const Compare = lazy(() => import('../../editor/compare.tsx'));

interface ConflictProps {
  readonly session: Session;
  readonly base: Base;
  readonly conflict: NonNullable<Shown['conflict']>;
}

/** Somebody saved first: who it was, what both make together, and every way on. */
export default function Conflict({ session, base, conflict: { mine, theirs } }: ConflictProps) {
  const both = useMemo(() => merged(base.text, theirs.content, mine.text), [base, theirs, mine]);
  const right = useRef<CompareHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const title = mergedTitle(base.title, theirs.title, mine.title);
  const isApart = both.overlaps === 0;
  const isNarrow = useNarrow();
  const words = (): Words => ({ title, text: right.current?.text() ?? both.text });
  return (
    <section className={styles.conflict} aria-label="Two versions">
      <h2 ref={heading} tabIndex={-1}>
        Version {theirs.versionNumber} came first
      </h2>
      <p>
        <Maker of={theirs} /> saved it, <Time at={theirs.updatedAt} />. You wrote on version {base.versionNumber}.{' '}
        {isApart ? 'Your changes are in other places, so both fit together.' : overlapWords(both.overlaps)}
      </p>
      {title !== theirs.title && (
        <p>
          The title becomes “<ShownText text={title} />
          ”.
        </p>
      )}
      <details open={isApart}>
        <summary>See what changed from version {base.versionNumber} to theirs</summary>
        <Diff diff={patchOf(base.text, theirs.content)} />
      </details>
      {isApart ? (
        <>
          <h3>This is how yours changes version {theirs.versionNumber}</h3>
          <Diff diff={patchOf(theirs.content, both.text)} />
        </>
      ) : (
        <>
          {isNarrow ? (
            <p className={styles.hint}>
              Yours, with their other changes. Lines of version {theirs.versionNumber} that you replaced are marked as
              removed. Write in it, or choose at each place. {leaving}
            </p>
          ) : (
            <p className={styles.sides}>
              <span>Version {theirs.versionNumber}, theirs</span>
              <span>Yours, with their other changes. Write in it, or take theirs over by →. {leaving}</span>
            </p>
          )}
          <Suspense fallback={<Waiting what="both versions" />}>
            <Compare ref={right} theirs={theirs.content} mine={both.text} isNarrow={isNarrow} />
          </Suspense>
        </>
      )}
      <Buttons>
        <Button onClick={() => void session.copy({ ...mine, title: `${mine.title} (copy)` })}>
          Keep mine as a copy
        </Button>
        <Button onClick={() => session.take(words(), theirs)}>
          Write on with {isApart ? 'both' : isNarrow ? 'what is above' : 'what is on the right'}
        </Button>
        <Button look="primary" onClick={() => void session.saveMerged(words(), theirs)}>
          Save {isApart ? 'both together' : isNarrow ? 'what is above' : 'what is on the right'}
        </Button>
      </Buttons>
    </section>
  );
}

const leaving = 'Escape, then Tab leaves the text.';

const overlapWords = (count: number) =>
  count === 1
    ? 'Both changed the same lines in one place. Choose there, or write what is right.'
    : `Both changed the same lines in ${count} places. Choose there, or write what is right.`;

const patchOf = (before: string, after: string): string =>
  createTwoFilesPatch('theirs', 'yours', before, after, undefined, undefined, { context: 3 });
