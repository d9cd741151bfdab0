import { createTwoFilesPatch } from 'diff';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import Compare, { type CompareHandle } from '../../editor/compare.tsx';
import { SavedBy } from '../../shared/artifacts/saved-by.tsx';
import { titleOfCopy } from '../../shared/artifacts/copies.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { useSaveKey } from '../../shared/acts/use-save-key.ts';
import { Diff } from '../../read/diff.tsx';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Shown as ShownText } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import type { Beside } from './desk.ts';
import { Notice } from './notice.tsx';
import type { Session } from './session.ts';
import { type Base, baseOf, isSame, isTitleTwice } from './words.ts';
import styles from './writing.module.css';

const narrow = matchMedia('(width < 700px)');

const onNarrow = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Whether two texts have no room beside each other. */
const useNarrow = (): boolean => useSyncExternalStore(onNarrow, () => narrow.matches);

interface ConflictProps {
  readonly session: Session;
  readonly base: Base;
  readonly conflict: Beside;
  /** Nothing can be saved here any more. The notice above says how the words get out. */
  readonly isBarred: boolean;
}

/** Somebody saved first: who it was, what both make together, and every way on. */
export default function Conflict({ session, base, conflict, isBarred }: ConflictProps) {
  const { mine, theirs, both, newer } = conflict;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isApart = both.overlaps.length === 0;
  const isNarrow = useNarrow();
  const { title } = session.taken();
  const areTitlesTwo = isTitleTwice(base, theirs, mine);
  const save = () => {
    takeBoth(session, conflict);
    if (newer && session.get().base.versionId !== newer.versionId) session.beside(newer);
    else void session.save(true);
  };
  useSaveKey(save);
  const where = isApart ? 'both together' : isNarrow ? 'what is above' : 'what is on the right';
  return (
    <section className={styles.conflict} aria-label="Two versions">
      <h2 ref={heading}>Version {theirs.versionNumber} came first</h2>
      <p>
        <SavedBy of={theirs} what="it" />, <Time at={theirs.updatedAt} />. You wrote on version {base.versionNumber}.{' '}
        {isApart ? apartWords(areTitlesTwo) : overlapWords(both.overlaps.length)}
      </p>
      {newer && <Newer newer={newer} compare={() => compareAnew(session, theirs, newer)} />}
      {areTitlesTwo && <Titles theirs={theirs.title} mine={mine.title} chosen={title} choose={session.retitle} />}
      {!areTitlesTwo && title !== theirs.title && (
        <p>
          The title becomes “<ShownText text={title} />
          ”.
        </p>
      )}
      <Changes base={base} theirs={theirs.content} />
      <Choosing session={session} conflict={conflict} isNarrow={isNarrow} />
      <Buttons>
        {!isBarred && (
          <Button onClick={() => void session.copy(session.taken(), titleOfCopy)}>Keep mine as a copy</Button>
        )}
        <Button onClick={() => takeBoth(session, conflict)}>Edit {where}</Button>
        <Button look="primary" disabled={isBarred} onClick={save}>
          Save {where}
        </Button>
      </Buttons>
    </section>
  );
}

/** Lists the changes of others once somebody asks. A comparison of long texts takes a moment. */
function Changes({ base, theirs }: { base: Base; theirs: string }) {
  const [isOpen, setOpen] = useState(false);
  const diff = useMemo(() => (isOpen ? patchOf(base.text, theirs) : ''), [isOpen, base, theirs]);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>See what changed from version {base.versionNumber} to theirs</summary>
      {diff === undefined ? <p className={styles.hint}>Too much changed to list it.</p> : <Diff diff={diff} />}
    </details>
  );
}

interface TitlesProps {
  readonly theirs: string;
  readonly mine: string;
  readonly chosen: string;
  readonly choose: (title: string) => void;
}

/** Both titles, of which one is chosen. */
const Titles = ({ theirs, mine, chosen, choose }: TitlesProps) => (
  <fieldset className={styles.titles}>
    <legend>Both changed the title</legend>
    {[theirs, mine].map((title) => (
      <label key={title}>
        <input type="radio" name="title" checked={title === chosen} onChange={() => choose(title)} />{' '}
        <ShownText text={title} /> <span className={styles.hint}>{title === mine ? 'yours' : 'theirs'}</span>
      </label>
    ))}
  </fieldset>
);

/** Goes on with what the writer made of both. Where nothing of it is the writer's own, it says so and offers that again. */
function takeBoth(session: Session, { theirs, newer }: Beside): void {
  const [both, base] = [session.taken(), baseOf(theirs)];
  if (isSame(both, base)) {
    const run = session.replace(base);
    tell(`You took over version ${theirs.versionNumber} as it is. Yours is not kept.`, { label: 'Undo', run });
  } else session.take(both, theirs);
  if (newer) session.meet(newer);
}

/** Compares what the writer made of both with a version that came after that. */
function compareAnew(session: Session, theirs: Artifact, newer: Artifact): void {
  session.take(session.taken(), theirs);
  session.beside(newer);
}

/** Tells of a version that came while the writer was choosing. */
const Newer = ({ newer, compare }: { newer: Artifact; compare: () => void }) => (
  <Notice>
    <p role="status">
      <SavedBy of={newer} /> meanwhile, <Time at={newer.updatedAt} />.
    </p>
    <Button onClick={compare}>Go on with version {newer.versionNumber}</Button>
  </Notice>
);

interface ChoosingProps {
  readonly session: Session;
  readonly conflict: Beside;
  readonly isNarrow: boolean;
}

/** Both texts, where theirs can be taken at each place. */
function Choosing({ session, conflict: { mine, theirs, both, right }, isNarrow }: ChoosingProps) {
  const compare = useRef<CompareHandle>(null);
  const mount = useCallback(
    (handle: CompareHandle | null) => {
      compare.current = handle;
      session.mountRight(handle);
    },
    [session],
  );
  return (
    <>
      {both.overlaps.length > 0 && (
        <Buttons>
          <Button onClick={() => compare.current?.goToNext()}>
            {both.overlaps.length === 1 ? 'Go to the place' : 'Go to the next place'}
          </Button>
        </Buttons>
      )}
      {isNarrow ? (
        <p className={styles.hint}>
          Yours, with their other changes. Lines of version {theirs.versionNumber} that you replaced are marked as
          removed. Write in it, or choose at each place. {leaving}
        </p>
      ) : (
        <p className={styles.sides}>
          <span>Version {theirs.versionNumber}, theirs</span>
          <span>Yours, with their other changes. Write in it, or press → to take theirs. {leaving}</span>
        </p>
      )}
      <Compare
        ref={mount}
        mine={mine.text}
        cursor={session.cursor()}
        theirs={theirs.content}
        both={both}
        right={right}
        isNarrow={isNarrow}
        onChange={session.changed}
      />
    </>
  );
}

const leaving = 'Escape, then Tab leaves the text.';

const apartWords = (areTitlesTwo: boolean) =>
  areTitlesTwo
    ? 'Choose the title. Your other changes are in other places, so they fit together.'
    : 'Your changes are in other places, so both fit together.';

const overlapWords = (count: number) =>
  count === 1
    ? 'Both changed the same lines in one place. Choose there, or write what is right.'
    : `Both changed the same lines in ${count} places. Choose there, or write what is right.`;

/** More changed lines than these are not listed. */
const mostListed = 2_000;

const patchOf = (before: string, after: string): string | undefined =>
  createTwoFilesPatch('theirs', 'yours', before, after, undefined, undefined, {
    context: 3,
    maxEditLength: mostListed,
  });
