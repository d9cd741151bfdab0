import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { channelQuery, useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { channelPath, resourcePath } from '../../../schemas/urls.ts';
import type { Artifact } from '../../shared/artifacts/queries.ts';
import { leaveAs } from './cursor.ts';
import { newQuery } from './opening.ts';
import { Writer } from './writer.tsx';

interface Home {
  readonly id: string;
  readonly slug: string;
  readonly role: string;
}

/** A new document of a channel. */
export default function NewPage() {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const query = useQuery(channelQuery(channel));
  const by = useMe()?.userId;
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => by !== undefined && <NewDocument key={found.id} home={found} by={by} />}
    </Answer>
  );
}

function NewDocument({ home: { id: channelId, slug, role }, by }: { home: Home; by: string }) {
  const navigate = useNavigate();
  const opening = useQuery(newQuery(channelId, by));
  const onCreated = ({ id: artifactId }: Artifact, cursor: number) => {
    leaveAs({ artifactId, cursor });
    void navigate({ to: `${resourcePath('artifact', artifactId)}/edit`, replace: true });
  };
  const barred = role === 'reader' ? 'You may read this channel, but write nothing in it.' : undefined;
  return (
    <Answer of={opening} what="your draft">
      {(opening) => (
        <Writer
          task={{ by, channelId, artifactId: undefined, onCreated }}
          opening={opening}
          barred={barred}
          readPath={`${channelPath(slug)}/library`}
        />
      )}
    </Answer>
  );
}
