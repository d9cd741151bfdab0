import type { Artifact } from '../../shared/artifacts/queries.ts';
import { Button } from '../../ui/button.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { clockOf } from './status.tsx';
import type { Shown } from './desk.ts';
import { Notice } from './notice.tsx';
import { OthersVersion, WaysOut } from './parts.ts';
import type { Session } from './session.ts';
import { baseOf } from './words.ts';
import styles from './writing.module.css';

interface NoticesProps {
  readonly session: Session;
  readonly shown: Shown;
  readonly current: Artifact | undefined;
  /** A save is on its way. */
  readonly isOnItsWay: boolean;
  readonly barred: string | undefined;
}

/** Tells the writer what to know before going on, each with the way on. */
export function Notices({ session, shown, current, isOnItsWay, barred }: NoticesProps) {
  const { foundAt, refusal, isElsewhere, conflict, base, joined } = shown;
  const isNewer = current && !isOnItsWay && (base.versionNumber ?? 0) < current.versionNumber;
  const newer = isNewer && barred === undefined ? current : undefined;
  return (
    <div className={styles.notices}>
      {(barred ?? refusal) !== undefined && (
        <NotSaved
          session={session}
          why={barred ?? `Not saved. ${refusal}`}
          mayCopy={barred !== undefined && !isOnItsWay}
        />
      )}
      {foundAt !== undefined && !conflict && !isOnItsWay && (
        <Notice>
          <p>Draft from {clockOf(foundAt)} kept in this browser.</p>
          <Button onClick={() => discard(session, current)}>Discard</Button>
        </Notice>
      )}
      {(joined ?? newer) && !conflict && <OthersVersion session={session} shown={shown} newer={newer} />}
      {isElsewhere && (
        <Notice>
          <p>You write this in another tab too. Each tab keeps a draft of its own.</p>
        </Notice>
      )}
    </div>
  );
}

/** Why it was not saved, and how the words get out of here. */
function NotSaved({ session, why, mayCopy }: { session: Session; why: string; mayCopy: boolean }) {
  const { isChanged } = session.get();
  return (
    <div className={`${styles.notice} ${styles.danger}`} role="alert">
      <p>
        {why} {isChanged && 'What you wrote stays in this browser.'}
      </p>
      {isChanged && <WaysOut session={session} mayCopy={mayCopy} />}
    </div>
  );
}

function discard(session: Session, current: Artifact | undefined): void {
  const undo = session.replace(current ? baseOf(current) : session.get().base);
  tell('The draft is discarded.', { label: 'Undo', run: undo });
}
