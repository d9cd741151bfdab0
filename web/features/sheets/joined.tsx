import { resourcePath } from '../../../schemas/urls.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { isOwnSave, makerOf, SavedBy } from '../../shared/artifacts/saved-by.tsx';
import { Link } from '../../ui/link.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './sheets.module.css';

/** Versions of others that came into the sheet since it was opened or saved. */
export interface Joined {
  readonly theirs: Artifact;
  /** The version before it, on this page. */
  readonly from: string;
  /** The number of the first one that edits were put together with; nothing where nothing was edited. */
  readonly first: number | undefined;
}

/** The words of a save, with all versions that it was put together with. */
export function savedWords({ versionNumber }: Artifact, joined: Joined | undefined, me: string): string {
  const saved = `Saved as version ${versionNumber}`;
  if (joined?.first === undefined) return `${saved}.`;
  const { theirs, first } = joined;
  const last = theirs.versionNumber;
  const by = isOwnSave(theirs, me) ? 'by you in another tab' : `by ${makerOf(theirs)}`;
  if (first === last) return `${saved}, together with version ${last} ${by}.`;
  return `${saved}, together with versions ${first} ${last === first + 1 ? 'and' : 'to'} ${last}, the last ${by}.`;
}

/** Says that cells have changed under the writer's hands, and who changed them. */
export function JoinedNotice({ joined: { theirs, from } }: { joined: Joined }) {
  const changes = new URLSearchParams({ tab: 'history', version: theirs.versionId, compare: from });
  return (
    <div className={styles.notice}>
      <p role="status">
        <SavedBy of={theirs} />, <Time at={theirs.updatedAt} />. It fits, so your sheet has it now.
      </p>
      <Link to={`${resourcePath('artifact', theirs.id)}?${changes.toString()}`} target="_blank">
        See what changed
      </Link>
    </div>
  );
}
