import { useInfiniteQuery } from '@tanstack/react-query';
import { restoredBy } from '../../../schemas/same-versions.ts';
import { Answer } from '../../shared/answer.tsx';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Empty } from '../../ui/states.tsx';
import { useAddress, useShown } from './address.ts';
import { isByAgent } from './agents.ts';
import styles from './history.module.css';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { type Version, versionsQuery } from './queries.ts';
import { VersionDetail } from './version-detail.tsx';
import { VersionRow } from './version-row.tsx';

/** Every version, and beside the list what the chosen one changed. */
export default function History({ artifact }: { artifact: Artifact }) {
  const query = useInfiniteQuery(versionsQuery(artifact.id));
  return (
    <Answer of={query} what="its history">
      {({ pages }) => (
        <Versions
          artifact={artifact}
          versions={pages.flatMap(({ versions }) => versions)}
          readOlder={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
      )}
    </Answer>
  );
}

interface VersionsProps {
  readonly artifact: Artifact;
  readonly versions: readonly Version[];
  readonly readOlder: (() => void) | undefined;
}

function Versions({ artifact, versions, readOlder }: VersionsProps) {
  const shown = useShown();
  const onlyAgents = shown.by === 'agents';
  const listed = onlyAgents ? versions.filter(isByAgent) : versions;
  const chosenId = shown.version ?? listed[0]?.versionId ?? versions[0]!.versionId;
  const known = versions.find(({ versionId }) => versionId === chosenId);
  return (
    <div className={styles.history}>
      <section className={styles.list} aria-label="Versions">
        <Filter />
        <ol className={styles.versions}>
          {listed.map((version) => (
            <VersionRow
              key={version.versionId}
              artifact={artifact}
              version={version}
              before={versions[versions.indexOf(version) + 1]}
              restored={restoredBy(version, versions)}
              isChosen={version.versionId === chosenId}
            />
          ))}
        </ol>
        {listed.length === 0 && (
          <Empty title={readOlder ? 'No agent made one of these versions.' : 'No agent has changed it.'} />
        )}
        {readOlder && <Button onClick={readOlder}>Read older versions</Button>}
      </section>
      <VersionDetail
        artifact={artifact}
        versions={versions}
        versionId={chosenId}
        compare={shown.version === undefined ? versions[versions.indexOf(known!) + 1]?.versionId : shown.compare}
      />
    </div>
  );
}

function Filter() {
  const { by, tab: _tab, ...others } = useShown();
  const address = useAddress();
  return (
    <nav className={styles.filter} aria-label="Whose changes">
      <Link isExact withSearch to={address({ tab: 'history', ...others })} aria-current={by ? undefined : 'true'}>
        All changes
      </Link>
      <Link isExact withSearch to={address({ tab: 'history', ...others, by: 'agents' })} aria-current={by && 'true'}>
        Only agents’ changes
      </Link>
    </nav>
  );
}
