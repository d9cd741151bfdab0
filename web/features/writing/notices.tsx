import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Shown } from './desk.ts';
import { Notice } from './notice.tsx';
import { Told, WaysOut } from './parts.ts';
import type { Session } from './session.ts';
import { clockOf } from './status.tsx';
import { cameFirst } from './words.ts';
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
  const { refusal, base, foundAt } = shown;
  const isNewer = current && !isOnItsWay && (base.versionNumber ?? 0) < current.versionNumber;
  const newer = isNewer && barred === undefined ? current : undefined;
  const isRefused = newer !== undefined && refusal === cameFirst;
  const why = barred ?? (refusal === undefined || isRefused ? undefined : `Not saved. ${refusal}`);
  return (
    <div className={styles.notices}>
      {why !== undefined && <NotSaved session={session} why={why} mayCopy={barred !== undefined && !isOnItsWay} />}
      <Told
        session={session}
        shown={shown}
        newer={newer}
        isRefused={isRefused}
        foundAt={foundAt === undefined || isOnItsWay ? undefined : clockOf(foundAt)}
      />
    </div>
  );
}

/** Why it was not saved, and how the words get out of here. */
function NotSaved({ session, why, mayCopy }: { session: Session; why: string; mayCopy: boolean }) {
  const { isChanged } = session.get();
  return (
    <Notice isRefusal>
      <p>
        {why} {isChanged && 'What you wrote stays in this browser.'}
      </p>
      {isChanged && <WaysOut session={session} mayCopy={mayCopy} />}
    </Notice>
  );
}
