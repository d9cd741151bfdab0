import { useChannels } from '../../data/queries.ts';
import { bytesText } from '../../ui/bytes.ts';
import { Link } from '../../ui/link.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import type { Artifact } from '../../shared/artifacts/queries.ts';

/** Where an artifact is at home, who changed it last, and how much it holds. */
export function About({ artifact }: { artifact: Artifact }) {
  const channels = useChannels();
  const home = channels?.find(({ id }) => id === artifact.channelId);
  return (
    <>
      <span>
        {home && (
          <Link to={`/channels/${home.slug}`}>
            <Shown text={home.label} />
          </Link>
        )}
        {artifact.channelId === undefined && 'In no channel: only its creator reads it'}
      </span>
      <span>
        <Person person={artifact.updatedBy} via={artifact.via} />, <Time at={artifact.updatedAt} />
      </span>
      <span>Version {artifact.versionNumber}</span>
      <span>{bytesText(artifact.size)}</span>
    </>
  );
}
