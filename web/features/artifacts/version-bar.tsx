import { Link } from '../../ui/link.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useAddress } from './address.ts';
import styles from './artifact.module.css';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import type { Version } from './queries.ts';
import { RestoreButton } from './restoring.tsx';

/** Above an older version: which one it is, and the ways on. */
export function VersionBar({ artifact, version }: { artifact: Artifact; version: Version }) {
  const address = useAddress();
  return (
    <div className={styles.bar}>
      <span>
        Version {version.versionNumber} of {artifact.versionNumber}, by{' '}
        <Person person={version.createdBy} via={version.via} />, <Time at={version.createdAt} />.
      </span>
      <Link to={address({ tab: 'history', version: artifact.versionId, compare: version.versionId })}>
        See what changed since
      </Link>
      <Link to={address({})}>Read the current version</Link>
      <RestoreButton version={version} />
    </div>
  );
}
