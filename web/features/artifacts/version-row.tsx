import { bytesText } from '../../ui/bytes.ts';
import { Avatar, Through } from '../../ui/person.tsx';
import { Link } from '../../ui/link.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { useAddress, useShown } from './address.ts';
import { isByAgent } from './agents.ts';
import styles from './history.module.css';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Version } from './queries.ts';
import { RestoreButton } from './restoring.tsx';

interface VersionRowProps {
  readonly artifact: Artifact;
  readonly version: Version;
  readonly before: Version | undefined;
  /** The number of the version that it restored. */
  readonly restored: number | undefined;
  readonly isChosen: boolean;
}

/** A version in the list: who made it, through what, and the way back before it. */
export function VersionRow({ artifact, version, before, restored, isChosen }: VersionRowProps) {
  const { by } = useShown();
  const address = useAddress();
  const isCurrent = version.versionId === artifact.versionId;
  const compare = before && { compare: before.versionId };
  return (
    <li className={styles.version} data-chosen={isChosen || undefined}>
      <Link
        to={address({ tab: 'history', version: version.versionId, ...compare, ...(by && { by }) })}
        isExact
        withSearch
        className={styles.link}
        aria-current={isChosen ? 'true' : undefined}
        data-item
      >
        <Avatar name={version.via.agent?.name ?? version.createdBy.name} isAgent={isByAgent(version)} />
        <span>
          <span className={styles.number}>Version {version.versionNumber}</span>{' '}
          {isCurrent && <span className={styles.current}>current</span>}{' '}
          {restored !== undefined && <span>restored version {restored}</span>}
          <span className={styles.who}>
            <Shown text={version.createdBy.name} />
            <Through via={version.via} />
          </span>
          <span className={styles.when}>
            <Time at={version.createdAt} /> · {bytesText(version.size)}
          </span>
        </span>
      </Link>
      {before && (
        <RestoreButton version={before} look="quiet">
          {isCurrent ? 'Undo this change' : 'Undo this and later changes'} (restores version {before.versionNumber})
        </RestoreButton>
      )}
    </li>
  );
}
