import { useMemo } from 'react';
import { resourcePath } from '../../../schemas/urls.ts';
import { useMe } from '../../data/queries.ts';
import { saveBlob } from '../../shared/save-blob.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import { SavedBy } from '../../shared/artifacts/saved-by.tsx';
import { titleOfCopy } from '../../shared/artifacts/copies.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import type { Shown } from './desk.ts';
import { Notice } from './notice.tsx';
import type { Session } from './session.ts';
import styles from './writing.module.css';

interface ToldProps {
  readonly session: Session;
  readonly shown: Shown;
  /** A version that does not fit into the text by itself. */
  readonly newer: Artifact | undefined;
  /** A save was refused because of it. */
  readonly isRefused: boolean;
  /** The time of the draft that was found. */
  readonly foundAt: string | undefined;
}

/** Tells of a draft that was found, and of what others do meanwhile. */
export function Told({ session, shown, newer, isRefused, foundAt }: ToldProps) {
  const { joined, base, conflict, isElsewhere } = shown;
  return (
    <>
      {foundAt !== undefined && !conflict && (
        <Notice>
          <p>Draft from {foundAt} kept in this browser.</p>
          <Button onClick={() => discard(session)}>Discard</Button>
        </Notice>
      )}
      {joined && !conflict && <Joined of={joined} isSaved={base.versionId !== joined.theirs.versionId} />}
      {newer && !conflict && <Newer session={session} shown={shown} newer={newer} isRefused={isRefused} />}
      {isElsewhere && (
        <Notice>
          <p>You are writing this in another tab too. Each tab keeps a draft of its own.</p>
        </Notice>
      )}
    </>
  );
}

function discard(session: Session): void {
  tell('The draft is discarded.', { label: 'Undo', run: session.discard() });
}

interface JoinedProps {
  readonly of: NonNullable<Shown['joined']>;
  readonly isSaved: boolean;
}

/** Says that the text has changed under the writer's hands, and how to take that back. */
function Joined({ of: { theirs, from, undo }, isSaved }: JoinedProps) {
  const changes = new URLSearchParams({ tab: 'history', version: theirs.versionId, compare: from });
  return (
    <Notice>
      <p role="status">
        <SavedBy of={theirs} />, <Time at={theirs.updatedAt} />. It fits, so{' '}
        {isSaved ? 'what you saved has both.' : 'your text has it now.'}
      </p>
      <span className={styles.ways}>
        <Link to={`${resourcePath('artifact', theirs.id)}?${changes.toString()}`} target="_blank">
          See what changed
        </Link>
        {!isSaved && <Button onClick={undo}>Undo</Button>}
      </span>
    </Notice>
  );
}

interface NewerProps {
  readonly session: Session;
  readonly shown: Shown;
  readonly newer: Artifact;
  readonly isRefused: boolean;
}

function Newer({ session, shown: { base, isChanged }, newer, isRefused }: NewerProps) {
  // Long texts take a second, so this is not asked anew whenever the writer rests. The comparison knows the last words.
  const clash = useMemo(
    () => (isChanged || isRefused ? session.clashWith(newer) : undefined),
    [session, newer, isChanged, isRefused],
  );
  const compare = clash === undefined ? 'Put both together' : 'Compare and choose';
  return (
    <Notice isRefusal={isRefused}>
      {isRefused ? (
        <p>
          <SavedBy of={newer} /> first{clash && ` and changed ${clash}`}. Nothing of yours is lost.
        </p>
      ) : (
        <p>
          <SavedBy of={newer} />, <Time at={newer.updatedAt} />. You write on version {base.versionNumber}.
        </p>
      )}
      <Button onClick={() => void session.compare()}>{isChanged ? compare : 'Take it over'}</Button>
    </Notice>
  );
}

interface WaysOutProps {
  readonly session: Session;
  /** A document that nobody else reads can be made of the words. */
  readonly mayCopy: boolean;
}

/** How words that cannot be saved get out of here. */
export function WaysOut({ session, mayCopy }: WaysOutProps) {
  const mayWrite = useMe()?.scopes.includes('workspace.write');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(session.taken().text);
      tell('The text is copied.');
    } catch {
      tell('The browser does not copy. Download the text.');
    }
  };
  const download = () => {
    const { title, text } = session.taken();
    saveBlob(new Blob([text], { type: 'text/markdown' }), `${title || 'Draft'}.md`);
  };
  return (
    <span className={styles.ways}>
      {mayCopy && mayWrite && (
        <Button onClick={() => void session.copy(session.taken(), titleOfCopy, true)}>
          {session.get().artifactId === undefined ? 'Keep it for yourself' : 'Keep mine as a copy'}
        </Button>
      )}
      <Button onClick={() => void copy()}>Copy the text</Button>
      <Button icon="download" onClick={download}>
        Download it
      </Button>
    </span>
  );
}
