import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '../../ui/link.tsx';
import { Person } from '../../ui/person.tsx';
import { Time } from '../../ui/time.tsx';
import { useAddress } from './address.ts';
import styles from './artifact.module.css';
import { isByAgent } from './agents.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { versionsQuery } from './queries.ts';
import { RestoreButton } from './restoring.tsx';

/** Above a text that an agent changed last: what it changed, and the way back. */
export function AgentBar({ artifact }: { artifact: Artifact }) {
  const isShown = isByAgent(artifact) && artifact.versionNumber > 1;
  const { data } = useInfiniteQuery({ ...versionsQuery(artifact.id), enabled: isShown });
  const address = useAddress();
  const [current, before] = data?.pages[0]?.versions ?? [];
  if (!isShown) return null;
  return (
    <div className={styles.bar}>
      <span>
        Changed by <Person person={artifact.updatedBy} via={artifact.via} />, <Time at={artifact.updatedAt} />.
      </span>
      {before && current?.versionId === artifact.versionId && (
        <>
          <Link to={address({ tab: 'history', version: current.versionId, compare: before.versionId })}>
            See what changed
          </Link>
          <RestoreButton version={before} />
        </>
      )}
    </div>
  );
}
